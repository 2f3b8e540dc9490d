import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';

export type ObjectFormat = 'sha1' | 'sha256';

/** The configuration of a mirror, whole. gitrepository-layout(5), git-config(1). */
const configOf: Readonly<Record<ObjectFormat, string>> = {
	sha1: '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
	sha256: '[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n',
};

/** A branch that is never there: attributes of a bare repository may be read from `HEAD` (git 2.43). */
const headText = 'ref: refs/heads/none\n';

/** By which a repository would lead to another one, run something, or see other things than its objects say. */
const misleading = [
	...['config.worktree', 'commondir', 'hooks', 'worktrees', 'modules', 'branches', 'remotes', 'refs/replace'],
	...['info/grafts', 'info/attributes', 'info/exclude', 'info/sparse-checkout'],
	...['objects/info/alternates', 'objects/info/http-alternates'],
];

/** Makes an empty mirror, for its owner alone. */
export async function makeMirror(dir: string, format: ObjectFormat): Promise<void> {
	await mkdir(dir, { mode: 0o700 });
	await Promise.all(
		['objects/info', 'objects/pack', 'refs'].map((name) => mkdir(join(dir, name), { recursive: true })),
	);
	await writeFile(join(dir, 'config'), configOf[format]);
	// The last one: without it this is no repository.
	await writeFile(join(dir, 'HEAD'), headText);
}

/**
 * Puts a mirror back to what `makeMirror` wrote, beside its objects and refs: git takes its configuration from no one else. A folder that is no
 * repository stays as it is.
 */
export async function blankMirror(dir: string): Promise<void> {
	const config = await textOf(join(dir, 'config'));
	if (config === undefined) return;
	const format = /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 'sha256' : 'sha1';
	if (config !== configOf[format]) await replace(join(dir, 'config'), configOf[format]);
	if ((await textOf(join(dir, 'HEAD'))) !== headText) await replace(join(dir, 'HEAD'), headText);
	await Promise.all(misleading.map((name) => removeIfThere(join(dir, name))));
}

/** The text of a regular file, undefined where there is none; of what is none, nothing. */
async function textOf(path: string): Promise<string | undefined> {
	const found = await lstat(path).catch(noneIfMissing);
	if (found === undefined) return undefined;
	return found.isFile() && found.size < 65_536 ? readFile(path, 'utf8') : '';
}

/** It may be a link that stands there: it is taken away, not followed. */
async function replace(path: string, text: string): Promise<void> {
	await rm(path, { recursive: true, force: true });
	await writeFile(path, text, { flag: 'wx' });
}

/** Most are never there: looking costs less than removing. */
async function removeIfThere(path: string): Promise<void> {
	if (await lstat(path).catch(noneIfMissing)) await rm(path, { recursive: true, force: true });
}

function noneIfMissing(error: unknown): undefined {
	if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
}
