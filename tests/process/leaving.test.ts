import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../src/base/log.ts';
import { surviveFaults } from '../../src/process/last-resort.ts';
import { leaveOnSignals } from '../../src/process/leaving.ts';
import { waitFor } from '../support/wait-for.ts';

function fakeProcess() {
	const exits: (number | undefined)[] = [];
	const process = Object.assign(new EventEmitter(), { exit: (code?: number) => exits.push(code) });
	return { process, exits };
}

describe('leaveOnSignals()', () => {
	it('asks to leave at the first signal, and ends the process when that takes too long', async () => {
		const { process, exits } = fakeProcess();
		const late: string[] = [];
		const leaving = leaveOnSignals(process, { withinMs: 50, onLate: () => late.push('late') });
		process.emit('SIGTERM');
		expect(leaving.signal.aborted).toBe(true);
		expect(exits).toEqual([]);
		await waitFor(() => exits.length > 0, 'the end');
		expect([exits, late]).toEqual([[undefined], ['late']]);
	});

	it('ends at a second signal; one that came twice at once is one', async () => {
		const { process, exits } = fakeProcess();
		const leaving = leaveOnSignals(process, { onLate: () => undefined });
		process.emit('SIGINT');
		process.emit('SIGINT');
		expect(exits).toEqual([]);
		await once(AbortSignal.timeout(600), 'abort');
		process.emit('SIGINT');
		expect(exits).toEqual([130]);
		expect(leaving.signal.reason).toMatchObject({ message: 'SIGINT', code: 130 });
	});
});

describe('surviveFaults()', () => {
	it('lives on, and gives up at twenty faults within a minute', () => {
		const { process } = fakeProcess();
		const given: unknown[] = [];
		let now = 0;
		surviveFaults(process, { log: silentLogger, onTooMany: (error) => given.push(error), now: () => now });
		for (let count = 0; count < 100; count += 1) {
			now += 4_000;
			process.emit('uncaughtException', count);
		}
		expect(given).toEqual([]);
		for (let count = 0; count < 30; count += 1) process.emit('unhandledRejection', count);
		expect(given).toHaveLength(1);
	});
});
