import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { createSerial } from '../../base/serial.ts';
import { fileProblem } from '../files/file-problem.ts';
import { foldersIn } from '../files/folders-in.ts';
import { corrupt } from '../files/parse-checked.ts';
import { syncFolder } from '../files/write-atomically.ts';
import type { WithRoom } from '../reserve.ts';
import type { ToolVersions, VersionRef } from '../store.ts';
import { checkFile, checkTool, checkVersion, isSegment, versionOf } from './version-names.ts';
import { mostFileBytes, writeToolVersion } from './write-version.ts';

export interface ToolVersionsOptions {
	/** The folder of all tools, absolute; it exists. */
	readonly folder: string;
	/** Where a version is made before it is one: on the same file system, out of the sandbox's sight. Its parent exists. */
	readonly draft: string;
	/** How what is added finds room; default: there is what the disk has. */
	readonly withRoom?: WithRoom;
}

/**
 * The versions in a folder. Names that could lead out of it are refused with a `TypeError`; what was put there by hand and is not as we
 * make it (a link, a file too large) with a `CorruptFileError`. Two of these on one folder must not write at the same time.
 */
export function createToolVersions({
	folder,
	draft,
	withRoom = (write) => write(),
}: ToolVersionsOptions): ToolVersions {
	const serial = createSerial();
	return {
		add: (tool, filesOf) => serial(() => withRoom(() => writeToolVersion({ tools: folder, tool, filesOf, draft }))),
		async read(entry, file) {
			checkFile(file);
			return readWithin(folder, join(pathOf(folder, entry), file));
		},
		list: () => listVersions(folder),
		async current(tool) {
			checkTool(tool);
			return readCurrent(join(folder, tool, 'current'));
		},
		point: async (entry) => {
			const target = pathOf(folder, entry);
			await serial(() => withRoom(() => pointAt(target, entry)));
		},
	};
}

function pathOf(folder: string, { tool, version }: VersionRef): string {
	checkTool(tool);
	checkVersion(version);
	return join(folder, tool, String(version));
}

async function readWithin(folder: string, path: string): Promise<string | undefined> {
	const file = await openFile(path);
	if (!file) return undefined;
	try {
		if ((await realpath(path)) !== join(await realpath(folder), relative(folder, path)))
			throw corrupt({ file: path }, '', 'a link leads out of the folder of its version');
		return await readRegular(file, path);
	} finally {
		await file.close();
	}
}

/** Without waiting for the other end of what is a pipe. */
async function openFile(path: string): Promise<FileHandle | undefined> {
	try {
		return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		const code = codeOf(error);
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		if (code === 'ELOOP') throw corrupt({ file: path }, '', 'it is a link', error);
		throw error;
	}
}

async function readRegular(file: FileHandle, path: string): Promise<string> {
	const stats = await file.stat();
	if (!stats.isFile()) throw corrupt({ file: path }, '', 'it is not a regular file');
	if (stats.size > mostFileBytes) throw corrupt({ file: path }, '', 'it is larger than 1 MiB');
	return file.readFile('utf8');
}

async function listVersions(folder: string): Promise<readonly VersionRef[]> {
	const categories = (await foldersIn(folder)).filter(isSegment);
	const tools = await Promise.all(
		categories.map(async (category) =>
			(await foldersIn(join(folder, category))).filter(isSegment).map((name) => `${category}/${name}`),
		),
	);
	const entries = await Promise.all(tools.flat().map((tool) => versionsOf(folder, tool)));
	return entries.flat();
}

async function versionsOf(folder: string, tool: string): Promise<readonly VersionRef[]> {
	const versions = (await foldersIn(join(folder, tool))).map(versionOf).filter((version) => version !== undefined);
	return versions.sort((one, other) => one - other).map((version) => ({ tool, version }));
}

async function readCurrent(link: string): Promise<number | undefined> {
	try {
		const target = await readlink(link);
		const version = versionOf(target);
		if (version === undefined) throw corrupt({ file: link }, '', `it names "${target}", which is not a version`);
		return version;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		if (codeOf(error) === 'EINVAL') throw corrupt({ file: link }, '', 'it is not a link to a version', error);
		throw error;
	}
}

async function pointAt(target: string, { tool, version }: VersionRef): Promise<void> {
	const folder = dirname(target);
	const link = join(folder, 'current');
	const isThere = await lstat(target).then(
		(stats) => stats.isDirectory(),
		() => false,
	);
	if (!isThere) throw new Error(`Cannot make version ${version} of "${tool}" the current one: it is not there`);
	// A `current` that we did not make stays: this rejects.
	await readCurrent(link);
	try {
		const made = join(folder, '.current.tmp');
		await rm(made, { force: true });
		await symlink(String(version), made);
		await rename(made, link);
		await syncFolder(folder);
	} catch (error) {
		throw fileProblem(error, link);
	}
}
