import { type Dirent, lstatSync, opendirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { listFilesArgs } from '../../built-ins.ts';
import { bytesOf, FileProblem, withFile } from '../files/file-problem.ts';
import { pathOf, refuseProc } from '../files/open-file.ts';
import { shownLimit } from '../run/output.ts';
import { sanitiseLine } from '../sanitise.ts';
import { builtInTool } from './describe-tool.ts';
import type { GuestTool, ToolAnswer } from './guest-tool.ts';

/** So many entries are looked at in all, and in one folder: nobody may keep the guest busy with a million files. */
const limits = { entries: 500, inFolder: 2000 };

/** Named, but not looked into. */
const closedFolders = new Set(['.git', 'node_modules', '.threadsmith', '__pycache__']);

/** The `list_files` built-in. */
export function createListFiles(): GuestTool {
	return builtInTool('list_files', listFilesArgs, ({ path = '/workspace', depth = 2 }) =>
		withFile('list', path, () => listFolder(pathOf(path), depth)),
	);
}

interface Listing {
	readonly lines: string[];
	/** Entries that were left out. */
	skipped: number;
}

function listFolder(path: string, depth: number): ToolAnswer {
	const stats = statSync(path);
	if (!stats.isDirectory()) throw new FileProblem(`is not a folder but ${describe(path, stats)}`);
	refuseProc(stats);
	const listing: Listing = { lines: [], skipped: 0 };
	walk(path, '', depth, listing);
	if (listing.lines.length === 0) return { text: `${sanitiseLine(path)} is empty` };
	return { text: cutToFit(sanitiseLine(path), listing) };
}

function cutToFit(path: string, { lines, skipped }: Listing): string {
	let length = path.length;
	const shown = lines.filter((line) => {
		length += line.length + 1;
		return length <= shownLimit;
	});
	const left = skipped + lines.length - shown.length;
	return [
		`${path}:`,
		...shown,
		...(left === 0 ? [] : [`… at least ${left} more; list a folder below, or use bash`]),
	].join('\n');
}

function walk(folder: string, prefix: string, depth: number, listing: Listing): void {
	for (const entry of sortedEntries(folder, listing)) {
		if (listing.lines.length >= limits.entries) {
			listing.skipped += 1;
			continue;
		}
		const path = join(folder, entry.name);
		const name = `${prefix}${sanitiseLine(entry.name)}`;
		const problem = addEntry(path, name, listing);
		const goesOn = problem === undefined && entry.isDirectory() && depth > 1 && !closedFolders.has(entry.name);
		if (goesOn) walkInto(path, `${name}/`, depth - 1, listing);
	}
}

function walkInto(path: string, prefix: string, depth: number, listing: Listing): void {
	try {
		walk(path, prefix, depth, listing);
	} catch (error) {
		listing.lines.push(`${prefix}  (cannot be listed: ${codeOf(error) ?? 'an error'})`);
	}
}

function addEntry(path: string, name: string, listing: Listing): string | undefined {
	try {
		const stats = lstatSync(path);
		listing.lines.push(stats.isDirectory() ? `${name}/` : `${name}  ${describe(path, stats)}`);
		return undefined;
	} catch (error) {
		// It went between the listing and this look.
		return codeOf(error) ?? 'gone';
	}
}

function describe(path: string, stats: Stats): string {
	if (stats.isFile()) return bytesOf(stats.size);
	if (stats.isSymbolicLink()) return `-> ${sanitiseLine(readlinkSync(path))}`;
	if (stats.isFIFO()) return '(named pipe)';
	return stats.isSocket() ? '(socket)' : '(device)';
}

function sortedEntries(folder: string, listing: Listing): Dirent[] {
	const entries: Dirent[] = [];
	const open = opendirSync(folder);
	try {
		for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
			entries.push(entry);
			if (entries.length < limits.inFolder) continue;
			listing.skipped += 1;
			break;
		}
	} finally {
		open.closeSync();
	}
	return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
