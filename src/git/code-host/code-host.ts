import type { NotDone } from '../git.ts';
import type { Access } from '../repository.ts';

/**
 * The API of a code host (GitHub, Gitea and Forgejo), for one repository and credential. What it answers is data: sized, checked, made harmless. All reject
 * only with the signal's reason; a host that is away, refuses or limits us is `refused`, with when to come again where it says so.
 */
export interface CodeHost {
	/** Whether the credential is good for it, before anything else is done. */
	look(access: Access, signal: AbortSignal): Promise<RepositoryFacts | HostRefusal>;
	/** A fork of the credential's own account, made when missing. Answers its path: `smith/app`. */
	fork(access: Access, signal: AbortSignal): Promise<{ readonly kind: 'forked'; readonly path: string } | HostRefusal>;
	/** Opens a pull request, or finds the one that is open for this head already: doing it again is safe. */
	open(access: Access, order: PullRequestOrder, signal: AbortSignal): Promise<PullRequest | HostRefusal>;
	/** All there is to be told of a pull request since `since`. */
	news(access: Access, number: number, since: NewsMark, signal: AbortSignal): Promise<PullRequestNews | HostRefusal>;
	/** Renews our part of a pull request's text; where people have changed that, it is left to them, and commented. Doing it again is safe. */
	renew(access: Access, order: RenewOrder, signal: AbortSignal): Promise<Renewed | HostRefusal>;
}

/** `againAt`: ms since the epoch, where a limit or an outage says so. `gone`: it is no use to come again. */
export interface HostRefusal extends NotDone {
	readonly againAt?: number;
	readonly gone?: true;
}

export interface RepositoryFacts {
	readonly kind: 'facts';
	/** `owner/name` as the host writes it: it may have been renamed. */
	readonly path: string;
	readonly defaultBranch: string;
	readonly mayPush: boolean;
	readonly isArchived: boolean;
	/** Named by the host as protected, at most 100. */
	readonly protectedBranches: readonly string[];
}

export interface PullRequestOrder {
	/** `owner:branch` where it comes from a fork, else the branch. */
	readonly head: string;
	readonly base: string;
	/** Made inert by us. */
	readonly title: string;
	readonly body: string;
	readonly draft: boolean;
}

export interface RenewOrder {
	readonly number: number;
	/** The mark of our part as it was written last; undefined: nobody knows. */
	readonly was: string | undefined;
	/** As it is to be, made inert by us. */
	readonly part: string;
	/** Said instead. It is like no other comment: one that is there is this one. */
	readonly comment: string;
	/** Nobody has commented so before, ms since the epoch. */
	readonly since: number;
}

export interface Renewed {
	readonly kind: 'renewed';
	readonly as: 'text' | 'comment';
}

export interface PullRequest {
	readonly kind: 'open';
	readonly number: number;
	/** For people: https. */
	readonly url: string;
	/** The host could make no draft of it. */
	readonly notDraft?: true;
}

/** Up to where news were told. Undefined parts: nothing was yet. */
export interface NewsMark {
	/** Opaque: a time, and which remarks of the last minutes were told, as a host gives times in seconds and shows some late. At most 3,000 characters. */
	readonly commentsUntil?: string;
	readonly state?: PullRequestState;
	/** A digest of the checks that were told. */
	readonly checks?: string;
}

export type PullRequestState = 'open' | 'merged' | 'closed' | 'gone';

export interface PullRequestNews {
	readonly kind: 'news';
	readonly state: PullRequestState;
	readonly mark: NewsMark;
	/** Sentences for people: checks, reviews, comments of collaborators as quotes. Harmless text, at most 20 items of 1,500 characters each. */
	readonly items: readonly NewsItem[];
}

export interface NewsItem {
	readonly kind: 'check' | 'review' | 'comment' | 'state';
	readonly who?: string;
	readonly text: string;
	/** Of a review's remark. */
	readonly path?: string;
	readonly line?: number;
}
