import type { Person, Thread } from '../../chat/thread.ts';
import type { Until } from '../../chat/undelivered.ts';
import type { FileContent } from './artifact-content.ts';

/** Where something is shown, and whose rows of the outbox its keys are. */
export interface Scene {
	readonly thread: Thread;
	readonly session: string;
	readonly turn: string;
}

/** Something that its thread does not take, as it can be told elsewhere. */
export interface Unsaid {
	/** The outbox's. */
	readonly key: string;
	/** The thing that could not be done: "show the answer in its thread". */
	readonly action: string;
	/** Markdown, of which the beginning is told; empty: it is not worth a message once something was told. */
	readonly words: string;
	/** For this person's eyes only; else for whoever asked. */
	readonly to?: Person | undefined;
	/** Its beginning was to be told before. */
	readonly continues?: boolean;
}

export interface Post<Message> extends Scene {
	/** The outbox's keys that it shows. The first one is this post's alone: by it the post is found again. */
	readonly keys: readonly [string, ...string[]];
	readonly message: Message;
	/** Nobody is notified. */
	readonly silent?: boolean;
	/** For a platform that tells each post elsewhere which its thread does not take. */
	readonly instead?: Unsaid;
}

/** A message of ours that is there. */
export interface Posted {
	readonly thread: Thread;
	/** The platform's. */
	readonly id: string;
}

/** A message of ours, and the form that it is to have. */
export interface Change<Message> extends Posted {
	/** The outbox's keys that it shows then. */
	readonly keys: readonly string[];
	readonly message: Message;
}

/** A file for the thread. */
export interface UploadFile {
	/** Its key in the outbox. */
	readonly key: string;
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	/** Half a sentence for people, beside its name. */
	readonly remark?: string | undefined;
	readonly content: FileContent;
}

export interface UploadBatch extends Scene {
	readonly files: readonly UploadFile[];
}

/** The outcome for one file. `until`: when one that was refused may be taken. `late`: it was taken, but does not show yet. `reason` is one plain sentence for people that names the file. */
export type Upload =
	| { readonly outcome: 'delivered'; readonly file: UploadFile }
	| { readonly outcome: 'late'; readonly file: UploadFile; readonly reason: string }
	| { readonly outcome: 'refused'; readonly file: UploadFile; readonly reason: string; readonly until: Until };

/**
 * All that a platform must be able to do for turns to be shown on it; the rest is written once, for all of them. Everything
 * rejects with the signal's reason, and with `PlatformAwayError` or `PlaceGoneError`, or what the adapter makes them of, where it may be done another time.
 */
export interface Surface<Message> {
	/** Posts a message into its thread once, whatever is lost on the way; resolves with its id. */
	post(post: Post<Message>, signal: AbortSignal): Promise<string>;
	/** Gives a message of ours another form. */
	edit(change: Change<Message>, signal: AbortSignal): Promise<void>;
	/** Takes a message of ours away; one that is gone already is fine. */
	remove(posted: Posted, signal: AbortSignal): Promise<void>;
	/** The id of our message in the thread that shows `key`; undefined: none, or it cannot be looked for. */
	find(thread: Thread, key: string, signal: AbortSignal): Promise<string | undefined>;
	/**
	 * Hands files over, each once over any number of crashes. Resolves in the batch's order when they are really there; the outbox holds an id
	 * for all but those that were refused then.
	 */
	upload(batch: UploadBatch, signal: AbortSignal): Promise<readonly Upload[]>;
}
