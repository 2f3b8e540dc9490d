import { createHash } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import { watchGrowth } from '../../../src/git/host/mirror/watch-growth.ts';
import { explain } from '../../../src/git/host/reach/explain.ts';
import { type GitGround, gitGround, watch, whyOf } from '../../support/git-server/git-ground.ts';
import { tempDir } from '../../support/temp-dir.ts';

let ground: GitGround;
beforeEach(async () => {
	ground = await gitGround();
});
afterEach(() => ground[Symbol.asyncDispose]());

const mirrorOf = () => join(ground.folders.mirrors, `${ground.access.repository.id}.git`);

async function packBytes(): Promise<number> {
	const folder = join(mirrorOf(), 'objects', 'pack');
	const names = await readdir(folder).catch(() => []);
	const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
	return sizes.reduce((sum, size) => sum + size, 0);
}

/** Writes an object into the server's repository as it is, whatever git would say of it, and answers its id. */
async function putObject(type: string, content: Buffer): Promise<string> {
	const whole = Buffer.concat([Buffer.from(`${type} ${content.byteLength}\0`), content]);
	const id = createHash('sha1').update(whole).digest('hex');
	const folder = join(ground.served.dir, 'objects', id.slice(0, 2));
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, id.slice(2)), deflateSync(whole)).catch(() => undefined);
	return id;
}

async function putTree(entries: readonly (readonly [mode: string, name: string, id: string])[]): Promise<string> {
	const rows = entries.map(([mode, name, id]) =>
		Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
	);
	return putObject('tree', Buffer.concat(rows));
}

async function serve(tree: string): Promise<void> {
	const who = 'a <a@b> 1700000000 +0000';
	const commit = await putObject('commit', Buffer.from(`tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nx\n`));
	await ground.served.git('update-ref', 'refs/heads/main', commit);
}

const fetch = (bounds: Parameters<GitGround['other']>[0] = {}) =>
	ground.other(bounds).fetch(ground.access, undefined, watch());

describe('a repository that is too large', () => {
	it('is left while it is fetched, and nothing of it stays', async () => {
		const random = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(Math.random() * 256)));
		await serve(await putTree([['100644', 'a', await putObject('blob', random)]]));
		expect(whyOf(await fetch({ mostBytes: 100_000 }))).toBe('acme/app is larger than what is fetched here.');
		expect(await packBytes()).toBe(0);
		expect(await fetch()).toMatchObject({ kind: 'fetched', files: 1 });
	});

	it('when it is unpacked is not taken, and nothing of it stays', async () => {
		await serve(await putTree([['100644', 'zeros', await putObject('blob', Buffer.alloc(40_000_000))]]));
		expect(whyOf(await fetch({ mostBytes: 10_000_000 }))).toBe(
			'The files of acme/app are larger than what is fetched here.',
		);
		expect(await packBytes()).toBe(0);
	});

	it('by folders within folders is not counted to its end', async () => {
		const names = Array.from({ length: 10 }, (_, index) => `f${index}`);
		let tree = await putTree(
			names.map((name) => ['100644', name, createHash('sha1').update('blob 0\0').digest('hex')]),
		);
		await putObject('blob', Buffer.alloc(0));
		for (let depth = 0; depth < 9; depth += 1) tree = await putTree(names.map((name) => ['40000', name, tree]));
		await serve(tree);
		const started = performance.now();
		expect(whyOf(await fetch({ bounds: { files: 20_000 } }))).toBe('acme/app has more than 20000 files.');
		expect(performance.now() - started).toBeLessThan(30_000);
	});
});

describe('names without end', () => {
	const why = 'The names of the files of acme/app are longer than what is fetched here.';
	const mostHeld = 300_000_000;

	it('are not held, however many files a folder of such a name is said to have (CVE-2026-111760 cuts them short)', async () => {
		const blob = await putObject('blob', Buffer.from('x'.repeat(200)));
		const names = Array.from({ length: 30 }, (_, index) => `f${index + 10}`);
		let tree = await putTree(names.map((name) => ['100644', name, blob]));
		for (let depth = 0; depth < 3; depth += 1) tree = await putTree(names.map((name) => ['40000', name, tree]));
		await serve(await putTree([['40000', 'n'.repeat(400_000), tree]]));
		const before = process.memoryUsage().rss;
		expect(whyOf(await fetch())).toBe(why);
		expect(process.memoryUsage().rss - before).toBeLessThan(mostHeld);
		expect(await packBytes()).toBe(0);
	});

	it('are refused where a single file has one, or lies too deep, and those that Linux can hold are taken', async () => {
		const blob = await putObject('blob', Buffer.from('x'));
		await serve(await putTree([['100644', 'n'.repeat(5_000), blob]]));
		expect(whyOf(await fetch())).toBe(why);
		let deep = await putTree([['100644', 'a', blob]]);
		for (let depth = 0; depth < 300; depth += 1) deep = await putTree([['40000', 'a', deep]]);
		await serve(deep);
		expect(whyOf(await fetch())).toBe(why);
		await serve(await putTree([['100644', 'n'.repeat(255), blob]]));
		expect(await fetch()).toMatchObject({ kind: 'fetched', files: 1 });
	});
});

