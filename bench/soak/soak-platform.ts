import type { Thread } from '../../src/chat/thread.ts';
import type { Absence } from '../../tests/support/absence.ts';
import type { Answer, NamedBytes } from './conversation.ts';
import type { PlannedMessage } from './plan.ts';

/** A thread as people see it. */
export interface SeenThread {
	/** Undefined: nothing was said there. */
	readonly thread: Thread | undefined;
	/** In the order in which they stand there. */
	readonly answers: readonly Answer[];
	/** The files that the bot has handed over. */
	readonly files: readonly NamedBytes[];
	readonly state: SeenState;
}

/** The defects that a thread must be free of when all is done; each a word for people. */
export interface SeenState {
	/** Things that were shown twice. */
	readonly repeated: readonly string[];
	/** Messages that look as if they were still being written. */
	readonly unfinished: readonly string[];
	/** Marks of messages that waited. */
	readonly marks: readonly string[];
	/** The platform's status of the session, where it is anything but that nothing is under way. */
	readonly underWay: string | undefined;
	/** Whom the bot has notified. */
	readonly pings: readonly string[];
}

/** How often something went wrong on purpose, or whatever else is worth a row. */
export interface Count {
	readonly name: string;
	readonly value: number;
	readonly unit: string;
}

/** A platform that can be away. */
export interface FicklePlatform extends SoakPlatform, Absence {}

/** A fake platform that a bot in another process is connected to, and its people. */
export interface SoakPlatform extends AsyncDisposable {
	/** The bot's settings. */
	readonly settings: Readonly<Record<string, string>>;
	/** Once the bot listens for the first time; troubles begin. */
	begin(signal: AbortSignal): Promise<void>;
	/** Says it in its thread. Resolves when the bot has acknowledged it; rejects when it never did. */
	say(message: PlannedMessage): Promise<void>;
	/** By the thread's number. */
	look(): readonly SeenThread[];
	/** Counts of the things that were done to the bot. */
	counts(): readonly Count[];
}
