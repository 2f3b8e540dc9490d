import { describe, expect, it } from 'vitest';
import { createWindows } from '../../../src/agent/compaction/measure/windows.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, type Workbench } from '../../support/workbench.ts';
import { openCompaction } from '../compaction/past.ts';

const bash = { calls: [{ name: 'bash', args: { command: 'ls' } }] };
const eightCalls = Array.from({ length: 8 }, () => bash);

async function onBench(
	replies: readonly ScriptedReply[],
	test: (bench: Workbench, brain: ReturnType<typeof scriptedModel>) => Promise<void>,
	windows = createWindows({}),
): Promise<void> {
	await using dir = await tempDir();
	const brain = scriptedModel(replies);
	const tools = { bash: () => ({ ok: true, text: 'line of output\n'.repeat(300) }) };
	const compaction = openCompaction({ window: 100_000 });
	await using bench = openWorkbench({ home: dir.path, brain, tools, compaction, windows });
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
			windows,
		);
	});
});
