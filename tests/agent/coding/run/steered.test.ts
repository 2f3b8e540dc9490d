import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { begin } from '../../../../src/agent/coding/run/underway.ts';
import { aiderRow } from '../../../support/fake-coding.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding } from './open-coding.ts';

const command = (args: string) => inbound('command', { name: 'agent', args });
const steer = (words: string) => inbound('command', { name: 'steer', args: words });
const hangs = (signal: AbortSignal) =>
	new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Works on its first prompt until it is called off, and answers all others. */
function working() {
	const heard: string[] = [];
	const begun = Promise.withResolvers<void>();
	const prompt: Driver['prompt'] = async (text, { signal, onUpdate }) => {
		heard.push(text);
		onUpdate({ kind: 'text', text: `Did ${text}` });
		begun.resolve();
		return heard.length === 1 ? await hangs(signal) : { kind: 'done' };
	};
	return { heard, begun: begun.promise, prompt };
}

const ways = [
	['by a command', async () => [steer('use pytest')]],
	['by "Use now"', async () => wanted(message('use pytest'))],
] as const;

function wanted(words: ReturnType<typeof message>) {
	return [words, inbound('steer', { of: words.key })];
}

describe('words for an agent that is at work', () => {
	it.each(ways)('reach it now, in the same run, and what it had done stays in its box: %s', async (_, words) => {
		const { heard, begun, prompt } = working();
		await using at = await openCoding({ prompt });
		await at.bench.dispatch.accept(command('codex mend it'));
		await begun;
		await at.bench.say(...(await words()));
		expect(heard).toEqual(['mend it', 'use pytest']);
		expect(at.answers()).toEqual([expect.stringContaining('Did use pytest')]);
		expect(at.coding.done).toEqual([
			`box ${sessionId}~1`,
			'in ""',
			'open small {}',
			...['key opens', 'key shuts'],
			...['key opens', 'key shuts', 'back ""'],
		]);
		expect(await at.runs()).toMatchObject([{ state: 'open', prompts: 2, outcome: 'done' }]);
		expect(at.bench.platform.events.filter(({ type }) => type === 'turn-started')).toHaveLength(1);
	});

	it('reach it now in a session whose messages steer', async () => {
		const { heard, begun, prompt } = working();
		await using at = await openCoding({ prompt });
		await at.bench.dispatch.accept(command('codex mend it'));
		await begun;
		await at.bench.dispatch.accept(inbound('command', { name: 'mode', args: 'steer' }));
		await expect.poll(() => at.bench.platform.posts.join('\n')).toContain('Messages reach the running turn');
		await at.bench.say(message('use pytest'));
		expect(heard).toEqual(['mend it', 'use pytest']);
	});

	it('wait for its end in a session whose messages do not steer', async () => {
		const other = working();
		await using waiting = await openCoding({ prompt: other.prompt });
		await waiting.bench.dispatch.accept(command('codex mend it'));
		await other.begun;
		await waiting.bench.dispatch.accept(message('use pytest'));
		expect(waiting.coding.runs.of(sessionId)?.underway).toBeDefined();
		expect(other.heard).toEqual(['mend it']);
		await waiting.bench.say(inbound('stop', {}));
	});

	it('that come while it starts follow as soon as it has heard what it had been told', async () => {
		const starting = Promise.withResolvers<void>();
		const started = Promise.withResolvers<void>();
		const { heard, prompt } = working();
		const before = async (what: string) => {
			if (!what.startsWith('open')) return;
			started.resolve();
			await starting.promise;
		};
		await using at = await openCoding({ prompt, before });
		await at.bench.dispatch.accept(command('codex mend it'));
		await started.promise;
		await at.bench.dispatch.accept(steer('use pytest'));
		starting.resolve();
		await at.bench.dispatch.settled();
		expect(heard).toEqual(['mend it', 'use pytest']);
	});

	it('are for a new start on its work where it does not end when it is called off', async () => {
		const { heard, begun, prompt } = working();
		const broken = () => (heard.length === 1 ? 'Codex did not stop when it was told to.' : undefined);
		await using at = await openCoding({ prompt, broken });
		await at.bench.dispatch.accept(command('codex mend it'));
		await begun;
		await at.bench.say(steer('use pytest'));
		expect(heard).toEqual(['mend it', expect.stringMatching(/^use pytest\n\n\([\s\S]*> mend it/)]);
		expect(at.coding.done.filter((one) => /^(box|in|open|driver)/.test(one))).toEqual([
			`box ${sessionId}~1`,
			...['in ""', 'open small {}', 'driver ends'],
			`box ${sessionId}~1`,
			'open small {}',
		]);
	});

	it('wait for one that knows no protocol, and the thread is told so', async () => {
		const release = Promise.withResolvers<void>();
		const begun = Promise.withResolvers<void>();
		const heard: string[] = [];
		const prompt: Driver['prompt'] = async (text) => {
			heard.push(text);
			begun.resolve();
			await release.promise;
			return { kind: 'done' };
		};
		await using at = await openCoding({ prompt, agents: [aiderRow] });
		await at.bench.dispatch.accept(command('aider mend it'));
		await begun.promise;
		await at.bench.dispatch.accept(steer('use pytest'));
		await expect
			.poll(() => at.bench.platform.posts.join('\n'))
			.toContain('Aider cannot be told anything while it works: it is told this when it is done.');
		expect(heard).toEqual(['mend it']);
		release.resolve();
		await at.bench.dispatch.settled();
		expect(heard).toEqual(['mend it', expect.stringMatching(/^use pytest\n\n\([\s\S]*> mend it/)]);
	});

	it('call no task of the Brain off: they reach the Brain at its next step', async () => {
		const release = Promise.withResolvers<void>();
		const begun = Promise.withResolvers<void>();
		const prompt: Driver['prompt'] = async () => {
			begun.resolve();
			await release.promise;
			return { kind: 'done' };
		};
		const replies = [{ calls: [{ name: 'delegate', args: { task: 'mend it' } }] }, { text: 'It is mended.' }];
		await using at = await openCoding({ prompt, replies });
		await at.bench.dispatch.accept(message('have it mended'));
		await begun.promise;
		await at.bench.dispatch.accept(steer('with pytest'));
		release.resolve();
		await at.bench.dispatch.settled();
		const told = at.brain.requests[1]?.messages.map(({ text }) => text).join('\n');
		expect(told).toContain('Codex has finished.');
		expect(told).toContain('with pytest');
	});
});

describe('a prompt that is called off', () => {
	const driver = (prompt: Driver['prompt']): Driver => ({ prompt, [Symbol.asyncDispose]: async () => {} });
	const { signal } = new AbortController();

	it('ends when the agent has been heard of, or has said nothing for 5 s', async () => {
		const clock = createHandClock();
		const silent = begin(
			driver((_text, watch) => hangs(watch.signal)),
			'mend it',
			clock,
		);
		silent.callOff();
		let isOver = false;
		const news = silent.next(signal).finally(() => {
			isOver = true;
		});
		await clock.advance(4_999);
		expect(isOver).toBe(false);
		await clock.advance(1);
		expect(await news).toEqual({ kind: 'called-off' });
	});

	it('has ended as it ended where that was first', async () => {
		const underway = begin(
			driver(async () => ({ kind: 'done' })),
			'mend it',
		);
		expect(await underway.next(signal)).toEqual({ kind: 'ended', end: { kind: 'done' } });
		underway.callOff();
		expect(await underway.next(signal)).toEqual({ kind: 'ended', end: { kind: 'done' } });
	});
});
