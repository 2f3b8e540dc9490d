import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { handOnSignals } from '../../src/root/signals.ts';

function fakeProcess() {
	const done: string[] = [];
	const events = new EventEmitter();
	const process = Object.assign(events, {
		pid: 7,
		kill: (pid: number, name: string) => done.push(`${name} to ${pid}`),
	});
	const handing = handOnSignals(process, { signal: (name) => done.push(`${name} to the bot`) });
	return { done, events, handing };
}

it('hands on each signal once', () => {
	const { done, events } = fakeProcess();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGWINCH', 'SIGCONT']) events.emit(name);
	expect(done).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGWINCH', 'SIGCONT'].map((name) => `${name} to the bot`));
});

it('stops with the bot', () => {
	const { done, events } = fakeProcess();
	events.emit('SIGTSTP');
	expect(done).toEqual(['SIGSTOP to the bot', 'SIGSTOP to 7']);
});

it('listens to nothing any more once the bot is gone', () => {
	const { events, handing } = fakeProcess();
	handing[Symbol.dispose]();
	expect(events.eventNames()).toEqual([]);
});
