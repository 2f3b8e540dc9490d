import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { threadSchema } from '../../../chat/thread.ts';
import type { NewsMark } from '../../../git/code-host/code-host.ts';

const commitSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** Up to where news of a pull request were told, as its code host marks it. */
const markSchema = kept({
	commentsUntil: z.string().optional(),
	state: z.enum(['open', 'merged', 'closed', 'gone']).optional(),
	checks: z.string().optional(),
});

/**
 * `opening`: its branch is pushed, and it is to be opened as soon as the code host takes it. `by-hand`: people open it. `left`: nobody looks at it
 * any more, whatever became of it.
 */
const pullStates = ['opening', 'open', 'merged', 'closed', 'gone', 'by-hand', 'left'] as const;
export type PullState = (typeof pullStates)[number];

/** News that are being told: they are told again until that is kept, and then never more. */
const pendingSchema = kept({
	key: z.string(),
	text: z.string(),
	mark: markSchema,
	state: z.enum(pullStates),
	/** It says that nothing could be learnt since then, ms since the epoch. */
	away: z.number().optional(),
});
export type PendingNews = z.infer<typeof pendingSchema>;

/** More was pushed to a pull request, and its text is to say so: our part of it, by a mark, or else a comment. */
const renewalSchema = kept({ part: z.string(), mark: z.string(), comment: z.string() });

/** The pull request of a repository in this session, or the branch that one is to be made of. */
const pullSchema = kept({
	branch: z.string(),
	/** The commit of ours that the branch is at. */
	head: commitSchema,
	/** The branch that it is to go into. */
	into: z.string(),
	/** The path of the fork that the branch is in. */
	fork: z.string().optional(),
	state: z.enum(pullStates),
	title: z.string(),
	body: z.string(),
	draft: z.boolean(),
	/** Of our part of its text, as it was written last. */
	textMark: z.string().optional(),
	/** To be written; `since`: not before that, ms since the epoch. */
	renewal: renewalSchema.extend({ since: z.number() }).optional(),
	number: z.int().optional(),
	url: z.string().optional(),
	/** Where its news are told. */
	thread: threadSchema,
	mark: markSchema,
	pending: pendingSchema.optional(),
	/** When it is looked at next, ms since the epoch; missing: not any more. */
	at: z.number().optional(),
	/** Looks in a row that came to nothing. */
	fails: z.int().nonnegative(),
	/** Since when they do, ms since the epoch, and whether people know. */
	failing: kept({ since: z.number(), told: z.literal(true).optional() }).optional(),
	/** Nobody looks at it after that, ms since the epoch. */
	until: z.number(),
});
export type Pull = z.infer<typeof pullSchema>;

/** A repository as it lies in the session's sandbox. */
const openedSchema = kept({
	/** Its id. */
	repository: z.string(),
	place: z.string(),
	name: z.string(),
	/** Below `/workspace`. */
	folder: z.string(),
	/** As it was asked for; missing: the default branch. */
	ref: z.string().optional(),
	/** The commit that the work there is on top of. */
	base: commitSchema,
	/** The branch that a pull request goes into. */
	into: z.string(),
	/** The base was the tip of a branch. */
	tip: z.literal(true).optional(),
	/** At which commit the set-up's layer was laid. */
	laid: commitSchema.optional(),
	pull: pullSchema.optional(),
});
export type Opened = z.infer<typeof openedSchema>;

/**
 * How far a proposal has come; each is kept before what follows it is begun. `begun`: whatever is made now is under its name. `asked`: people are
 * shown exactly this commit. `pushing`: they have said yes, and it may be on the server. `pushed`: it is. `ended`: nothing of it is done any more.
 */
const steps = ['begun', 'asked', 'pushing', 'pushed', 'ended'] as const;

