import type { z } from 'zod';
import type { FileTree } from '../base/file-tree.ts';
import type { Inbound } from '../chat/inbound.ts';
import type { Thread } from '../chat/thread.ts';
import type { Due } from './due.ts';
import type { JournalEntry, Step } from './journal.ts';
import type { Records } from './records.ts';

/** Everything that came in and waits to be worked on, in order, per session. */
export interface Inbox {
	/**
	 * Stores `inbound` for `session` durably, and has the session's work due within a minute; answers `seen`, and changes nothing, when its
	 * platform's key was stored before (finished ones count too). A message's `parts` count as stored with it.
	 */
	add(session: string, inbound: Inbound): Promise<'stored' | 'seen'>;
	/** The waiting ones, oldest first. One that cannot be read any more is given up, and told to the log. */
	waiting(session: string): Promise<readonly Inbound[]>;
	/** Changes the text of a message or of words of ours that wait, or withdraws what waits with `undefined`; false when it no longer waits. */
	amend(session: string, key: string, text: string | undefined): Promise<boolean>;
	/** Ends the waiting of these keys. Rejects with `StaleLeaseError` when `lease` was superseded. */
	finish(lease: Lease, keys: readonly string[]): Promise<void>;
	/** Sessions in which something waits. */
	sessions(): Promise<readonly string[]>;
}

/** The right to run a session, with a fencing token that grows with every holder. */
export interface Lease {
	readonly session: string;
	readonly token: number;
}

/** One holder a session. */
export interface Leases {
	/** The lease, for `ms` milliseconds; undefined while another holder's has not ended. */
	take(session: string, holder: string, ms: number): Promise<Lease | undefined>;
	/** Prolongs it by `ms` from now; false when it was superseded or has ended and been taken. */
	renew(lease: Lease, ms: number): Promise<boolean>;
	/** Gives it back; nothing happens when it was superseded. */
	release(lease: Lease): Promise<void>;
}

/** A thing shown, or about to be: `key` is `<turn>/<step>/<kind>`. Without `id` it is an intent: it may or may not have reached the platform. */
export interface OutboxRow {
	readonly session: string;
	readonly thread: Thread;
	readonly turn: string;
	readonly key: string;
	/** The platform's id of what was posted. */
	readonly id?: string;
}

export interface Outbox {
	/** Records the intent to show `key` before it is posted; answers the row that stands, with its id when it was posted before. */
	intend(row: Omit<OutboxRow, 'id'>): Promise<OutboxRow>;
	/** Records that it was posted as `id`. */
	sent(session: string, key: string, id: string): Promise<void>;
	/** The rows of a turn, in the order of their intents. */
	rows(session: string, turn: string): Promise<readonly OutboxRow[]>;
	/**
	 * Where nothing waits in the session, whatever was intended and not sent counts as sent, under no id of a platform: nobody comes back to it.
	 * Nothing happens where something waits.
	 */
	settle(session: string): Promise<void>;
}

/** Which session a thread is bound to. */
export interface Bindings {
	sessionOf(thread: Thread): Promise<string | undefined>;
	/** Binds the thread to the session from now on; the last binding wins. */
	bind(thread: Thread, session: string): Promise<void>;
	/**
	 * Does what a command asked that waits in the lease's session: binds its thread to the session `to`, ends its waiting, and gives what
	 * waits behind it from that thread to `to`, in its order; answers stay, with their question, and so do the keys `except`. All of it or nothing: nothing happens when
	 * the command waits no more. Rejects with `StaleLeaseError` when `lease` was superseded.
	 */
	rebind(
		lease: Lease,
		command: { readonly thread: Thread; readonly key: string },
		to: string,
		except?: readonly string[],
	): Promise<void>;
	/** The threads bound to a session now. */
	threadsOf(session: string): Promise<readonly Thread[]>;
}

/** All that the store has of a session. */
export interface Rows {
	/**
	 * Removes, for good, what was kept up to the key `upTo` that waits in the lease's session, and that: words, questions, what was shown. What
	 * came in after it waits on; keys, the lease's token and which thread goes on in the session stay. All of it or nothing. Rejects with
	 * `StaleLeaseError` when `lease` was superseded.
	 */
	erase(lease: Lease, upTo: string): Promise<void>;
	/** Whatever was deleted, or waits no more, can be read nowhere in the store's files any longer. */
	scrub(): Promise<void>;
}

/** State that needs order and exclusion across processes. All writes are durable when they resolve. */
export interface Store extends AsyncDisposable {
	readonly inbox: Inbox;
	readonly leases: Leases;
	readonly outbox: Outbox;
	readonly bindings: Bindings;
	readonly records: Records;
	readonly due: Due;
	readonly rows: Rows;
}

/** The session's JSON documents: `session.json`, those below `state/`, and runs of the forge, `forge/<call id>.json`: replaced atomically, checked when read. */
export type DocumentName =
	| 'session'
	| 'current_history'
	| 'tool_registry'
	| 'memory_registry'
	| 'brain'
	| 'coding'
	| 'repos'
	| 'packages'
	| 'tool_vectors'
	| `forge/${string}`;

/** One session's folder: the truth about the session. */
export interface SessionFolder {
	readonly id: string;
	readonly journal: Journal;
	readonly documents: Documents;
	readonly files: SessionFiles;
	/** Appends one event to the session's log (`logs/<time>.jsonl`), adding the time. Never rejects: a log that cannot be written is reported once to the process's log. */
	log(event: Readonly<Record<string, unknown>>): void;
}

