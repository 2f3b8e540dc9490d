import { expect, it } from 'vitest';
import { createKeepFacts } from '../../../../src/agent/memory/keep-facts.ts';
import type { Person } from '../../../../src/chat/thread.ts';
import { openNotes } from '../../../../src/store/notes/note-folders.ts';
import { bo, cy, said, command as spoken } from '../../../support/commands.ts';
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

it('a message that is deleted leaves what was read back of it, and the memories that a summary has made of it, whatever turn they name', async () => {
	await using dir = await tempDir();
	const summarizer = scriptedSummarizer({ facts: () => ({ facts: [{ text: 'Doors are vermilion', about: '' }] }) });
	const notes = openNotes(dir.path);
	const compaction = openCompaction({ window: 32_768, summarizer, keepFacts: createKeepFacts(notes) });
	const readBack = { calls: [{ name: 'read_back', args: { search: 'vermilion' } }] };
	const brain = scriptedModel([
		...['One', 'Two', 'Three', 'Four'].map((text) => ({ text })),
		readBack,
		{ text: 'Five' },
	]);
	await using bench = openWorkbench({ home: dir.path, brain, compaction });
	const first = message(`Doors are vermilion ${'red '.repeat(4_000)}`);
	for (const one of [first, message(`Green ${'grass '.repeat(3_000)}`), message('Red'), message('White')])
		await bench.say(one);
	await bench.say(command('compact'));
	await bench.say(message('Which doors?'));
	const held = await holdingAny(dir.path, ['vermilion']);
	expect(held.filter((path) => path.includes('memories'))).not.toEqual([]);
	expect(brain.requests.at(-1)?.messages.at(-1)?.text).toContain('Doors are vermilion red');
	await bench.say(gone(first.key));
	await bench.say(message('Go on'));
	expect(await holdingAny(dir.path, ['Doors are vermilion'])).toEqual([]);
});

it('a message that was never taken leaves summaries and memories as they are when it is deleted', async () => {
	await using dir = await tempDir();
	const compaction = openCompaction({ window: 32_768 });
	const remember = { calls: [{ name: 'remember', args: { text: 'Walls in ultramarine', scope: 'session' } }] };
	const recall = { calls: [{ name: 'recall', args: { query: 'walls' } }] };
	const answers = ['Three', 'Four', 'Five'].map((text) => ({ text }));
	const brain = scriptedModel([remember, { text: 'One' }, recall, { text: 'Two' }, ...answers]);
	await using bench = openWorkbench({ home: dir.path, brain, compaction });
	for (const text of [`Blue ${'sky '.repeat(4_000)}`, `Green ${'grass '.repeat(3_000)}`, 'Red', 'White'])
		await bench.say(message(text));
	await bench.say(command('compact'));
	expect(bench.platform.posts.at(-1)).toMatch(/^Compacted the conversation: from/);
	await bench.say(gone('C1/never-taken'));
	await bench.say(message('Go on'));
	expect(brain.requests.at(-1)?.messages[0]?.text.slice(0, 8)).toBe('[Summary');
});

it('somebody who is forgotten leaves the memories that a summary has made since they first spoke', async () => {
	await using dir = await tempDir();
	const summarizer = scriptedSummarizer({ facts: () => ({ facts: [{ text: 'Doors are vermilion', about: '' }] }) });
	const compaction = openCompaction({
		window: 32_768,
		summarizer,
		keepFacts: createKeepFacts(openNotes(dir.path)),
	});
	const brain = scriptedModel(['One', 'Two', 'Three', 'Four'].map((text) => ({ text })));
	await using bench = openWorkbench({ home: dir.path, brain, compaction });
	const thread = { platform: 'slack', id: 'T1-C1-1.1' } as const;
	const of = (person: Person) => ({ person, thread });
	await bench.say(said(`Red doors ${'red '.repeat(4_000)}`, of(bo)));
	await bench.say(said(`Green ${'grass '.repeat(3_000)}`, of(cy)), said('Red', of(cy)), said('White', of(cy)));
	await bench.say(spoken('/compact', of(cy)));
	expect(await holdingAny(dir.path, ['Doors are vermilion'])).not.toEqual([]);
	await bench.say(spoken('/forget-me', of(bo)));
	await bench.say(spoken('/forget-me yes', of(bo)));
	await bench.dispatch.settled();
	expect(await holdingAny(dir.path, ['Doors are vermilion', 'Red doors'])).toEqual([]);
});
