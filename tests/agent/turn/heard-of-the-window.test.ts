import { describe, expect, it } from 'vitest';
import { createWindows } from '../../../src/agent/compaction/measure/windows.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, type Workbench } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';
import { openCompaction } from '../compaction/past.ts';

const bash = { calls: [{ name: 'bash', args: { command: 'ls' } }] };
const eightCalls = Array.from({ length: 8 }, () => bash);

async function onBench(
	replies: readonly ScriptedReply[],
	test: (bench: Workbench, brain: ReturnType<typeof scriptedModel>) => Promise<void>,
	more: Partial<WorkbenchOptions> = {},
): Promise<void> {
	await using dir = await tempDir();
	const brain = scriptedModel(replies);
	const tools = { bash: () => ({ ok: true, text: 'line of output\n'.repeat(300) }) };
	const compaction = openCompaction({ window: 100_000 });
	await using bench = openWorkbench({ home: dir.path, brain, tools, compaction, ...more });
	await test(bench, brain);
}

describe('an answer without a word or a thought', () => {
	const nothing = { usage: { inputTokens: 30_000, outputTokens: 0 } };
	const texts = (request: { readonly messages: readonly { readonly text: string }[] } | undefined) =>
		request?.messages.map(({ text }) => text) ?? [];

	it('is a refusal where it was cut: the request is made shorter and asked again', () =>
		onBench([...eightCalls, { ...nothing, cutWhy: 'Cut' }, { text: 'Done' }], async (bench, brain) => {
			await bench.say(message('go'));
			expect(bench.platform.posts).toEqual(expect.arrayContaining(['Done', 'ended done']));
			expect(texts(brain.requests.at(-1)).some((text) => text.startsWith('[Cleared:'))).toBe(true);
			expect(texts(brain.requests.at(-1)).some((text) => text.startsWith('Your last answer was empty'))).toBe(false);
		}));

	it('is one where a long request gets it twice', () =>
		onBench([...eightCalls, nothing, nothing, { text: 'Done' }], async (bench, brain) => {
			await bench.say(message('go'));
			expect(bench.platform.posts).toEqual(expect.arrayContaining(['Done', 'ended done']));
			expect(texts(brain.requests.at(-1)).some((text) => text.startsWith('[Cleared:'))).toBe(true);
		}));

	it('says nothing of the window in a short conversation', () =>
		onBench([nothing, nothing], async (bench, brain) => {
			await bench.say(message('go'));
			expect(bench.platform.events.at(-1)).toMatchObject({ reason: 'The model gave an empty answer twice' });
			expect(brain.requests).toHaveLength(2);
		}));

	it('says nothing of a window that has answered as much today, and clears nothing away', async () => {
		const windows = createWindows({});
		await windows.took('scripted', 60_000);
		await onBench(
			[...eightCalls, nothing, nothing],
			async (bench, brain) => {
				await bench.say(message('go'));
				expect(bench.platform.events.at(-1)).toMatchObject({ reason: 'The model gave an empty answer twice' });
				expect(texts(brain.requests.at(-1)).some((text) => text.startsWith('[Cleared:'))).toBe(false);
			},
			{ windows },
		);
	});
});

it('a request that was answered is one that its server takes, but for one that another model has answered or that cannot be so long', async () => {
	const took: (readonly [model: string, tokens: number])[] = [];
	const windows = { took: async (...told: [string, number]) => void took.push(told), hasTaken: async () => false };
	const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 5 });
	const replies = [
		{ text: 'One', usage: usage(9_000) },
		{ text: 'Two', usage: usage(9_001), instead: { model: 'other', why: 'it is away' } },
		{ text: 'Three', usage: usage(900_000) },
	];
	const say = async (bench: Workbench) => {
		for (const text of ['word '.repeat(6_000), 'two', 'three']) await bench.say(message(text));
	};
	await onBench(replies, say, { windows });
	expect(took).toEqual([['scripted', 9_000]]);
});

it('a server that cuts what it is sent is told of once', async () => {
	const cut = { text: 'Hm', usage: { inputTokens: 4_096, outputTokens: 5 } };
	await onBench([cut, cut, cut], async (bench) => {
		for (const text of ['The quick brown fox. '.repeat(3_000), 'more', 'more']) await bench.say(message(text));
		const told = bench.platform.events.filter(
			(event) => event.type === 'notice' && event.text.includes('OLLAMA_CONTEXT_LENGTH'),
		);
		expect(told).toHaveLength(1);
	});
});
