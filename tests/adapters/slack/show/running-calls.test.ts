import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { openQuestion } from '../../../support/asked-by-call.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { createMemoryOutbox, type MemoryOutbox } from '../../memory-outbox.ts';
import {
	answer,
	createFeed,
	done,
	notice,
	type OpenShow,
	openShow,
	play,
	started,
	taken,
	toolFinished,
	toolStarted,
} from './open-show.ts';
import { textOf, textsOf } from './streaming-turn.ts';

const file = { name: 'sales.csv', size: 2048 };
const resumed = notice('Threadsmith was interrupted; going on where it was', 9);
const begun = (key: string): readonly AgentEvent[] => [started, taken(key, [file]), toolStarted('c1')];
const ends = [toolFinished('c1'), answer('The sum is 42.', 2), done];

type Root = ReturnType<OpenShow['root']>;
type Shared = { readonly slack: FakeSlack; readonly outbox: MemoryOutbox };

const rowsOf = ({ all }: MemoryOutbox) => all.map((row) => ({ ...row }));

/** A process whose turn comes no further than these events, and that dies when `seen` holds. */
async function dies(
	{ slack, outbox }: Shared,
	given: Root | undefined,
	events: (key: string) => readonly AgentEvent[],
	seen: (opened: OpenShow, at: Root) => boolean,
): Promise<Root> {
	await using opened = await openShow({ slack, outbox });
	const at = given ?? opened.root();
	const feed = createFeed();
	const rows = rowsOf(outbox);
	opened.show(at.thread, feed, rows).catch(() => {});
	feed.push(...events(at.key));
	await opened.see(() => seen(opened, at), 'what it shows before it dies');
	return at;
}

const showsCall = (opened: OpenShow, { thread }: Root) => textOf(opened, thread).includes('ls c1');
const isFormed = (opened: OpenShow, { thread }: Root) => /⋯.*ls c1[\s\S]*interrupted/.test(textOf(opened, thread));

