import type { AgentEvent } from '../../../chat/events.ts';
import type { EventFacts, KeyedEvent } from '../render/describe-event.ts';
import type { Page } from '../render/page.ts';
import type { Style } from '../render/style.ts';

/** A line that a person has finished, its pastes put back in. */
export interface FinishedLine {
	readonly text: string;
	/** The part of it that may name files: pasted blocks are left out. */
	readonly typed: string;
	/** The line as the editor holds it, which `restore` wants to have back. */
	readonly raw: string;
}

/** A person's actions at the desk. */
export interface DeskEvents {
	readonly onLine: (line: FinishedLine) => void;
	readonly onInterrupt: () => void;
	readonly onEscape: () => void;
	/** No more lines will come. */
	readonly onEnd: () => void;
}

/** Where lines are typed. */
export interface Prompt {
	/** Says what the next line is for; undefined: a message. */
	ask(label: string | undefined): void;
	/** A word in passing, gone with the next key. */
	hint(text: string): void;
	/** Gives a line back that could not be taken. */
	restore(raw: string): void;
	/** Whether there is text in the line. */
	typed(): boolean;
	clear(): void;
}

/** One `show`: what happens now, and what stays. */
export interface ShowView {
	/** Takes notice of an event: streams, counts, turns the wheel. */
	see(event: AgentEvent): void;
	/** Prints a keyed event for good. */
	put(event: KeyedEvent, facts: EventFacts): void;
	/** Takes away what was live of an event that was printed in an earlier run. */
	drop(event: KeyedEvent): void;
	/** Leaves nothing live behind and waits for nothing. */
	end(): void;
}

/** Where a person sits: a terminal with keys, or plain lines in and out. Disposing gives the terminal back. */
export interface Desk extends AsyncDisposable {
	readonly page: Page;
	readonly prompt: Prompt;
	readonly style: Style;
	view(): ShowView;
	start(events: DeskEvents): Promise<void>;
}
