import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';

const program = new URL('../../../../src/sandbox/guest/python/trials/take_layer.py', import.meta.url).pathname;

/** A tar of these members, made by Python: ours would not make such ones. */
function tarOf(members: readonly Readonly<Record<string, unknown>>[]): Buffer {
	const source = `
import io, json, sys, tarfile
with tarfile.open(fileobj=sys.stdout.buffer, mode="w|") as tar:
    for each in json.loads(sys.argv[1]):
        body = each.pop("body", "").encode()
        info = tarfile.TarInfo(each["name"])
        for field, value in each.items():
            setattr(info, field, value.encode() if field == "type" else value)
        info.size = len(body)
        tar.addfile(info, io.BytesIO(body))
`;
	return execFileSync('python3', ['-c', source, JSON.stringify(members)]);
}

async function take(members: readonly Readonly<Record<string, unknown>>[], loose = true) {
	const dir = await tempDir();
	const [home, folder] = [join(dir.path, 'home'), join(dir.path, 'home', 'app')];
	await mkdir(join(folder, '.git'), { recursive: true });
	await mkdir(join(dir.path, 'outside'));
	await symlink('../../outside', join(folder, 'way'));
	await writeFile(join(folder, 'mine'), 'of the commit');
	const run = (input: Buffer) =>
		JSON.parse(
			execFileSync('python3', [program, JSON.stringify({ folder, loose })], {
				input,
				env: { HOME: home, PATH: process.env['PATH'] },
			}).toString(),
		);
	const answer = run(tarOf(members));
	return {
		answer,
		again: (more: typeof members) => run(tarOf(more)),
		folder,
		home,
		outside: join(dir.path, 'outside'),
		[Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
	};
}

const [file, link, hard, device] = ['0', '2', '1', '3'];
const end = { name: 'end' };

it.each([
	['folder/../x'],
	['folder/a/../../x'],
	['/etc/x'],
	['folder//x'],
	['folder/.git/hooks/post-checkout'],
	['loose/.git/config'],
	['home/../x'],
	['other/x'],
	['folder'],
])('a layer with a file named "%s" is not laid', async (name) => {
	await using taken = await take([{ name, type: file, body: 'x' }, end]);
	expect(taken.answer).toEqual({ problem: 'it holds a name that leads out of its folder' });
	expect((await readdir(taken.folder)).toSorted()).toEqual(['.git', 'mine', 'way']);
});

it('no file is written through a link, be it of the commit or of the layer', async () => {
	await using taken = await take([
		{ name: 'folder/way/x', type: file, body: 'x' },
		{ name: 'folder/made', type: link, linkname: '/tmp' },
		{ name: 'folder/made/threadsmith-x', type: file, body: 'x' },
		{ name: 'folder/hard', type: hard, linkname: 'folder/../../outside/x' },
	]);
	expect(taken.answer).toEqual({ problem: 'it holds a name that leads out of its folder' });
	expect(await readdir(taken.outside)).toEqual([]);
	expect(await readdir('/tmp')).not.toContain('threadsmith-x');
});

it('what is there already stays as it is, devices are passed over, and no bit but that to be run is set', async () => {
	await using taken = await take([
		{ name: 'folder/mine', type: file, body: 'of the layer' },
		{ name: 'folder/device', type: device },
		{ name: 'folder/bin/run', type: file, mode: 0o4755, body: '#!/bin/sh\n' },
		{ name: 'home/.cargo/config.toml', type: file, body: 'x' },
		end,
	]);
	expect(taken.answer).toHaveProperty('laid');
	expect(await readFile(join(taken.folder, 'mine'), 'utf8')).toBe('of the commit');
	expect((await readdir(taken.folder)).toSorted()).toEqual(['.git', 'bin', 'mine', 'way']);
	const mode = execFileSync('stat', ['-c', '%a', join(taken.folder, 'bin', 'run')])
		.toString()
		.trim();
	expect(mode).toBe('755');
	expect(await readFile(join(taken.home, '.cargo', 'config.toml'), 'utf8')).toBe('x');
});

it('what nobody was to change stays so, and the next layer comes into it all the same', async () => {
	const folder = { name: 'folder/made', type: '5', mode: 0o555 };
	const first = [folder, { name: 'folder/made/a', type: file, mode: 0o444, body: 'a' }, end];
	await using taken = await take(first);
	const modes = () =>
		execFileSync('stat', ['-c', '%a', ...['', '/a'].map((name) => join(taken.folder, `made${name}`))])
			.toString()
			.trim();
	expect([taken.answer, modes()]).toEqual([{ laid: 2 }, '555\n444']);
	const next = [folder, { name: 'folder/made/b', type: file, mode: 0o644, body: 'b' }, end];
	expect(taken.again(next)).toEqual({ laid: 1 });
	expect(await readdir(join(taken.folder, 'made'))).toEqual(['a', 'b']);
	expect(modes()).toBe('555\n444');
});

it('what nothing excludes is laid for tests alone', async () => {
	const members = [{ name: 'loose/new', type: file, body: 'x' }, { name: 'folder/made', type: file, body: 'x' }, end];
	await using session = await take(members, false);
	expect((await readdir(session.folder)).toSorted()).toEqual(['.git', 'made', 'mine', 'way']);
	await using test = await take(members);
	expect(await readdir(test.folder)).toContain('new');
});

it('one that is cut off is told of, and so is what is none', async () => {
	await using cut = await take([{ name: 'folder/made', type: file, body: 'x' }]);
	expect(cut.answer).toEqual({ problem: 'it is cut off' });
});