/** Each step of a session, in order, for good. */
export interface Journal extends JournalUpkeep {
	/** Appends and fsyncs; resolves with the numbered entry. Rejects with `StaleLeaseError` when a higher lease has written. */
	append(lease: Lease, step: Step): Promise<JournalEntry>;
	/**
	 * The entries after number `seq`. A last line cut by a crash is dropped; any other bad line rejects with `CorruptFileError`, and so
	 * does a journal without entry `seq`: a snapshot that knows more than its journal means that the journal was lost. Only of closed parts
	 * entries may be missing, those that cannot be read any more for damage.
	 */
	after(seq: number): Promise<readonly JournalEntry[]>;
	/** The highest token of a lease that has written, also in a journal that is damaged; 0 in an empty one. */
	highestLease(): Promise<number>;
}

/** How a journal is kept in order. */
export interface JournalUpkeep {
	/**
	 * Puts other steps in the place of those there are, each under its number, its time and its lease: all of them, or none; closed parts too. Of a
	 * damaged part only what can be read stays. Rejects with `StaleLeaseError` when a higher lease has written.
	 */
	rewrite(lease: Lease, change: (step: Step) => Step): Promise<void>;
	/**
	 * Closes and compresses the entries up to and with number `upTo`, which a snapshot holds: loading needs them no more, `after` finds them as
	 * before. The last entry there is stays open, and so does all of it where that is not worth a file. Nothing changes for readers, and a crash in
	 * the middle leaves it open or closed. Rejects with `StaleLeaseError` when a higher lease has written.
	 */
	closeSegment(lease: Lease, upTo: number): Promise<void>;
	/**
	 * Mends a damaged journal: it is kept beside itself as `journal.jsonl.damaged-<time>`, and goes on after the last entry before the damage.
	 * Answers that name; undefined when nothing was to be mended.
	 */
	repair(): Promise<string | undefined>;
}

export interface Documents {
	/**
	 * Undefined when missing. Rejects with `CorruptFileError` naming file and field, but where `rebuild` is given: then a damaged one is kept
	 * beside itself as `<name>.json.damaged-<time>`, and what `rebuild` answers stands in its place (nothing, where that is undefined).
	 */
	read<T>(name: DocumentName, schema: z.ZodType<T>, rebuild?: () => Promise<T | undefined>): Promise<T | undefined>;
	/** Replaces it atomically: temp, fsync, rename, fsync of the folder. */
	write(name: DocumentName, value: unknown): Promise<void>;
	/** Copies it, or what is given in its place, into `histories/` under a name with the time, and answers that name. */
	backup(name: DocumentName, value?: unknown): Promise<string>;
}

export interface FileEntry {
	/** Path below the folder that was listed. */
	readonly name: string;
	/** Bytes. */
	readonly size: number;
}

/** Names one version of a forged tool. */
export interface VersionRef {
	/** `<category>/<name>`. */
	readonly tool: string;
	readonly version: number;
}

/** Versions of forged tools in one folder, a session's or a catalog's: `<category>/<name>/<version>/`, and `current` beside the versions. */
export interface ToolVersions {
	/**
	 * Keeps the files of a new version as a whole or not at all, never over another; answers its number, one above the highest there is.
	 * `filesOf` is handed that number. Parallel calls get numbers of their own.
	 */
	add(tool: string, filesOf: (version: number) => Readonly<Record<string, string>>): Promise<number>;
	/** The text of one file of a version; undefined when there is none. Rejects with `CorruptFileError` for a link and for more than 1 MiB. */
	read(entry: VersionRef, file: string): Promise<string | undefined>;
	/** All versions there are, by name and number. */
	list(): Promise<readonly VersionRef[]>;
	/**
	 * The version that `current` names, whether or not it is there; undefined without `current`. Rejects with `CorruptFileError` for one that
	 * names no version.
	 */
	current(tool: string): Promise<number | undefined>;
	/** Makes `current` name this version, by a rename. Rejects when the version is not there. */
	point(entry: VersionRef): Promise<void>;
}

export interface SessionFiles {
	/** The session's forged tools. */
	readonly tools: ToolVersions;
	/** The regular files that were handed in, or handed over, by name; at most 1,000. */
	list(kind: 'inputs' | 'outputs'): Promise<readonly FileEntry[]>;
	/** Copies of pictures as they were shown. No sandbox sees them. */
	readonly seen: FileTree;
	/** The trees that the session's sandbox is given to read. */
	readonly trees: Readonly<Record<'inputs' | 'tools' | 'memories', FileTree>>;
	/**
	 * The bytes of what was handed over under this name. Rejects with the system's error where there is none, with `NotAFileError` for what is not
	 * a regular file, with a `TypeError` for a name that could lead out of the folder, and with the signal's reason.
	 */
	openArtifact(name: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** All session folders of the data folder, and the catalogs beside them. */
export interface Sessions {
	/** The session's folder, made when missing. */
	open(id: string): Promise<SessionFolder>;
	/** Whether there is a folder of the session; with `words`, one whose record or journal holds them. Nothing is made, and nothing is parsed. */
	has(id: string, words?: string): Promise<boolean>;
	/** Ids of the sessions there are, newest first by their last use. */
	list(): Promise<readonly string[]>;
	/** The catalog of a place, by the name that `folderOf` gives it; made when missing. Rejects with a `TypeError` for what is not such a name. */
	catalog(id: string): Promise<Catalog>;
	/** Ids of the catalogs there are. */
	catalogs(): Promise<readonly string[]>;
}

/** Forged tools that an admin has shared beyond their session. */
export interface Catalog {
	readonly id: string;
	/** Its folder on the host, laid out as a session's forged tools are. */
	readonly path: string;
	readonly tools: ToolVersions;
}
