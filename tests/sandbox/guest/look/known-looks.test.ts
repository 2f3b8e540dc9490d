import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Look } from '../../../../src/sandbox/file-shapes.ts';
import { lookName, noteLook } from '../../../../src/sandbox/guest/look/known-looks.ts';
import { tempDir } from '../../../support/temp-dir.ts';

it('names a look by the bytes of the file, its name and what its columns are separated by', async () => {
	await using dir = await tempDir();
	const nameOf = (text: string | Uint8Array, asked: { name?: string; separator?: string } = {}) => {
		const path = join(dir.path, 'file');
		writeFileSync(path, text);
		const fd = openSync(path, 'r');
		try {
			return lookName({ name: 'a.csv', fd, ...asked });
		} finally {
			closeSync(fd);
		}
	};
	const one = nameOf('x,y');
	expect(nameOf('x,y')).toBe(one);
	const others = [nameOf('x;y'), nameOf('x,y', { name: 'b.csv' }), nameOf('x,y', { separator: ';' }), nameOf('')];
	expect(new Set([one, ...others]).size).toBe(5);
	expect(nameOf(new Uint8Array(200_000))).not.toBe(nameOf(new Uint8Array(200_001)));
	expect(nameOf(new Uint8Array(9_000_000))).toBeUndefined();
});

it('keeps what was found in the first 32 files, and no look that came to no end', () => {
	const known = new Map<string, Look>();
	noteLook(known, 'large', { kind: 'large', why: 'is too large' });
	noteLook(known, undefined, { kind: 'other' });
	for (let file = 0; file < 40; file += 1) noteLook(known, `${file}`, { kind: 'other' });
	expect([known.size, known.has('large'), known.has('31'), known.has('32')]).toEqual([32, false, true, false]);
});
