import type { TreeChange } from '../../git.ts';
import { type Ground, step } from '../import/build-commit.ts';

/** A change, with what git's patch is read by. */
export interface RawChange extends TreeChange {
	/** A file that has become a link or the other way round: its patch has two parts, the old one's end and the new one's beginning. */
	readonly isOther: boolean;
	/** Of links and files; the new one, or the old one of what was deleted. */
	readonly mode: string;
}

/** Bytes of what git says of the changes: 200,000 paths of 300 bytes, twice. */
const most = 134_217_728;

/** All that is in `to` and was not so in `from`, by path. Whatever attributes say, it is git's own count of lines. */
export async function readChanges(ground: Ground, from: string, to: string): Promise<readonly RawChange[]> {
	const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--numstat', from, to];
	return parseChanges(await step(ground, args, undefined, { most }));
}

/** `:<mode> <mode> <id> <id> <status>`, path, …, then `<added> <removed> <path>`, … (git-diff-tree(1), "Raw output format", `-z`). Pure. */
export function parseChanges(text: string): readonly RawChange[] {
	const fields = text.split('\0');
	const found: { readonly path: string; readonly head: string }[] = [];
	let at = 0;
	for (; fields[at]?.startsWith(':'); at += 2) found.push({ path: fields[at + 1] ?? '', head: fields[at] ?? '' });
	const lines = new Map(fields.slice(at).map((field) => linesOf(field)));
	return found.map(({ path, head }) => change(path, head, lines.get(path)));
}

const kinds: Readonly<Record<string, TreeChange['kind']>> = { A: 'created', D: 'deleted' };

function change(path: string, head: string, lines: Pick<TreeChange, 'added' | 'removed'> = {}): RawChange {
	const [, from = '', to = '', status = ''] = /^:(\d+) (\d+) \S+ \S+ ([A-Z])/.exec(head) ?? [];
	return {
		path,
		kind: kinds[status] ?? 'changed',
		...lines,
		isOther: status === 'T',
		mode: status === 'D' ? from : to,
	};
}

/** Of what is no text git gives a dash. */
function linesOf(field: string): readonly [path: string, lines: Pick<TreeChange, 'added' | 'removed'>] {
	const [added = '', removed = '', ...path] = field.split('\t');
	return [path.join('\t'), added === '-' ? {} : { added: Number(added), removed: Number(removed) }];
}