const proposalSchema = kept({
	/** 1 for a session's first. */
	count: z.int().positive(),
	/** The call that makes it. */
	call: z.string(),
	/** The repository's id. */
	repository: z.string(),
	/** The branch that it is pushed to. */
	branch: z.string(),
	step: z.enum(steps),
	/** How it ended. */
	end: z.enum(['opened', 'dropped', 'again', 'expired', 'refused', 'withdrawn']).optional(),
	/** It was shown, and is pushed as it is. */
	commit: commitSchema.optional(),
	/** The commit that the branch is at; missing: it is not there. */
	onTo: commitSchema.optional(),
	/** Of the pull request that is to be opened. */
	title: z.string().optional(),
	body: z.string().optional(),
	textMark: z.string().optional(),
	/** Of the pull request that it goes on top of. */
	renewal: renewalSchema.optional(),
	/** How its tests ended, for the Brain. */
	tested: z.string().optional(),
	/** The choice by which people say yes. */
	yes: z.string().optional(),
	/** A push was tried. */
	tried: z.literal(true).optional(),
	/** When whoever pushes it has last come further, ms since the epoch. */
	since: z.number().optional(),
	/** Why nothing came of it: a sentence. */
	why: z.string().optional(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** `state/repos.json`: what a session knows of repositories. Nothing of a key, and nobody's words but those of proposals. */
export const reposSchema = kept({
	version: z.literal(1),
	opened: z.array(openedSchema),
	proposals: z.array(proposalSchema),
});
export type Repos = z.infer<typeof reposSchema>;

export const noRepos: Repos = { version: 1, opened: [], proposals: [] };

/** Proposals that are remembered, the newest ones. */
const mostProposals = 50;

/**
 * Those beyond it that nothing goes on with, the oldest ones: mirrors are to forget them first. One that a pull request ends with is kept as long as that
 * takes more. Pure.
 */
export function outgrown({ proposals, opened }: Repos): readonly Proposal[] {
	const heads = new Set(
		opened.flatMap(({ pull }) => (pull?.state === 'open' || pull?.state === 'opening' ? pull.head : [])),
	);
	const beyond = proposals.slice(0, Math.max(0, proposals.length - mostProposals));
	return beyond.filter(({ step, commit }) => step === 'ended' && !(commit !== undefined && heads.has(commit)));
}

/** Without these. Pure. */
export function withoutProposals(repos: Repos, gone: readonly Proposal[]): Repos {
	const counts = new Set(gone.map(({ count }) => count));
	return { ...repos, proposals: repos.proposals.filter(({ count }) => !counts.has(count)) };
}

/** With this one in the place of what was known of it. Pure. */
export function withProposal(repos: Repos, proposal: Proposal): Repos {
	const others = repos.proposals.filter(({ count }) => count !== proposal.count);
	const proposals = [...others, lean(proposal)].toSorted((one, other) => one.count - other.count);
	return { ...repos, proposals };
}

/** An ended one needs no words for a code host any more, in which somebody may be named. */
function lean(proposal: Proposal): Proposal {
	if (proposal.step !== 'ended') return proposal;
	const { title: _title, body: _body, renewal: _renewal, ...left } = proposal;
	return left;
}

/** With this one in the place of what was known of that repository. Pure. */
export function withOpened(repos: Repos, opened: Opened): Repos {
	const at = repos.opened.findIndex(({ repository }) => repository === opened.repository);
	return { ...repos, opened: at === -1 ? [...repos.opened, opened] : repos.opened.with(at, opened) };
}

/** With this pull request of a repository that is opened. Pure. */
export function withPull(repos: Repos, repository: string, pull: Pull): Repos {
	const opened = repos.opened.find((one) => one.repository === repository);
	return opened ? withOpened(repos, { ...opened, pull }) : repos;
}

/** The earliest time at which a pull request of the session is looked at. Pure. */
export function nextLook({ opened }: Repos): number | undefined {
	const times = opened.flatMap(({ pull }) => pull?.at ?? []);
	return times.length === 0 ? undefined : Math.min(...times);
}

/** Under which name a proposal's commit is kept in the mirror. Pure. */
export function keptName(session: string, { count }: Pick<Proposal, 'count'>): string {
	return `${session}/${count}`;
}

/** A mark as a code host takes it. Pure. */
export function markOf({ commentsUntil, state, checks }: Pull['mark']): NewsMark {
	return {
		...(commentsUntil !== undefined && { commentsUntil }),
		...(state !== undefined && { state }),
		...(checks !== undefined && { checks }),
	};
}