describe('objects of others', () => {
	const blob = () => putObject('blob', Buffer.from('x\n'));

	it.each([
		['CVE-2014-9390: a folder .git', '40000', '.git'],
		['CVE-2019-1353: .git in short names of Windows', '40000', 'GIT~1'],
		['CVE-2019-1352: .git with a stream of NTFS', '40000', '.git::$INDEX_ALLOCATION'],
		['CVE-2014-9390: .git in other cases', '40000', '.GIT'],
		['CVE-2014-9390: .git with what HFS+ ignores', '40000', '.g\u200cit'],
		['a name of two dots', '40000', '..'],
		['a name with a slash', '100644', 'a/b'],
		['CVE-2018-11235: .gitmodules as a link', '120000', '.gitmodules'],
	])('are refused with %s', async (_what, mode, name) => {
		const inner = mode === '40000' ? await putTree([['100644', 'config', await blob()]]) : await blob();
		await serve(await putTree([[mode, name, inner]]));
		expect(whyOf(await fetch())).toContain('sent objects of acme/app that are damaged or not right');
	});

	it.each([
		['CVE-2018-17456: an address that is an option', '[submodule "x"]\n\tpath = x\n\turl = -u./payload\n'],
		['CVE-2018-11235: a name that leads out', '[submodule "../../x"]\n\tpath = x\n\turl = https://a.example/x\n'],
		[
			'CVE-2020-5260: an address with a line end',
			'[submodule "x"]\n\tpath = x\n\turl = "https://a.example?\\nhost=b"\n',
		],
		[
			'CVE-2019-19604: a command for updates',
			'[submodule "x"]\n\tpath = x\n\turl = https://a.example/x\n\tupdate = !id\n',
		],
	])('are refused with submodules as in %s', async (_what, text) => {
		await serve(await putTree([['100644', '.gitmodules', await putObject('blob', Buffer.from(text))]]));
		expect(whyOf(await fetch())).toContain('damaged or not right');
	});

	it('are refused with attributes as in CVE-2022-23521: a line without end', async () => {
		const text = `* ${'a'.repeat(3_000)}\n`;
		await serve(await putTree([['100644', '.gitattributes', await putObject('blob', Buffer.from(text))]]));
		expect(whyOf(await fetch())).toContain('damaged or not right');
	});

	it('are taken with a link that leads out, as nothing is checked out here (CVE-2021-21300, CVE-2024-32002, CVE-2025-48384)', async () => {
		const target = await putObject('blob', Buffer.from('/etc/passwd'));
		await serve(await putTree([['120000', 'link', target]]));
		expect(await fetch()).toMatchObject({ kind: 'fetched', files: 1 });
		expect(await readdir(mirrorOf())).not.toContain('link');
	});

	it('are refused where one is missing or is not what its id says', async () => {
		await serve(await putTree([['100644', 'a', 'e'.repeat(40)]]));
		expect(whyOf(await fetch())).toMatch(/lost|damaged/);
	});
});

describe('watchGrowth()', () => {
	it('tells what stopped growing from what grows too much', async () => {
		await using dir = await tempDir();
		await using still = await watchGrowth(
			dir.path,
			{ most: 10, stallMs: 20, everyMs: 5 },
			new AbortController().signal,
		);
		await new Promise((resolve) => still.signal.addEventListener('abort', resolve));
		expect(still.met()).toBe('stalled');
		await using much = await watchGrowth(
			dir.path,
			{ most: 10, stallMs: 60_000, everyMs: 5 },
			new AbortController().signal,
		);
		const over = new Promise((resolve) => much.signal.addEventListener('abort', resolve));
		await writeFile(join(dir.path, 'a'), '12345678901');
		await over;
		expect(much.met()).toBe('too-big');
	});
});

describe('a disk without room', () => {
	it('is a problem of this machine, which the operator mends', () => {
		const end = { kind: 'failed', code: 128, stderr: 'fatal: write error: No space left on device\n' } as const;
		expect(() => explain(end, { host: 'h', path: 'p', hasKey: true })).toThrow(ProblemError);
		const remote = { ...end, stderr: 'remote: fatal: write error: No space left on device\nfatal: early EOF\n' };
		expect(explain(remote, { host: 'h', path: 'p', hasKey: true })).toMatchObject({ kind: 'refused' });
	});

	it('is none of it where a server says so by ssh, whose words come as they are', () => {
		const stderr = `fatal: unable to create thread: No space left on device\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\n`;
		const end = { kind: 'failed', code: 128, stderr } as const;
		expect(explain(end, { host: 'h', path: 'p', hasKey: true })).toEqual({
			kind: 'refused',
			why: 'h has no room left on its disk.',
		});
	});
});
