import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/base/errors.ts';
import { command } from '../../support/commands.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { scriptedSummarizer } from '../../support/scripted-summarizer.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';
import { type Opening, openCompaction } from '../compaction/past.ts';

const bash = { calls: [{ name: 'bash', args: { command: 'ls' } }] };
const eightCalls = Array.from({ length: 8 }, () => bash);
const tooLong = (limit?: number) => ({ fails: new ModelError('context-overflow', 'It no longer fits', { limit }) });

async function onBench(
	replies: readonly ScriptedReply[],
	opening: Opening,
	test: (bench: Workbench, brain: ReturnType<typeof scriptedModel>) => Promise<void>,
	more: Partial<WorkbenchOptions> = {},
): Promise<void> {
	await using dir = await tempDir();
	const brain = scriptedModel(replies);
	const tools = { bash: () => ({ ok: true, text: 'line of output\n'.repeat(300) }) };
	const compaction = openCompaction({ window: 100_000, ...opening });
	await using bench = openWorkbench({ home: dir.path, brain, tools, compaction, ...more });
	await test(bench, brain);
}

const notices = ({ platform }: Workbench) =>
	platform.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));
const stepsOf = async ({ sessions }: Workbench) =>
	(await (await sessions.open(sessionId)).journal.after(0)).map(({ step }) => step);

describe('a request that is refused as too long', () => {
	it('is made shorter and asked again, also in the middle of a turn and when it is the first that is heard of the limit', () =>
		onBench([...eightCalls, tooLong(13_000), { text: 'Done' }], {}, async (bench, brain) => {
			await bench.say(message('go'));
			expect(bench.platform.posts).toEqual(expect.arrayContaining(['Done', 'ended done']));
			const texts = brain.requests.at(-1)?.messages.map(({ text }) => text.slice(0, 9));
			expect(texts?.filter((text) => text === '[Cleared:')).toHaveLength(5);
			expect(texts?.[0]).toBe('go');
			expect(notices(bench)).toContain('Compacting the conversation …');
		}));

	it('goes on however often it is refused, and the thread with it', () =>
		onBench(
			[{ text: 'One' }, bash, bash, bash, tooLong(4_000), tooLong(), { text: 'Done' }, { text: 'Later' }],
			{ summarizer: scriptedSummarizer({ sections: () => Promise.reject(new Error('gone')) }) },
			async (bench) => {
				await bench.say(message('word '.repeat(2_000)), message('go'), message('and now'));
				expect(bench.platform.posts.filter((post) => /^(Done|Later|ended)/.test(post))).toEqual([
					...['ended done', 'Done', 'ended done', 'Later', 'ended done'],
				]);
				expect(notices(bench).some((text) => text.startsWith('Left out the oldest part'))).toBe(true);
			},
		));

	it('ends the turn where there is nothing to leave out, as it would go on for ever', () =>
		onBench(
			Array.from({ length: 9 }, () => tooLong(2_000)),
			{},
			async (bench, brain) => {
				await bench.say(message('go'));
				expect(bench.platform.events.at(-1)).toMatchObject({ outcome: 'failed', reason: 'It no longer fits' });
				expect(brain.requests.length).toBeLessThan(8);
			},
		));
});

