import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { fileProblem } from '../files/file-problem.ts';
import { makeFolder } from '../files/make-folder.ts';
import { syncFolder, writeSynced } from '../files/write-atomically.ts';
import { checkFile, checkTool, versionOf } from './version-names.ts';

/** Bytes of one file of a version, at most: what is written can be read. */
export const mostFileBytes = 1024 * 1024;

export interface NewVersion {
	/** The folder of all tools. */
	readonly tools: string;
	/** `<category>/<name>`. */
	readonly tool: string;
	/** Contents by path within the version's folder, of the version with this number. */
	readonly filesOf: (version: number) => Readonly<Record<string, string>>;
	/** A folder on the same file system that the sandbox does not see; it is removed. */
	readonly draft: string;
}

/** Makes the next version's folder with all its files, readable for everybody, at once or not at all. Answers its number. */
export async function writeToolVersion({ tools, tool, filesOf, draft }: NewVersion): Promise<number> {
	checkTool(tool);
	const version = await nextVersion(join(tools, tool));
	const files = filesOf(version);
	checkFiles(files);
	const target = join(tools, tool, String(version));
	try {
		await writeDraft(draft, files);
		await makeFolders(tools, tool);
		// Over a folder with files in it, `rename` fails.
		await rename(draft, target);
		await syncFolder(dirname(target));
		return version;
	} catch (error) {
		await rm(draft, { recursive: true, force: true }).catch(() => undefined);
		throw fileProblem(error, target);
	}
}

async function writeDraft(draft: string, files: Readonly<Record<string, string>>): Promise<void> {
	await rm(draft, { recursive: true, force: true });
	await makeFolder(draft, 0o755);
	for (const [name, content] of Object.entries(files)) await writeWithin(draft, name, content);
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

/** One above whatever stands there under a number, a whole version or not. */
async function nextVersion(folder: string): Promise<number> {
	const names = await readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw fileProblem(error, folder);
	});
	return Math.max(0, ...names.map((name) => versionOf(name) ?? 0)) + 1;
}

function checkFiles(files: Readonly<Record<string, string>>): void {
	if (Object.keys(files).length === 0) throw new TypeError('A version of a tool has files');
	for (const [name, content] of Object.entries(files)) {
		checkFile(name);
		if (Buffer.byteLength(content) > mostFileBytes)
			throw new TypeError(`"${name}" is larger than a file of a tool may be (1 MiB)`);
	}
}
