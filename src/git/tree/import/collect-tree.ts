import type { TreeLimits } from '../limits.ts';
import type { FileMode, TreeEnd, TreeEvent, TreeFile, TreeSame } from '../read-tree.ts';
import { pathRefused, shownPath, TreeRefusedError } from '../refused.ts';
import { createClashes } from '../rules/clashes.ts';
import { mostTarget } from '../rules/link-rules.ts';
import { pathProblem } from '../rules/path-rules.ts';
import type { BaseTree, FileEntry } from './base-entries.ts';
import { createBlobWriter, type ObjectHash } from './blob-writer.ts';
import { createLinks } from './links.ts';

/** A tree whose files have all come, and that broke no rule. */
export interface CollectedTree {
	readonly files: ReadonlyMap<string, FileEntry>;
	readonly end: TreeEnd;
}

export interface TreeCollector {
	/** Commands for `git fast-import`: new objects, then `done`. Throws `TreeRefusedError` at the first fault. */
	commands(events: AsyncIterable<TreeEvent>): AsyncIterable<Uint8Array>;
	/** Once all commands have been taken. Throws `TreeRefusedError` where files do not go together. */
	collected(): CollectedTree;
}

/** Judges a tree as it comes, by its base. Holds names and ids of all files, and the bytes of one of up to 1 MiB. */
export function createTreeCollector(base: BaseTree, hash: ObjectHash, limits: TreeLimits): TreeCollector {
	const files = new Map<string, FileEntry>();
	const links = createLinks(base, limits.links);
	const writer = createBlobWriter(hash);
	const admit = createDoor(base, files, limits);
	let end: TreeEnd | undefined;
	let open: TreeFile | undefined;

	const finish = (file: TreeFile): Uint8Array | undefined => {
		const { oid, write, content } = writer.end();
		files.set(file.path, { mode: file.mode, oid, size: file.size });
		if (file.mode === '120000') links.add(file.path, content?.toString() ?? '', base.files.get(file.path)?.oid === oid);
		open = undefined;
		return write;
	};
	const begin = (file: TreeFile): Uint8Array | undefined => {
		admit(file);
		open = file;
		return writer.begin(file.size, base.files.get(file.path)?.oid);
	};
	const keep = (same: TreeSame): void => {
		const entry = entryOf(same, base);
		admit({ ...entry, kind: 'file', path: same.path });
		files.set(same.path, entry);
	};
	let left = 0;
	const take = function* (event: TreeEvent): Iterable<Uint8Array | undefined> {
		if (event.kind === 'end') end = event;
		else if (event.kind === 'same') keep(event);
		else if (event.kind === 'file') {
			left = event.size;
			yield begin(event);
		} else {
			left -= event.bytes.length;
			yield writer.push(event.bytes);
		}
		if (open && left === 0) yield finish(open);
	};
	return {
		async *commands(events) {
			for await (const event of events) for (const bytes of take(event)) if (bytes) yield bytes;
			yield Buffer.from('done\n');
		},
		collected() {
			if (!end) throw new TreeRefusedError('it broke off before its end');
			checkTogether(base, files);
			links.check(files);
			return { files, end };
		},
	};
}

/** The base’s own entry: the sender only says that it is that. Links come with where they lead. */
function entryOf({ path, oid }: TreeSame, base: BaseTree): FileEntry {
	const entry = [base.files, base.former].map((files) => files?.get(path)).find((one) => one?.oid === oid);
	const mode = plainModes.find((one) => one === entry?.mode);
	if (!entry || !mode) throw pathRefused(path, 'is not what its base has: open the repository anew');
	return { mode, oid, size: entry.size };
}

const plainModes: readonly FileMode[] = ['100644', '100755'];

/** Looks at each file before its bytes come. */
function createDoor(base: BaseTree, files: ReadonlyMap<string, FileEntry>, limits: TreeLimits) {
	let bytes = 0;
	return (file: TreeFile): void => {
		const problem = files.has(file.path) ? 'comes twice' : fileProblem(file, base, limits);
		if (problem) throw pathRefused(file.path, problem);
		bytes += file.size;
		if (bytes > limits.bytes) throw new TreeRefusedError(`it is larger than ${megabytes(limits.bytes)}`);
		if (files.size >= limits.files) throw new TreeRefusedError(`it has more than ${limits.files} files`);
	};
}

function fileProblem({ path, mode, size }: TreeFile, base: BaseTree, limits: TreeLimits): string | undefined {
	const old = base.files.get(path);
	if (mode === '120000' && size > mostTarget && size !== old?.size) return 'is a link to a path that is too long';
	if (size > limits.file) return `is larger than ${megabytes(limits.file)}`;
	return pathProblem(path, old !== undefined);
}

function megabytes(bytes: number): string {
	return bytes < 1_000_000 ? `${bytes} bytes` : `${Math.round(bytes / 1_000_000)} MB`;
}

function checkTogether(base: BaseTree, files: ReadonlyMap<string, FileEntry>): void {
	const old = oldPaths(base);
	const clashes = createClashes((path) => old.has(path));
	for (const path of [...base.keptPaths, ...files.keys()]) {
		const clash = clashes.add(path);
		if (clash) throw pathRefused(clash.path, clash.half + (clash.other ? ` ${shownPath(clash.other)}` : ''));
	}
}

/** All files and folders of the base. */
function oldPaths(base: BaseTree): ReadonlySet<string> {
	const old = new Set<string>();
	for (const path of [...base.files.keys(), ...base.keptPaths]) {
		old.add(path);
		for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
			const folder = path.slice(0, end);
			if (old.has(folder)) break;
			old.add(folder);
		}
	}
	return old;
}
