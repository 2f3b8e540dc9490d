import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blankMirror, makeMirror } from '../../../src/git/host/blank-mirror.ts';
import type { GitEnd } from '../../../src/git/host/order.ts';
import { createGitRunner } from '../../../src/git/host/run-git.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { asked, hostile } from './hostile-mirrors.ts';

const never = new AbortController().signal;
const git = createGitRunner();
let temp: TempDir;
let dir: string;
let marker: string;
let count = 0;
let one: string;
let two: string;

beforeAll(async () => {
	temp = await tempDir();
});
afterAll(() => temp[Symbol.asyncDispose]());
beforeEach(async () => {
	count += 1;
	dir = join(temp.path, `m${count}.git`);
	marker = join(temp.path, `ran${count}`);
	await makeMirror(dir, 'sha1');
	one = await commitOf('one');
	two = await commitOf('two', one);
});

const ours = (...args: string[]): Promise<GitEnd> => git.run({ dir, args, input: Buffer.from(asked) }, never);

/** As git is for anybody on this machine: what the attack is good for. */
async function theirs(...args: string[]): Promise<string> {
	const env = { PATH: process.env['PATH'], HOME: temp.path, GIT_DIR: dir, GIT_CONFIG_NOSYSTEM: '1' };
	const ended = promisify(execFile)('git', args, { env, cwd: dir });
	ended.child.stdin?.on('error', () => undefined).end(asked);
	const { stdout, stderr } = await ended.catch((error: { stdout: string; stderr: string }) => error);
	return stdout + stderr;
}

async function wordOf(args: string[], input?: string): Promise<string> {
	const env = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
	const end = await git.run({ dir, args, env, ...(input !== undefined && { input: Buffer.from(input) }) }, never);
	if (end.kind !== 'ok') throw new Error(JSON.stringify(end));
	return end.stdout.toString().trim();
}

async function commitOf(text: string, parent?: string): Promise<string> {
	const blob = await wordOf(['hash-object', '-w', '--stdin'], `${text}\n`);
	const tree = await wordOf(['mktree'], `100644 blob ${blob}\ta.txt\n`);
	return wordOf(['commit-tree', '-m', text, ...(parent ? ['-p', parent] : []), tree]);
}

async function put(name: string, text: string, mode = 0o755): Promise<void> {
	await mkdir(dirname(join(dir, name)), { recursive: true });
	await (name === 'HEAD' ? writeFile : appendFile)(join(dir, name), text, { mode });
}

