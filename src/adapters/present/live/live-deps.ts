import type { Clock } from '../../../base/clock.ts';
import type { PlatformAwayError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { Outbox } from '../../../store/store.ts';
import type { Surface } from '../surface.ts';
import type { LiveView } from './live-content.ts';

/** Why a live message cannot be shown, by what to do about it. */
export type LiveFailure =
	/** In `ms` milliseconds it may go; what is the newest then. `away`: the platform was not reached. */
	| { readonly type: 'later'; readonly ms: number; readonly away?: PlatformAwayError }
	/** Somebody has deleted it. */
	| { readonly type: 'gone' }
	/** It takes no more edits; another one does. */
	| { readonly type: 'full' }
	/** The platform does not take its form. */
	| { readonly type: 'form' }
	/** Nothing can be said there. */
	| { readonly type: 'never' };

/** One state of a live message. */
export interface LiveForm extends Pick<LiveView, 'lines' | 'words'> {
	readonly footer: string;
	/** It has a Stop button. */
	readonly stop: boolean;
	/** The outbox's keys of the message itself. */
	readonly keys: readonly string[];
}

/** Every live message that is edited is made with these. */
export interface LiveMessageDeps<Message> {
	readonly surface: Pick<Surface<Message>, 'post' | 'edit' | 'remove' | 'find'>;
	readonly outbox: Outbox;
	/** Makes a message of a state of it. */
	readonly progress: (form: LiveForm) => Promise<Message>;
	/** Says what a failure of the platform means for the message `id`, if there is one. `isEnding`: it was to get its last form. */
	readonly failureOf: (error: unknown, id: string | undefined, isEnding: boolean) => LiveFailure;
	/** Between two edits, ms. */
	readonly editMs: number;
	/** Forms that the platform may refuse, one after another. */
	readonly mostForms: number;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when somebody else shows the turn, or the adapter leaves. */
	readonly signal: AbortSignal;
}
