import { ProblemError, withoutHostPaths } from '../../../base/errors.ts';
import { sanitiseLine } from '../../../sandbox/guest/sanitise.ts';
import type { GitEnd } from '../../host/order.ts';
import type { GitRunner } from '../../host/run-git.ts';
import { TreeRefusedError } from '../refused.ts';
import type { BaseTree, Entry } from './base-entries.ts';

/** A mirror and what goes on beside it: each git of one import works with both. */
export interface Ground {
	readonly git: Pick<GitRunner, 'run' | 'stream'>;
	readonly dir: string;
	/** Of the quarantine. */
	readonly env: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
}

/** Who makes the commits of ours. The address is nobody's (RFC 6761, `.invalid`). */
const name = 'Threadsmith';
const email = 'threadsmith@localhost.invalid';

/** Git takes so long for one step, ms. */
const stepMs = 10 * 60_000;

/** Runs git beside the mirror and answers what it prints. Throws `TreeRefusedError` where it does not end well. */
export async function step(
	{ git, dir, env, signal }: Ground,
	args: readonly string[],
	input?: AsyncIterable<Uint8Array> | Uint8Array,
	more?: { readonly env?: Readonly<Record<string, string>>; readonly most?: number },
): Promise<string> {
	const most = more?.most === undefined ? {} : { most: more.most };
	const order = { dir, args, env: { ...env, ...more?.env }, ms: stepMs, ...(input && { input }), ...most };
	return printed(dir, args, await git.run(order, signal));
}

function printed(dir: string, args: readonly string[], end: GitEnd): string {
	if (end.kind === 'ok') return end.stdout.toString();
	throw failure(dir, args, end);
}

const lacking =
	/No space left on device|Disk quota exceeded|Cannot allocate memory|out of memory|Read-only file system/i;

/** Why git did not do it: the tree's fault, as `TreeRefusedError`, or what this machine lacks, as `ProblemError`. */
export function failure(dir: string, args: readonly string[], end: Exclude<GitEnd, { kind: 'ok' }>): Error {
	const command = args.find((word) => !word.startsWith('-') && !word.includes('=')) ?? '';
	if (end.kind !== 'failed')
		return new TreeRefusedError(
			`git ${command} ${end.kind === 'too-long' ? 'took too long over it' : 'has more to say of it than is read'}`,
		);
	const last = end.stderr.trim().split('\n').slice(-3).join(' ');
	const words = sanitiseLine(withoutHostPaths(last, [dir])).slice(0, 300);
	if (lacking.test(last))
		return new ProblemError(`Cannot make the commit: git ${command} says: ${words}`, 'Make room where the data lies');
	return new TreeRefusedError(`git ${command} finds fault with it${words && `: ${words}`}`);
}

/** Writes the objects that are not there yet: `commands` are those of `git fast-import`. */
export async function importBlobs(ground: Ground, commands: AsyncIterable<Uint8Array>): Promise<void> {
	// A limit of none: whatever it makes is one pack, and no second git is started to take it apart.
	await step(ground, ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--done'], commands);
}

/** Makes the tree of these files and of what the base keeps; git itself looks at each name once more. */
export async function writeTree(ground: Ground, base: BaseTree, files: ReadonlyMap<string, Entry>): Promise<string> {
	await step(ground, ['update-index', '-z', '--index-info'], indexLines(base, files));
	return (await step(ground, ['write-tree'])).trim();
}

async function* indexLines(base: BaseTree, files: ReadonlyMap<string, Entry>): AsyncIterable<Uint8Array> {
	yield* base.kept;
	let lines = '';
	// In order, as the index has them: each is then put behind the last, whoever has shuffled them.
	for (const [path, { mode, oid }] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
		lines += `${mode} ${oid}\t${path}\0`;
		if (lines.length < 65_536) continue;
		yield Buffer.from(lines);
		lines = '';
	}
	yield Buffer.from(lines);
}

export interface CommitText {
	readonly tree: string;
	readonly parents: readonly string[];
	readonly message: string;
	/** Seconds since the epoch. */
	readonly date: number;
}

/** Makes the commit: the same words, the same id. */
export async function writeCommit(ground: Ground, { tree, parents, message, date }: CommitText): Promise<string> {
	const when = `@${date} +0000`;
	const env = {
		...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: when },
		...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: when },
	};
	const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'];
	return (await step(ground, args, Buffer.from(message), { env })).trim();
}