describe('a mirror with', () => {
	it.each(Object.entries(hostile))('%s runs nothing', async (_what, prepare) => {
		const { files, command } = prepare({ dir, one, two, touch: `touch ${marker};` });
		for (const [name, text] of Object.entries(files)) await put(name, text);
		await theirs(...command);
		expect(existsSync(marker), 'the control').toBe(true);
		await rm(marker);
		await ours(...command);
		expect(existsSync(marker)).toBe(false);
	});

	it('a configuration behind a link runs nothing', async () => {
		await rename(join(dir, 'config'), join(dir, 'more'));
		await symlink(join(dir, 'more'), join(dir, 'config'));
		await put('more', `[alias]\n\tgo = !touch ${marker}\n`);
		await theirs('go');
		expect(existsSync(marker), 'the control').toBe(true);
		await rm(marker);
		await ours('go');
		expect(existsSync(marker)).toBe(false);
	});

	it('a hook in front of what it serves runs nothing, as no mirror serves', async () => {
		await appendFile(join(dir, 'config'), `[uploadpack]\n\tpackObjectsHook = "touch ${marker};"\n`);
		await ours('update-ref', 'refs/heads/x', one);
		await ours('upload-pack', '.');
		expect(existsSync(marker)).toBe(false);
		expect(await readFile(join(dir, 'config'), 'utf8')).not.toContain('packObjectsHook');
	});

	it('alternates sees no objects of elsewhere', async () => {
		const elsewhere = one;
		const other = join(temp.path, `other${count}.git`);
		await makeMirror(other, 'sha1');
		await mkdir(join(other, 'objects', 'info'), { recursive: true });
		await writeFile(join(other, 'objects', 'info', 'alternates'), `${dir}/objects\n`);
		dir = other;
		expect(await theirs('cat-file', '-t', elsewhere)).toBe('commit\n');
		expect(await ours('cat-file', '-t', elsewhere)).toMatchObject({ kind: 'failed' });
	});

	it('a common folder elsewhere is a repository of its own', async () => {
		const other = join(temp.path, `worktree${count}.git`);
		await makeMirror(other, 'sha1');
		await writeFile(join(other, 'commondir'), `${dir}\n`);
		const elsewhere = one;
		dir = other;
		expect(await theirs('cat-file', '-t', elsewhere)).toBe('commit\n');
		expect(await ours('cat-file', '-t', elsewhere)).toMatchObject({ kind: 'failed' });
	});

	it('replaced objects shows what they say themselves', async () => {
		await theirs('replace', '-f', two, one);
		expect(await theirs('show', `${two}:a.txt`)).toBe('one\n');
		expect(await wordOf(['show', `${two}:a.txt`])).toBe('two');
	});

	it('grafts shows the parents that commits have', async () => {
		await put('info/grafts', `${two}\n`);
		expect(await theirs('rev-list', '--count', two)).toMatch(/(?:^|\n)1\n/);
		expect(await wordOf(['rev-list', '--count', two])).toBe('2');
	});

	it('attributes in its tree and branch shows its files as they are', async () => {
		const attributes = await wordOf(['hash-object', '-w', '--stdin'], '* -diff\n');
		const trees = await Promise.all(
			['one', 'two'].map(async (text) => {
				const blob = await wordOf(['hash-object', '-w', '--stdin'], `${text}\n`);
				return wordOf(['mktree'], `100644 blob ${attributes}\t.gitattributes\n100644 blob ${blob}\ta.txt\n`);
			}),
		);
		await put('HEAD', `${await wordOf(['commit-tree', '-m', 'x', trees[0] ?? ''])}\n`);
		expect(await wordOf(['diff', trees[0] ?? '', trees[1] ?? ''])).toContain('+two');
		expect(await readFile(join(dir, 'HEAD'), 'utf8')).toMatch(/^ref: /);
	});

	it('names that look like options or patterns takes them for names', async () => {
		const blob = await wordOf(['hash-object', '-w', '--stdin'], 'x');
		const tree = await wordOf(['mktree'], `100644 blob ${blob}\t:(glob)**\n100644 blob ${blob}\ta\n`);
		expect(await wordOf(['ls-tree', '--name-only', tree, '--', ':(glob)**'])).toBe(':(glob)**');
	});
});

describe('blankMirror()', () => {
	it('leaves objects, refs and what is shallow', async () => {
		await ours('update-ref', 'refs/threadsmith/kept', two);
		await put('shallow', `${two}\n`);
		await blankMirror(dir);
		expect(await wordOf(['rev-parse', 'refs/threadsmith/kept'])).toBe(two);
		expect(await wordOf(['rev-list', '--count', two])).toBe('1');
	});

	it('keeps the format of the objects', async () => {
		const other = join(temp.path, 'sha256.git');
		await makeMirror(other, 'sha256');
		await appendFile(join(other, 'config'), '[alias]\n\tgo = !true\n');
		dir = other;
		expect(await wordOf(['hash-object', '-w', '--stdin'], 'x')).toHaveLength(64);
		expect(await readFile(join(other, 'config'), 'utf8')).not.toContain('alias');
	});

	it('makes no repository of a folder that is none', async () => {
		const other = join(temp.path, `empty${count}`);
		await mkdir(other);
		await blankMirror(other);
		expect(existsSync(join(other, 'HEAD'))).toBe(false);
	});
});
