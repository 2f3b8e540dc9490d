import { expect, it } from 'vitest';
import { earlierFiles } from '../../../../src/agent/dispatch/inbox/file-rights.ts';

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