describe('a window that fills', () => {
	const long = 'word '.repeat(1_500);
	const replies = [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }, { text: 'Four' }, { text: 'Five' }];

	it('is told to the Brain, which can have the past put into a summary from then on', () =>
		onBench(
			[
				...[{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
				{ calls: [{ name: 'compact_context', args: { keep: 'the colour' } }] },
				{ text: 'Done' },
			],
			{ window: 18_000 },
			async (bench, brain) => {
				for (const text of [long, long, long, 'short']) await bench.say(message(text));
				const told = brain.requests.map(({ tools }) => tools.some(({ name }) => name === 'compact_context'));
				expect(told).toEqual([false, false, true, true, true]);
				expect(brain.requests[3]?.messages.at(-1)?.text).toMatch(/^\[Note: This conversation fills \d+ %/);
				const last = brain.requests.at(-1)?.messages ?? [];
				expect(last[0]?.text).toContain('Goal: Sum up the year');
				expect(last.slice(-2).map(({ role, text }) => `${role} ${text}`)).toEqual([
					...['assistant ', 'tool It is done before your next step.'],
				]);
				expect(notices(bench).at(-1)).toMatch(/^Compacted the conversation/);
			},
		));

	it('is not told as shortened to the Brain that has asked, where no summary can be made', () =>
		onBench(
			[{ calls: [{ name: 'compact_context', args: {} }] }, { text: 'Done' }, { text: 'Two' }],
			{ window: 200_000 },
			async (bench, brain) => {
				for (const text of ['short', 'and on']) await bench.say(message(text));
				const answered = 'tool Not done: there is nothing that is old enough. You go on';
				for (const request of brain.requests.slice(1))
					expect(request.messages.some(({ role, text }) => `${role} ${text}`.startsWith(answered))).toBe(true);
				expect(notices(bench).at(-1)).toContain('could not be compacted');
			},
		));

	it('costs nothing while nobody writes', async () => {
		const summarizer = scriptedSummarizer();
		await onBench(replies, { window: 9_000, summarizer }, async (bench, brain) => {
			for (const text of [long, long]) await bench.say(message(text));
			const before = [brain.requests.length, summarizer.asked.length];
			await bench.dispatch.recover();
			await bench.dispatch.settled();
			expect([brain.requests.length, summarizer.asked.length]).toEqual(before);
		});
	});

	it('makes of consecutive requests beginnings of each other, but where it was shortened', () =>
		onBench(
			Array.from({ length: 30 }, (_, nth) => (nth % 3 === 2 ? { text: `${nth}` } : bash)),
			{ window: 24_000 },
			async (bench, brain) => {
				for (let nth = 0; nth < 10; nth += 1) await bench.say(message(`Request ${nth}`));
				const { times } = (await bench.sessions.open(sessionId).then(({ journal }) => journal.after(0)))
					.map(({ step }) => step)
					.reduce((sum, step) => ({ times: sum.times + (step.type === 'compacted' ? 1 : 0) }), { times: 0 });
				const bytes = brain.whole.map(({ system, tools, messages }) =>
					JSON.stringify([system, tools, ...messages]).slice(0, -1),
				);
				const breaks = bytes.filter((one, nth) => nth > 0 && !one.startsWith(bytes[nth - 1] ?? ''));
				expect(times).toBeGreaterThan(1);
				expect(breaks.length).toBe(times);
			},
		));
});

describe('a summary that takes long', () => {
	const hangs = () => scriptedSummarizer({ sections: () => new Promise(() => undefined) });
	const long = 'word '.repeat(1_500);

	it('ends with its turn when that is stopped, and the next message is answered', async () => {
		const summarizer = hangs();
		await onBench(
			[{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
			{ window: 8_200, summarizer },
			async (bench) => {
				await bench.say(message(long));
				await bench.dispatch.accept(message(long));
				await waitFor(() => summarizer.asked.length > 0, 'the Summarizer');
				await bench.say(inbound('stop', {}));
				expect(bench.platform.posts.at(-1)).toBe('ended stopped');
				expect((await stepsOf(bench)).some(({ type }) => type === 'compacted')).toBe(false);
			},
		);
	});

	it('ends with its command when that is stopped', async () => {
		const summarizer = hangs();
		await onBench([{ text: 'One' }, { text: 'Two' }], { summarizer }, async (bench) => {
			await bench.say(message(long), message(long));
			await bench.dispatch.accept(command('/compact'));
			await waitFor(() => summarizer.asked.length > 0, 'the Summarizer');
			await bench.say(command('/stop'));
			expect(bench.platform.posts.slice(-2)).toEqual(['Stopping …', 'Stopped by Ada']);
			await bench.say(command('/status'));
			expect(bench.platform.posts.at(-1)).toContain('none running');
		});
	});
});

describe('/compact', () => {
	const long = 'word '.repeat(1_500);

	it('puts the past into a summary that keeps what is asked for, tells the window, and is taken back', async () => {
		const summarizer = scriptedSummarizer();
		await onBench(
			[{ text: 'One' }, { text: 'Two' }, { text: 'Three' }, { text: 'Four' }],
			{ summarizer },
			async (bench, brain) => {
				for (const text of [long, long, 'short']) await bench.say(message(text));
				await bench.say(command('/compact the colours'));
				expect(bench.platform.posts.at(-1)).toMatch(/^Compacted the conversation: from .* takes it back\.$/);
				expect(summarizer.asked.at(-1)?.prompt).toContain('Keep above all: the colours');
				await bench.say(command('/status'));
				expect(bench.platform.posts.at(-1)).toMatch(/Window +[\d,]+ of 100,000 tokens \(\d+ %\), shortened once/);
				await bench.say(command('/compact undo'));
				expect(bench.platform.posts.at(-1)).toMatch(/^The summary is taken back/);
				await bench.say(message('on'));
				expect(brain.requests.at(-1)?.messages.map(({ text }) => text)).toEqual([
					...[long, 'One', long, 'Two', 'short', 'Three', 'on'],
				]);
			},
		);
	});

	it('leaves a question open that waits for its answer', () => {
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['red', 'blue'] } }] };
		return onBench([{ text: 'One' }, { text: 'Two' }, asks, { text: 'Blue it is' }], {}, async (bench, brain) => {
			for (const text of [long, long, 'pick']) await bench.say(message(text));
			await bench.say(command('/compact'));
			expect(bench.platform.posts.at(-1)).toMatch(/^Compacted the conversation/);
			await bench.say(message('blue'));
			expect(bench.platform.posts.slice(-3)).toEqual(['closed: Ada answered: blue', 'Blue it is', 'ended done']);
			expect(brain.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', text: 'Ada answered: blue' });
		});
	});

	it('says why where there is nothing to be saved', () =>
		onBench([{ text: 'One' }], {}, async (bench) => {
			await bench.say(message('hi'), command('/compact'));
			expect(bench.platform.posts.at(-1)).toMatch(/^The conversation could not be compacted/);
		}));
});

it('what was cleared is read back whole, and what was said before is found by its words', () =>
	onBench(
		[
			...[...eightCalls, tooLong(13_000)],
			{ calls: [{ name: 'read_back', args: { search: 'GO home' } }] },
			{ text: 'Done' },
			{ calls: [{ name: 'read_back', args: { id: 'later' } }] },
			{ text: 'Done' },
		],
		{},
		async (bench, brain) => {
			await bench.say(message('Go home'));
			const [found] = brain.requests.at(-1)?.messages.slice(-1) ?? [];
			expect(found?.text).toContain('a person: ');
			const [, id = ''] =
				/read_back \{"id":"([^"]+)"\}/.exec(JSON.stringify(brain.requests.at(-1)?.messages).replaceAll('\\"', '"')) ??
				[];
			const { journal } = await bench.sessions.open(sessionId);
			const kept = (await journal.after(0)).find(({ step }) => step.type === 'tool-finished' && step.callId === id);
			expect(kept?.step).toMatchObject({ text: 'line of output\n'.repeat(300) });
		},
	));
