import type { Committed, Finding } from '../../git.ts';
import { GitFailedError } from '../../host/order.ts';
import type { Entry } from '../import/base-entries.ts';
import { failure, type Ground } from '../import/build-commit.ts';
import type { TreeScan } from '../scan.ts';
import { createDiffReader, type DiffLine } from './diff-lines.ts';
import type { RawChange } from './read-changes.ts';
import { type BinaryFile, scanBinaries } from './scan-binaries.ts';
import { createLineScan } from './scan-lines.ts';
import { createShownDiff } from './shown-diff.ts';

export interface ReadDiff extends Pick<Committed, 'cut'> {
	/** Unified, at most `most` characters, harmless text. */
	readonly diff: string;
	/** Of what the new lines hold, and of files that are no text. */
	readonly findings: readonly Finding[];
}

export interface DiffOrder {
	readonly from: string;
	readonly to: string;
	/** All changes between both, in git's order. */
	readonly changes: readonly RawChange[];
	/** A file in `to`. */
	readonly entryOf: (path: string) => Entry | undefined;
	/** Characters of the diff that is shown. */
	readonly most: number;
}

const diffMs = 10 * 60_000;

/** Paths as they are (`core.quotePath`); nothing of attributes, and no other program, has a part in it. */
const args = [
	...['-c', 'core.quotePath=false', 'diff-tree', '-r', '-p', '--no-renames', '--abbrev=12', '--unified=3'],
	...['--no-textconv', '--no-ext-diff', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'],
];

/** Goes once through the whole diff, of which it holds what is shown: what is looked for is looked for in all of it. */
export async function readDiff(ground: Ground, order: DiffOrder, scan: TreeScan): Promise<ReadDiff> {
	const { git, dir, env, signal } = ground;
	const reader = createDiffReader();
	const judge = createJudge(order, scan);
	const all = [...args, order.from, order.to];
	try {
		for await (const chunk of git.stream({ dir, args: all, env, ms: diffMs }, signal))
			for (const line of reader.push(chunk)) judge.add(line);
	} catch (error) {
		throw error instanceof GitFailedError ? failure(dir, all, error.end) : error;
	}
	for (const line of reader.end()) judge.add(line);
	const { binaries, ...read } = judge.end();
	return { ...read, findings: [...read.findings, ...(await readBinaries(ground, binaries, scan))] };
}

async function readBinaries(ground: Ground, files: readonly BinaryFile[], scan: TreeScan): Promise<readonly Finding[]> {
	try {
		return await scanBinaries(ground, files, scan);
	} catch (error) {
		throw error instanceof GitFailedError ? failure(ground.dir, ['cat-file'], error.end) : error;
	}
}

interface Judged extends ReadDiff {
	/** Of which no line was read. */
	readonly binaries: readonly BinaryFile[];
}

/** Gives each line to the file that it belongs to: git's parts come in the order of its changes. */
function createJudge({ changes, entryOf, most }: DiffOrder, scan: TreeScan) {
	const parts = changes.flatMap((change) => (change.isOther ? [change, change] : [change])).values();
	const shown = createShownDiff(most);
	const findings: Finding[] = [];
	const binaries: BinaryFile[] = [];
	let file: ReturnType<typeof createLineScan> | undefined;
	let change: RawChange | undefined;
	const begin = () => {
		findings.push(...(file?.end() ?? []));
		change = parts.next().value;
		if (change === undefined) throw new Error('The diff has more files than were changed');
		shown.begin(change);
		if (change.kind === 'created') findings.push(...byName(change.path, scan));
		file = createLineScan(change.path, scan);
	};
	return {
		add(line: DiffLine) {
			if (line.kind === 'file') begin();
			shown.add(line);
			file?.add(line);
			if (line.kind !== 'binary' || !change || change.kind === 'deleted') return;
			findings.push(...byName(change.path, scan));
			const { path, kind } = change;
			const entry = entryOf(path);
			const found = scan.binaryFinding(path, entry?.size ?? 0);
			if (found) findings.push(found);
			if (entry) binaries.push({ path, kind, ...entry });
		},
		end(): Judged {
			findings.push(...(file?.end() ?? []));
			if (!parts.next().done) throw new Error('The diff has fewer files than were changed');
			return { ...shown.end(), findings, binaries };
		},
	};
}

/** Some are told by their name alone, and no line of them may come. */
function byName(path: string, scan: TreeScan): readonly Finding[] {
	return scan.scanFile(path, '', () => false);
}
