import type { SessionFolder } from '../../../store/store.ts';
import type { Parts } from '../parts.ts';
import { forgetCommit } from '../propose/ended.ts';
import { readRepos } from '../state/book.ts';
import { namingAny, withdrawnBy, withoutNames } from '../state/forget-names.ts';
import { letGoOfBase } from '../state/held-base.ts';
import { nextLook, type Opened, type Pull, type Repos } from '../state/repos-state.ts';
import { lookAtPull } from './look-at-pull.ts';
import type { TellNews } from './tell-news.ts';

/** The pull requests of sessions, which are looked at until they end. */
export interface RepoWatches {
	/** Looks at those of a session whose time has come, tells what is new of them, and sets when to look again. Rejects as the store does: then it is to be looked at again. */
	look(session: string, tell: TellNews, signal: AbortSignal): Promise<void>;
	/** Nobody can be told anything in the session's threads any more: nothing is looked at. Rejects likewise. */
	leave(session: string): Promise<void>;
	/** Mirrors forget what they keep for the session, and it knows of no repository any more. Before it is erased. Rejects likewise, and as `Git`. */
	forget(session: string): Promise<void>;
	/** Nobody of these names stands any more in what the session keeps of repositories; a proposal that names one and is not decided ends. Rejects likewise. */
	forgetNames(session: string, names: Iterable<string>): Promise<void>;
}

export function createWatches(parts: Parts): RepoWatches {
	const { deps, book } = parts;
	const folderOf = async (session: string): Promise<SessionFolder | undefined> =>
		(await deps.sessions.has(session)) ? await deps.sessions.open(session) : undefined;

	/** A turn that sets a time between keeps what it watches first: it is read once more. */
	async function setNext(session: string, folder: SessionFolder | undefined): Promise<void> {
		await deps.due.put(session, 'review', folder && nextLook(await readRepos(folder)));
		const next = folder && nextLook(await readRepos(folder));
		if (next !== undefined) await deps.due.by(session, 'review', next);
	}

	return {
		async look(session, tell, signal) {
			const folder = await folderOf(session);
			const repos = folder && (await readRepos(folder));
			for (const { opened, pull } of repos ? watched(repos) : [])
				if (folder && isDue(pull, deps.clock.now())) await lookAtPull({ opened, pull, folder, tell }, parts, signal);
			await setNext(session, folder);
		},
		async leave(session) {
			const folder = await folderOf(session);
			if (folder) await book.amend(folder, unwatched);
			await setNext(session, folder);
		},
		async forget(session) {
			const folder = await folderOf(session);
			if (!folder) return;
			const repos = await readRepos(folder);
			for (const proposal of repos.proposals)
				if (mayBeKept.has(proposal.end)) await forgetCommit(proposal, session, parts, repos);
			for (const opened of repos.opened) await letGoOfBase(opened, session, deps);
			await book.empty(folder);
		},
		async forgetNames(session, names) {
			const folder = await folderOf(session);
			if (!folder) return;
			const isNamed = namingAny(names);
			const repos = await readRepos(folder);
			for (const proposal of withdrawnBy(repos, isNamed)) await forgetCommit(proposal, session, parts, repos);
			await book.amend(folder, (now) => withoutNames(now, isNamed));
		},
	};
}

/** Those of proposals that ended otherwise are forgotten. */
const mayBeKept: ReadonlySet<string | undefined> = new Set([undefined, 'opened', 'withdrawn']);

function watched({ opened: all }: Repos): readonly { readonly opened: Opened; readonly pull: Pull }[] {
	return all.flatMap((opened) => (opened.pull?.at === undefined ? [] : [{ opened, pull: opened.pull }]));
}

function isDue({ at = 0, pending }: Pull, now: number): boolean {
	return pending !== undefined || at <= now;
}

function unwatched(repos: Repos): Repos {
	return { ...repos, opened: repos.opened.map((one) => ({ ...one, ...(one.pull && { pull: left(one.pull) }) })) };
}

function left({ at: _at, pending: _pending, ...pull }: Pull): Pull {
	return pull;
}
