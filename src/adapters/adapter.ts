import type { AgentEvent, Telling } from '../chat/events.ts';
import type { Accept, FileRef, MessageNow, StoredMessage } from '../chat/inbound.ts';
import type { Past } from '../chat/past.ts';
import type { Reach } from '../chat/reach.ts';
import type { Thread } from '../chat/thread.ts';
import type { OutboxRow } from '../store/store.ts';

/** Files that came in by reference. Both reject with a sentence for people when it cannot be had. */
export interface IncomingFiles {
	/** The reference under the name that its file has: asked for where its message did not tell one. */
	named(file: FileRef, signal: AbortSignal): Promise<FileRef>;
	/** The file's bytes. */
	fetch(file: FileRef, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Answers what a platform is asked for: after the acknowledgement, before the turn, and where somebody has to decide who is not in the thread. */
export interface Intake {
	readonly files: IncomingFiles;
	readonly past: Past;
	/**
	 * Reads a message that waited as it is now; where no change of it can have passed us by, the platform is not asked. Rejects when that
	 * cannot be known now.
	 */
	reread(message: StoredMessage, signal: AbortSignal): Promise<MessageNow>;
	/** The platform's id of what was posted in `thread` under the outbox's `key`; undefined when it is not there. */
	find(thread: Thread, key: string): Promise<string | undefined>;
	readonly reach: Reach;
}

/** Hears that a place is there again that was gone: `PlaceGoneError.place`, or what it begins with. */
export type ComesBack = (place: string) => void;

/**
 * One chat platform. An adapter turns what happens there into `Inbound`s and renders `AgentEvent`s. It keeps no state of its own that
 * a restart would need: that is in the store. `src/adapters/terminal` is the worked example.
 */
export interface Adapter extends AsyncDisposable {
	readonly platform: Thread['platform'];
	/**
	 * Connects, and from then on hands everything that comes in to `accept`, acknowledging to the platform only after it resolved; and tells
	 * `comesBack` of places that it is let into. Rejects with `PlatformAwayError` while the platform is away, and may be called again then;
	 * with `ProblemError` where a person must mend something.
	 */
	start(accept: Accept, comesBack?: ComesBack): Promise<void>;
	readonly intake: Intake;
	/**
	 * Renders one turn in `thread`, its events in order; resolves when all of it is really there. Each keyed event is shown once: what
	 * `alreadyShown` holds with an id is skipped; an intent without an id is looked up with `intake.find` before it is posted again.
	 * Rejects, as what is fetched does, with `PlatformAwayError` while the platform is away, and with `PlaceGoneError` where nothing can be said.
	 */
	show(thread: Thread, events: AsyncIterable<AgentEvent>, alreadyShown: readonly OutboxRow[]): Promise<void>;
	/** Tells what is no turn's, by the rules of `show`: no sign of it says that a turn runs. */
	tell(thread: Thread, telling: Telling, alreadyShown: readonly OutboxRow[]): Promise<void>;
}
