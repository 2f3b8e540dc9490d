import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.ts';
import { fileProblem } from './file-problem.ts';
import { makeFolder } from './make-folder.ts';
import { syncFolder, writeSynced } from './write-atomically.ts';

const segment = '[A-Za-z0-9_][A-Za-z0-9._-]{0,99}';
const toolPattern = new RegExp(`^${segment}/${segment}$`);
const filePattern = new RegExp(`^${segment}(/${segment}){0,3}$`);

export interface NewVersion {
	/** The folder of all tools. */
	readonly tools: string;
	/** `<category>/<name>`. */
	readonly tool: string;
	/** Contents by path within the version's folder. */
	readonly files: Readonly<Record<string, string>>;
	/** A folder on the same file system that the sandbox does not see; it is removed. */
	readonly draft: string;
}

/** Makes the next version's folder with all its files, readable for everybody, at once or not at all. Answers its number. */
export async function writeToolVersion({ tools, tool, files, draft }: NewVersion): Promise<number> {
	checkNames(tool, Object.keys(files));
	const version = await nextVersion(join(tools, tool));
	const target = join(tools, tool, String(version));
	try {
		await rm(draft, { recursive: true, force: true });
		await makeFolder(draft, 0o755);
		for (const [name, content] of Object.entries(files)) await writeWithin(draft, name, content);
		await makeFolders(tools, tool);
		await rename(draft, target);
		await syncFolder(dirname(target));
		return version;
	} catch (error) {
		await rm(draft, { recursive: true, force: true }).catch(() => undefined);
		throw fileProblem(error, target);
	}
}

async function writeWithin(folder: string, name: string, content: string): Promise<void> {
	await makeFolders(folder, dirname(name));
	const path = join(folder, name);
	await writeSynced(path, content, 0o644);
	await syncFolder(dirname(path));
}

async function makeFolders(folder: string, below: string): Promise<void> {
	if (below === '.') return;
	await makeFolders(folder, dirname(below));
	await makeFolder(join(folder, below), 0o755);
}

async function nextVersion(folder: string): Promise<number> {
	const names = await readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw fileProblem(error, folder);
	});
	return Math.max(0, ...names.map(Number).filter(Number.isInteger)) + 1;
}

function checkNames(tool: string, names: readonly string[]): void {
	if (!toolPattern.test(tool)) throw new TypeError(`Cannot keep the tool "${tool}": it is not <category>/<name>`);
	const bad = names.find((name) => !filePattern.test(name));
	if (bad !== undefined)
		throw new TypeError(`Cannot keep the tool "${tool}": "${bad}" is no name for one of its files`);
}
