import type { Message } from './journal.ts';

/** Files that came with a message, by their names there. */
export interface BroughtFiles {
	readonly inputs: readonly string[];
	readonly seen: readonly string[];
}

/** Removes, for good, what lies in a session's folder. Done again, after a crash in the middle, each comes to the same. */
export interface Eraser {
	/** All but the journal. The folders that are used stay, empty. */
	contents(session: string): Promise<void>;
	/** These files, and all logs: they tell what was said. */
	files(session: string, names: BroughtFiles): Promise<void>;
	/** The rest of unfinished writes of a process that has died: they hold words that nothing else knows. */
	leftOvers(session: string): Promise<void>;
	/** Changes the messages of each copy of the conversation, the present one too. A copy that cannot be read is removed. */
	copies(session: string, change: (message: Message) => Message): Promise<void>;
}
