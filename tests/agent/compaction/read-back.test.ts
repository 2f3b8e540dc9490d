import { expect, it } from 'vitest';
import { readBack } from '../../../src/agent/compaction/tools/read-back.ts';
import type { ToolContext } from '../../../src/agent/tool.ts';
import { steps } from '../../support/journal-entries.ts';
import { memorySession } from '../../support/memory-session.ts';
import { turnOf } from './past.ts';

const { taken, model, finished, ended, shown } = steps;

it('finds what was said, however often it was found before', async () => {
	const searches = Array.from({ length: 12 }, (_, nth) => {
		const [turn, id] = [`t${nth}`, `t${nth}s1c1`];
		const call = { id, name: 'read_back', arguments: '{"search":"vermilion"}' };
		const texts = [taken(turn, 'And then?'), model(turn, '', [call]), finished(turn, id, 'a person: vermilion')];
		return [...texts, model(turn, 'So'), ended(turn), shown(turn)];
	}).flat();
	const session = memorySession([...turnOf(100, { words: 'Doors are vermilion', rounds: [] }), ...searches]);
	const outcome = await readBack.run({ search: 'vermilion' }, { session } as unknown as ToolContext);
	expect(outcome).toMatchObject({ text: expect.stringMatching(/^[^\n]* a person: Doors are vermilion$/) });
});
