import { expect, it } from 'vitest';
import { earlierFiles, sortFiles } from '../../../../src/agent/dispatch/inbox/file-rights.ts';
import { createPlaces } from '../../../../src/chat/places.ts';

it('a file of an earlier message is of whoever had shared it first, and of nobody where an app had', () => {
	const [bo, guest] = [
		{ id: 'x:1/U2', name: 'Bo' },
		{ id: 'x:1/U3', name: 'guest' },
	];
	const file = { name: 'a.csv', source: 's' };
	const message = { name: 'Bo', person: bo, at: '2026-01-01T00:00:00.000Z', text: '' };
	const files = [file, { ...file, by: guest }, { ...file, by: null }];
	expect(
		earlierFiles({ first: [], leftOut: { kind: 'none' }, newest: [{ ...message, files }] }).map(({ by }) => by),
	).toEqual([bo, guest, null]);
});

it('a file that somebody unknown had shared is named alone, but where it holds words that are read all the same', () => {
	const file = { name: 'a.csv', source: 's', by: null };
	const words = { ...file, name: 'table.csv', ofWords: true } as const;
	const deps = { roleOf: () => 'admin' as const, places: createPlaces([]) };
	const { allowed, refused } = sortFiles([file, words], { platform: 'x', id: 't' }, deps);
	expect([allowed, refused]).toMatchObject([[words], [{ name: 'a.csv' }]]);
});
