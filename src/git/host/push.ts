import { sanitise } from '../../sandbox/guest/sanitise.ts';
import type { NotDone, Pushed, PushOrder } from '../git.ts';
import { problemOfRef } from './mirror/find-ref.ts';
import type { RunGit } from './order.ts';
import { explain } from './reach/explain.ts';
import type { Line } from './reach/line.ts';

/** All branches of ours are below it. */
const ours = 'threadsmith/';
const pushMs = 10 * 60_000;
const mostSaid = 1_000;

/** Why a push is refused before anybody is spoken to; undefined where it is not. */
export async function problemOfPush(
	dir: string,
	{ commit, branch, onTo }: PushOrder,
	run: RunGit,
	signal: AbortSignal,
): Promise<NotDone | undefined> {
	const refused = (why: string): NotDone => ({ kind: 'refused', why });
	if (!branch.startsWith(ours) || problemOfRef(branch)) return refused(`Only branches below ${ours} are pushed to.`);
	if (![commit, onTo ?? commit].every(isId)) return refused('That is no commit.');
	const head = await run({ dir, args: ['symbolic-ref', '--quiet', 'refs/upstream/default'] }, signal);
	if (head.kind === 'ok' && head.stdout.toString().trim() === `refs/heads/${branch}`)
		return refused(`${branch} is the default branch: nothing is pushed to it.`);
	const there = await run({ dir, args: ['cat-file', '-e', `${commit}^{commit}`] }, signal);
	if (there.kind !== 'ok') return refused('The commit is not here any more.');
	if (onTo === undefined) return undefined;
	const forward = await run({ dir, args: ['merge-base', '--is-ancestor', onTo, commit] }, signal);
	return forward.kind === 'ok' ? undefined : refused(`It does not go on from where ${branch} is: nothing is forced.`);
}

function isId(text: string): boolean {
	return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Pushes one commit to one branch, which is to be where the order says. Pushing what is there already is `pushed`. */
export async function pushCommit(
	dir: string,
	order: PushOrder,
	line: Line,
	run: RunGit,
	signal: AbortSignal,
): Promise<Pushed | NotDone> {
	const ref = `refs/heads/${order.branch}`;
	const args = [
		...['push', '--no-verify', '--no-signed', '--no-follow-tags', '--atomic', '--no-progress'],
		...[`--force-with-lease=${ref}:${order.onTo ?? ''}`, '--', line.url, `${order.commit}:${ref}`],
	];
	const end = await run({ dir, args, network: line.network, env: line.env, ms: pushMs }, signal);
	const said = end.kind === 'ok' || end.kind === 'failed' ? saidBy(end.stderr) : '';
	if (end.kind === 'ok') return { kind: 'pushed', said };
	if (end.kind !== 'failed') return explain(end, line);
	const refusal = refusalOf(end.stderr, order, line);
	if (refusal === undefined) return explain(end, line);
	return { kind: 'refused', why: said === '' ? refusal : `${refusal} It said: ${oneLine(said)}` };
}

/** ` ! [rejected] <from> -> <to> (<why>)`: git-push(1), "OUTPUT". */
function refusalOf(stderr: string, { branch }: PushOrder, { host, path }: Line): string | undefined {
	const [, kind, why = ''] =
		/^ ! \[(remote rejected|rejected|remote failure|no match)\][^(\n]*(?:\(([^)\n]*)\))?/m.exec(stderr) ?? [];
	if (kind === undefined) return undefined;
	if (kind === 'rejected' && /stale info/.test(why))
		return `${branch} at ${host} is not where it was left: somebody else has changed it. Nothing was pushed.`;
	if (kind === 'rejected') return `${branch} at ${host} cannot be moved forward to it. Nothing was pushed.`;
	if (/protected branch|GH006|GL-HOOK-ERR: You are not allowed to push code to protected/i.test(why + stderr))
		return `${branch} is protected at ${host}. Nothing was pushed.`;
	if (/shallow update not allowed/.test(why))
		return `${host} takes no commit whose past is not here. Nothing was pushed.`;
	if (/hook declined|pre-receive|denied|prohibited/i.test(why)) return `A rule of ${host} refused the push to ${path}.`;
	return `${host} refused the push to ${path}.`;
}

/** The words of hooks and of the server, made harmless. */
function saidBy(stderr: string): string {
	const lines = stderr
		.split(/[\r\n]+/)
		.flatMap((line) => (line.startsWith('remote: ') ? [line.slice(8).trimEnd()] : []));
	return sanitise(lines.filter((line) => line !== '').join('\n'))
		.slice(0, mostSaid)
		.toWellFormed();
}

function oneLine(said: string): string {
	return said.replace(/\s+/g, ' ').slice(0, 300).toWellFormed();
}
