import { setImmediate } from 'node:timers/promises';
import type { Finding } from '../../git.ts';
import { readObjects } from '../../host/read-objects.ts';
import type { Entry } from '../import/base-entries.ts';
import type { Ground } from '../import/build-commit.ts';
import type { TreeScan } from '../scan.ts';
import type { RawChange } from './read-changes.ts';

/** A new or changed file that git takes for no text: one zero byte makes one of any file. */
export type BinaryFile = Pick<RawChange, 'path' | 'kind'> & Entry;

/** Bytes of one that is looked into: larger ones need an admin's yes as they are. */
const mostBytes = 1_048_576;

/** Characters that are looked at in one go: others have their turn in between. What is looked for may lie across two. */
const mostText = 65_536;
const overlap = 1_024;

/** Looks for secrets in files of which no line is shown. Those of one that was there before may be old: an admin decides. Throws as `StreamGit`. */
export async function scanBinaries(
	{ git, dir, env, signal }: Ground,
	files: readonly BinaryFile[],
	scan: Pick<TreeScan, 'scanFile'>,
): Promise<readonly Finding[]> {
	const small = files.filter(({ size }) => size <= mostBytes);
	const findings: Finding[] = [];
	let index = 0;
	const ids = small.map(({ oid }) => oid);
	for await (const { content } of readObjects((order, at) => git.stream({ ...order, env }, at), dir, ids, signal)) {
		const file = small[index];
		index += 1;
		for (const piece of file ? piecesOf(content) : []) {
			if (file) findings.push(...look(file, piece, scan));
			await setImmediate();
		}
	}
	return findings;
}

/** Guesses are told of texts alone, as bytes look like anything; a finding by a file's name has no line, and was told. */
function look({ path, kind }: BinaryFile, text: string, { scanFile }: Pick<TreeScan, 'scanFile'>): Finding[] {
	return scanFile(path, text, () => true).flatMap(({ severity, why, line }) =>
		severity === 'tells' || line === undefined
			? []
			: [{ path, why, severity: kind === 'created' ? severity : 'admin' }],
	);
}

/** A file as texts that zero bytes part, and as text in UTF-16, where they stand beside each letter. */
function* piecesOf(content: Buffer): Iterable<string> {
	const text = content.toString('latin1');
	for (const one of [text.replaceAll('\0', '\n'), text.replaceAll(/\0?([^\0])\0?/g, '$1').replaceAll('\0', '\n')]) {
		const lines = one.replaceAll(/[\r\n]+/g, '\n');
		for (let at = 0; at < lines.length; at += mostText) yield lines.slice(Math.max(0, at - overlap), at + mostText);
	}
}
