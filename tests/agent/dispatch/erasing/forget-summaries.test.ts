import { expect, it } from 'vitest';
import { holdingAny } from '../../../support/holding-any.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { emptySections, scriptedSummarizer } from '../../../support/scripted-summarizer.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { inbound, message, openWorkbench } from '../../../support/workbench.ts';
import { openCompaction } from '../../compaction/past.ts';

const gone = (of: string) => inbound('delete', { of, gone: true });
const command = (name: string, args = '') => inbound('command', { name, args });

it('a message that is deleted leaves the summary that may hold it, the copy, and the call that was cleared; all else is there again', async () => {
	await using dir = await tempDir();
	const sections = () => ({ ...emptySections, goal: 'They like ultramarine' });
	const compaction = openCompaction({ window: 32_768, summarizer: scriptedSummarizer({ sections }) });
	const brain = scriptedModel(['One', 'Two', 'Three', 'Four', 'Five'].map((text) => ({ text })));
	await using bench = openWorkbench({ home: dir.path, brain, compaction });
	const first = message(`ultramarine ${'blue '.repeat(4_000)}`);
	for (const one of [first, message(`Green ${'grass '.repeat(3_000)}`), message('Red'), message('White')])
		await bench.say(one);
	await bench.say(command('compact'));
	expect(bench.platform.posts.at(-1)).toMatch(/^Compacted the conversation: from/);
	await bench.say(gone(first.key));
	expect(await holdingAny(dir.path, ['ultramarine'])).toEqual([]);
	await bench.say(message('Go on'));
	const texts = brain.requests.at(-1)?.messages.map(({ text }) => text.slice(0, 9));
	expect(texts).toEqual(['[deleted]', 'One', 'Green gra', 'Two', 'Red', 'Three', 'White', 'Four', 'Go on']);
});
