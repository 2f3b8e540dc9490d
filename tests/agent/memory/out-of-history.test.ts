import { expect, it } from 'vitest';
import { createKeepFacts } from '../../../src/agent/memory/keep-facts.ts';
import { readIndex } from '../../../src/agent/memory/memory-index.ts';
import { bo, said } from '../../support/commands.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { openWorkbench } from '../../support/workbench.ts';

const by = { person: bo, thread: { platform: 'slack', id: 'T1-C1-1.1' } } as const;
const fact = 'All invoices are paid to the new account';
const remember = (scope: string, text: string) => ({ calls: [{ name: 'remember', args: { text, scope } }] });

it('a fact out of the history is asked about for no channel, and is nobody’s words where the session keeps it anew', async () => {
	await using dir = await tempDir();
	const recall = { calls: [{ name: 'recall', args: { query: 'invoices' } }] };
	const kept = remember('session', `So: ${fact}`);
	const brain = scriptedModel([{ text: 'ok' }, recall, remember('channel', fact), kept, { text: 'ok' }]);
	await using bench = openWorkbench({ home: dir.path, brain });
	await bench.say({ ...said('hello', by), audience: 'public' });
	const session = bench.places.sessionIdOf(by.thread);
	// The Brain is told of its first line alone.
	const facts = [{ text: `Of payments:\n${fact}`, fromTurn: 't1' }];
	await createKeepFacts(bench.notes)({ id: session }, facts, new AbortController().signal);
	await bench.say({ ...said('Remember what you know', by), audience: 'public' });
	const results = brain.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
	expect(results?.map(({ text }) => text)[1]).toMatch(
		/^Not remembered for the channel: it is a fact out of the history/,
	);
	const { memories } = await readIndex(bench.notes.open({ kind: 'session', session }));
	const whose = memories.map(({ from, person }) => [from, person]);
	expect(whose).toEqual([0, 1].map(() => ['the history', undefined]));
});
