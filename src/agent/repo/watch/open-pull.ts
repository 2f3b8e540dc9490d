import type { CodeHost, HostRefusal, PullRequest } from '../../../git/code-host/code-host.ts';
import type { Access } from '../../../git/repository.ts';
import type { Pull } from '../state/repos-state.ts';

/** Opens the pull request of a pushed branch, or finds the one that is open. Rejects with the signal's reason. */
export async function openPull(
	{ branch, fork, into, title, body, draft }: Pull,
	access: Access,
	host: CodeHost,
	signal: AbortSignal,
): Promise<PullRequest | HostRefusal> {
	const head = fork === undefined ? branch : `${fork.split('/', 1)[0]}:${branch}`;
	return await host.open(access, { head, base: into, title, body, draft }, signal);
}

/** Whether it is no use to try again. Pure. */
export function isRefusedForGood({ gone }: HostRefusal): boolean {
	return gone === true;
}

/** A pull request after a try to open it; `at`: when it is looked at next, at the earliest. Pure. */
export function opened({ failing, ...pull }: Pull, came: PullRequest | HostRefusal, at: number): Pull {
	if (came.kind === 'open') {
		const { number, url, notDraft } = came;
		// Its words stand there now, and are needed here no more.
		return {
			...pull,
			title: '',
			body: '',
			state: 'open',
			number,
			url,
			draft: pull.draft && notDraft !== true,
			at,
			fails: 0,
		};
	}
	const { at: _at, ...left } = pull;
	if (isRefusedForGood(came)) return { ...left, state: 'by-hand' };
	return { ...pull, ...(failing && { failing }), at: Math.max(at, came.againAt ?? 0), fails: pull.fails + 1 };
}
