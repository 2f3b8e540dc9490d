import type { Clock } from '../../base/clock.ts';
import type { Places } from '../../chat/places.ts';
import type { Reach } from '../../chat/reach.ts';
import type { CodeHost } from '../../git/code-host/code-host.ts';
import type { Finding, Git } from '../../git/git.ts';
import type { Repositories } from '../../git/repositories.ts';
import type { Access } from '../../git/repository.ts';
import type { Due } from '../../store/due.ts';
import type { SessionFolder, Sessions } from '../../store/store.ts';
import type { Trials } from './trials.ts';

/** The means of work on repositories. */
export interface RepoDeps {
	readonly repositories: Repositories;
	/** Made when it is first asked for. Rejects with `ProblemError` where a person must mend something. */
	readonly git: () => Promise<Git>;
	/** Undefined: it takes pushes alone. */
	readonly codeHostFor: (access: Access) => CodeHost | undefined;
	readonly trials: Trials;
	readonly texts: RepoTexts;
	/** Who worked in a session: a pull request says so. */
	readonly workerIn: (folder: SessionFolder) => Promise<Worker>;
	readonly sessions: Pick<Sessions, 'open' | 'has'>;
	readonly places: Pick<Places, 'conversationOf'>;
	/** The address of a thread; undefined, or rejected with anything, where none can be told. */
	readonly linkTo: Reach['linkTo'];
	readonly due: Pick<Due, 'by' | 'put'>;
	readonly clock: Pick<Clock, 'now'>;
	/** From 0 to 1. It names branches: nobody must be able to guess the next. */
	readonly random: () => number;
	/** Between two looks at a pull request, ms. */
	readonly pollMs: number;
}

/** Writes what goes into repositories and to code hosts, so that it does nothing there but be read. All of it is pure. */
export interface RepoTexts {
	/** The whole message of a commit. */
	commitMessage(words: CommitWords): string;
	/** `mark`: of our part of it. */
	pullRequestText(words: PullRequestWords): { readonly title: string; readonly body: string; readonly mark: string };
	/** Our part of it once more was pushed, up to `commit`. */
	renewedText(words: PullRequestWords & { readonly commit: string }): RenewedText;
	/** `random`: six hex digits. */
	branchName(title: string, random: string): string;
}

export interface RenewedText {
	readonly part: string;
	readonly mark: string;
	/** Said where people have changed our part. */
	readonly comment: string;
}

/** Of whoever made the change: untrusted. */
export interface CommitWords {
	readonly title: string;
	readonly description: string;
	readonly coAuthor?: { readonly name: string; readonly email: string } | undefined;
}

export interface PullRequestWords extends Worker {
	readonly title: string;
	readonly description: string;
	/** The order, in neutral words. */
	readonly asked: string;
	/** Of each command that was run on exactly this tree. */
	readonly ran: readonly Ran[];
	/** To which people have said yes. */
	readonly findings: readonly Finding[];
	/** Only where the repository wants it. */
	readonly names?: { readonly asker: string } | undefined;
	readonly link?: string | undefined;
}

export interface Ran {
	readonly command: string;
	readonly end: 'passed' | 'failed' | 'not-run';
	readonly why?: string | undefined;
	readonly tail?: string | undefined;
}

/** Which agent worked, and on which model: "OpenCode", "qwen3-coder". */
export interface Worker {
	readonly agent?: string | undefined;
	readonly model?: string | undefined;
}
