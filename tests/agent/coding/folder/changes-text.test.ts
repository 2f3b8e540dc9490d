import { expect, test } from 'vitest';
import { changesText } from '../../../../src/agent/coding/folder/changes-text.ts';

const change = { path: 'a.py', kind: 'changed', state: 'applied', added: 3, removed: 1 } as const;

test('changes are a line each, what was not brought back first', () => {
	expect(
		changesText([
			change,
			{ ...change, path: 'b', kind: 'created', removed: 0 },
			{ ...change, path: 'c', kind: 'deleted', state: 'conflict', added: 0 },
		]),
	).toBe('🗑️ delete c (−1) – not brought back: it was changed here, too\n✏️ edit a.py (+3 −1)\n✨ new b (+3)');
});

test('of many changes thirty are listed and the rest is counted', () => {
	const lines = changesText(Array(40).fill(change), 500).split('\n');
	expect([lines.length, lines.at(-1)]).toEqual([31, '… and 510 more']);
	expect(changesText([])).toBe('');
});
