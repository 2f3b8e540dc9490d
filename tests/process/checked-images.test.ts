import { chown, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkedTag, firstLook, keepChecked } from '../../src/process/checked-images.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { tempDir } from '../support/temp-dir.ts';

const seen = 'seen-image.json';
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

it.skipIf(process.geteuid?.() !== 0)('root takes no image by the word of another user, nor by a link', async () => {
	await using dir = await tempDir();
	await keepChecked(dir.path, mine);
	const path = join(dir.path, 'checked-images.json');
	await chown(path, 65_533, 65_533);
	await expect(checkedTag(dir.path, mine)).rejects.toThrow('has not passed');
	await using other = await tempDir();
	await symlink(path, join(other.path, 'checked-images.json'));
	await expect(checkedTag(other.path, mine)).rejects.toThrow('ELOOP');
});

/** A sandbox that says this of itself, and counts how often it was asked. */
function sandboxOf(found: object): { readonly sandbox: Sandbox; readonly asked: () => number } {
	let asked = 0;
	const call = async ({ tool }: { readonly tool: string }) => {
		if (tool === 'bash') asked += 1;
		return { ok: true, text: `Exit code 0\n${JSON.stringify(found)}` };
	};
	return { sandbox: { call } as unknown as Sandbox, asked: () => asked };
}

const right = { capabilities: [], seccomp: '2', idMap: ['0', '1000000000', '4096'], foreign: [], setuid: [] };
const found = { ...right, python: '3.13', missing: [], blocked: 77 };
const looking = { runtime: 'runc', names: [], signal: new AbortController().signal };

it('the first sandbox of an image that the set-up has not looked at is looked into, once for a data folder', async () => {
	await using dir = await tempDir();
	const setUps = join(dir.path, 'checked-image.json');
	const { sandbox, asked } = sandboxOf(found);
	await writeFile(setUps, JSON.stringify({ tag: 'ours:1', result: 'left' }));
	const look = await firstLook(dir.path, 'ours:1', { setUps, seen });
	await Promise.all([look?.(sandbox, looking), look?.(sandbox, looking)]);
	expect(asked()).toBe(1);
	expect(await firstLook(dir.path, 'ours:1', { setUps, seen })).toBeUndefined();
	expect(await firstLook(dir.path, 'ours:2', { setUps, seen })).toBeDefined();
	await writeFile(setUps, JSON.stringify({ tag: 'ours:2', result: 'passed', id: 'x' }));
	expect(await firstLook(dir.path, 'ours:2', { setUps, seen })).toBeUndefined();
});

it('a first sandbox that does not hold what it promises is not used, and neither is the next', async () => {
	await using dir = await tempDir();
	const { sandbox, asked } = sandboxOf({ ...found, seccomp: '0' });
	const look = await firstLook(dir.path, 'ours:1', { setUps: join(dir.path, 'none.json'), seen });
	for (const times of [1, 2]) {
		await expect(look?.(sandbox, looking)).rejects.toThrow('does not hold what it promises: seccomp: mode "0"');
		expect(asked()).toBe(times);
	}
	expect(await firstLook(dir.path, 'ours:1', { setUps: join(dir.path, 'none.json'), seen })).toBeDefined();
});