/** All that is told when a last process shows the turn to its end. */
async function toldInTheEnd({ slack, outbox }: Shared, at: Root, ...news: readonly AgentEvent[]): Promise<string[]> {
	await using opened = await openShow({ slack, outbox });
	const events = [...begun(at.key), resumed, ...news, ...ends];
	await opened.until(opened.show(at.thread, play(...events), rowsOf(outbox)));
	expect(outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	expect(opened.shown(at.thread).filter(({ stream }) => stream === 'streaming')).toEqual([]);
	return textsOf(opened, at.thread);
}

const wholeForm = /^📎 sales\.csv.*\n✓ \*bash\* {2}`ls c1`.*\nThreadsmith was interrupted; going on where it was$/;

describe('a call in Slack that goes on over several processes', () => {
	it('has its end in the line of its beginning, in whichever process that comes', async () => {
		await using slack = await startFakeSlack();
		const shared = { slack, outbox: createMemoryOutbox() };
		const at = await dies(shared, undefined, begun, showsCall);
		for (const _ of ['second', 'third']) await dies(shared, at, (key) => [...begun(key), resumed], isFormed);
		expect(await toldInTheEnd(shared, at)).toEqual([
			expect.stringMatching(wholeForm),
			expect.stringContaining('The sum is 42.'),
		]);
	});

	it('has it once though a process dies while it gives the line its form, at whatever call of the outbox', async () => {
		for (let n = 0; ; n += 1) {
			await using slack = await startFakeSlack();
			let left = Number.POSITIVE_INFINITY;
			const outbox = createMemoryOutbox(() => {
				left -= 1;
				if (left < 0) throw new Error('crash');
			});
			const shared = { slack, outbox };
			const at = await dies(shared, undefined, begun, showsCall);
			left = n;
			await dies(
				shared,
				at,
				(key) => [...begun(key), resumed],
				(...given) => left < 0 || isFormed(...given),
			);
			const isWhole = left >= 0;
			left = Number.POSITIVE_INFINITY;
			const all = (await toldInTheEnd(shared, at)).join('\n');
			for (const once of ['sales.csv', 'ls c1', 'The sum is 42.'])
				expect(all.split(once), `${n}\n${all}`).toHaveLength(2);
			expect(all, `${n}`).not.toContain('⋯');
			if (isWhole) return expect(n).toBeGreaterThan(2);
		}
	});

	it('has it there though the second process has shown more in a message of its own', async () => {
		await using slack = await startFakeSlack();
		const shared = { slack, outbox: createMemoryOutbox() };
		const at = await dies(shared, undefined, begun, showsCall);
		const more = [toolStarted('c2'), toolFinished('c2')];
		await dies(
			shared,
			at,
			(key) => [...begun(key), resumed, ...more],
			(opened, { thread }) => textOf(opened, thread).includes('ls c2'),
		);
		const all = (await toldInTheEnd(shared, at, ...more)).join('\n');
		for (const once of ['sales.csv', '✓ *bash*  `ls c1`', '✓ *bash*  `ls c2`', 'The sum is 42.'])
			expect(all.split(once), all).toHaveLength(2);
		expect(all).not.toContain('⋯');
	});

	it('leaves no line that waits for a turn where the next process need not wait', async () => {
		await using slack = await startFakeSlack();
		const shared = { slack, outbox: createMemoryOutbox() };
		const at = await dies(shared, undefined, begun, showsCall);
		const waits: AgentEvent = { type: 'queued', for: 'turn', standing: { place: 2, of: 5, why: '8 of 8 turns run' } };
		await dies(
			shared,
			at,
			(key) => [...begun(key), resumed, waits],
			(opened, { thread }) => /⋯.*Waits for its turn/.test(textOf(opened, thread)),
		);
		const [lines = '', ...others] = await toldInTheEnd(shared, at);
		expect(lines).toMatch(wholeForm);
		expect(others).toEqual([expect.stringContaining('The sum is 42.')]);
	});
});

const asked = openQuestion('c1', 't1-x');
const question: AgentEvent = { type: 'question', key: 't1-x/c1/question', question: asked };
const waits = { type: 'turn-ended', key: 't1-x/c1/waiting', turn: 't1-x', outcome: 'waiting', question: 'q1' } as const;
const closed = { type: 'question-closed', key: 't1-x/c1/closed', question: asked, text: 'Ada: yes' } as const;

describe('a call in Slack that asks', () => {
	it('is not left as if it ran, and has its end below the question', async () => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		await opened.until(opened.show(thread, play(...begun(key), question, waits)));
		const lines = expect.stringMatching(/^📎 sales\.csv.*\n❔ \*bash\* {2}`ls c1` {2}asked\n/);
		expect(textsOf(opened, thread)).toEqual([lines, expect.stringContaining('Install it?')]);
		const rows = rowsOf(opened.outbox);
		await opened.until(opened.show(thread, play(...begun(key), closed, ...ends), rows));
		const ended = expect.stringMatching(/^✓ \*bash\* {2}`ls c1`/);
		const answered = expect.stringContaining('The sum is 42.');
		expect(textsOf(opened, thread)).toEqual([lines, expect.stringContaining('Ada: yes'), ended, answered]);
	});

	it.each([
		['it was shown', '', /^📎 sales\.csv.*\n❔ \*bash\* {2}`ls c1` {2}asked\nThreadsmith was interrupted/],
		['anybody knew of it', 't1-x/live-1/stream', /^❔ \*bash\* {2}`ls c1` {2}asked/m],
	])('is not left so either where the process died as soon as %s', async (_, deadly, lines) => {
		await using slack = await startFakeSlack();
		let state: 'lives' | 'dies' | 'lives again' = 'lives';
		const outbox = createMemoryOutbox((call, key) => {
			if (state === 'lives' && call === 'sent' && key === deadly) state = 'dies';
			if (state === 'dies') throw new Error('crash');
		});
		const at = await dies({ slack, outbox }, undefined, begun, (...given) => state === 'dies' || showsCall(...given));
		state = 'lives again';
		await using opened = await openShow({ slack, outbox });
		const { thread, key } = at;
		await opened.until(opened.show(thread, play(...begun(key), resumed, question, waits), rowsOf(outbox)));
		expect(textsOf(opened, thread).at(-1)).toContain('Install it?');
		expect(textOf(opened, thread)).toMatch(lines);
		await opened.until(opened.show(thread, play(...begun(key), resumed, closed, ...ends), rowsOf(outbox)));
		expect(textOf(opened, thread)).not.toMatch(/⋯|Interrupted;/);
		expect(textOf(opened, thread)).toMatch(/Ada: yes[\s\S]*✓ \*bash\* {2}`ls c1`[\s\S]*The sum is 42\./);
	});
});
