import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkedTag, keepChecked } from '../../src/process/checked-images.ts';
import { tempDir } from '../support/temp-dir.ts';

const mine = { own: 'localhost/mine:1', ours: 'ours:1', tag: 'layered:1' };

it('an image may be used once it has passed, with the guest that it passed with', async () => {
	await using dir = await tempDir();
	await expect(checkedTag(dir.path, mine)).rejects.toMatchObject({
		message: 'Cannot use the image of SANDBOX_IMAGE: "localhost/mine:1" has not passed the check of images yet',
		mend: expect.stringContaining('threadsmith image check localhost/mine:1'),
	});
	expect(await keepChecked(dir.path, mine)).toEqual([]);
	expect(await keepChecked(dir.path, { ...mine, own: 'other', tag: 'layered:9' })).toEqual([]);
	expect(await checkedTag(dir.path, mine)).toBe('layered:1');
	await expect(checkedTag(dir.path, { ...mine, ours: 'ours:2' })).rejects.toThrow(
		'passed the check with another guest',
	);
	expect(await keepChecked(dir.path, { ...mine, ours: 'ours:2', tag: 'layered:2' })).toEqual(['layered:1']);
	expect(await checkedTag(dir.path, { ...mine, ours: 'ours:2' })).toBe('layered:2');
});

it('a record that cannot be read counts as none, and one of a newer version keeps what it knows', async () => {
	await using dir = await tempDir();
	const path = join(dir.path, 'checked-images.json');
	for (const text of ['', '[]', '{"images":7}']) {
		await writeFile(path, text);
		await expect(checkedTag(dir.path, mine)).rejects.toThrow('has not passed');
	}
	await writeFile(path, JSON.stringify({ images: [{ ...mine, signedBy: 'me' }] }));
	await keepChecked(dir.path, { ...mine, own: 'other' });
	expect(JSON.parse(await readFile(path, 'utf8')).images[0]).toEqual({ ...mine, signedBy: 'me' });
});
