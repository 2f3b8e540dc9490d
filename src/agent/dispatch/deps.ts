import type { Logger } from '../../base/log.ts';
import type { AgentEvent, Telling } from '../../chat/events.ts';
import type { Accept, FileRef, Inbound, MessageNow, StoredMessage } from '../../chat/inbound.ts';
import type { Past } from '../../chat/past.ts';
import type { RoleOf } from '../../chat/people.ts';
import type { Place } from '../../chat/place.ts';
import type { Places } from '../../chat/places.ts';
import type { Question } from '../../chat/question.ts';
import type { Reach } from '../../chat/reach.ts';
import type { Person, Thread } from '../../chat/thread.ts';
import type { Sandboxes } from '../../sandbox/sandbox.ts';
import type { Eraser } from '../../store/erase.ts';
import type { NoteFolders } from '../../store/notes.ts';
import type { OutboxRow, Sessions, Store } from '../../store/store.ts';
import type { Agent } from '../agent.ts';
import type { Budgets } from '../budget/budgets.ts';
import type { CodingTurns } from '../coding/run/turns.ts';
import type { Command } from '../commands/command.ts';
import type { Spell } from '../commands/syntax/command-syntax.ts';
import type { ToolsThere } from '../forge/use/tools-there.ts';
import type { RepoWatches } from '../repo/watch/watches.ts';
import type { UsualPreferences } from '../session/choices/preferences.ts';
import type { Session } from '../session/session.ts';
import type { TurnReader } from '../turn/turn-events.ts';
import type { Troubles } from './trouble/troubles.ts';
import type { LeaseTiming } from './work/held-lease.ts';
import type { InThread } from './work/in-thread.ts';
import type { Resting } from './work/resting.ts';
import type { RunningTurns } from './work/running-turns.ts';
import type { ThisProcess } from './work/this-process.ts';
import type { TooEarly } from './work/too-early.ts';

/** The platforms as the core needs them: the part of `Adapter` that dispatch needs, for whichever platform the thread is on. */
export interface Platforms {
	/** Shows a turn. */
	show(thread: Thread, events: AsyncIterable<AgentEvent>, alreadyShown: readonly OutboxRow[]): Promise<void>;
	/** Tells what is no turn's. */
	tell(thread: Thread, telling: Telling, alreadyShown: readonly OutboxRow[]): Promise<void>;
	readonly intake: PlatformIntake;
	readonly reach: Reach;
}

/** The part of an adapter's `Intake` that is asked for a thread's messages. */
export interface PlatformIntake {
	nameFile(thread: Thread, file: FileRef, signal: AbortSignal): Promise<FileRef>;
	fetchFile(thread: Thread, file: FileRef, signal: AbortSignal): AsyncIterable<Uint8Array>;
	reread(message: StoredMessage, signal: AbortSignal): Promise<MessageNow>;
	readonly past: Past;
}

export interface DispatchDeps {
	readonly store: Store;
	readonly sessions: Sessions;
	readonly eraser: Eraser;
	readonly sandboxes: Sandboxes;
	/** The size of each session's disk. */
	readonly diskBytes: number;
	/** The Brain may be shown pictures. */
	readonly vision: boolean;
	readonly agent: Agent;
	/** Names the tools there are, for the message that begins a turn. */
	readonly toolsThere: ToolsThere;
	readonly notes: NoteFolders;
	/** Who follows each turn beside its thread. */
	readonly readers: readonly TurnReader[];
	readonly platforms: Platforms;
	readonly places: Places;
	readonly commands: readonly Command[];
	readonly spell: Spell;
	readonly running: RunningTurns;
	readonly roleOf: RoleOf;
	/** Hands in something of our own, as a platform would. */
	readonly accept: Accept;
	readonly inThread: InThread;
	readonly self: ThisProcess;
	readonly tooEarly: TooEarly;
	/** Handles what must not wait for the running turn; false for whatever waits. */
	readonly atOnce: (inbound: Inbound, session: Session) => Promise<boolean>;
	readonly resting: Resting;
	/** Those whom the settings name as admins of a place. */
	readonly namedAdmins: (place: Place) => readonly Person[];
	/** Which sessions could not be worked on. */
	readonly troubles: Troubles;
	/** Called when a session is left with a question open; rejects as the store does. */
	readonly onParked: (question: Question) => Promise<void>;
	/** Sees to it that the session is worked on from now on. */
	readonly wake: (session: string) => void;
	/** Keys of the words that are being made now: what a command says. */
	readonly making: Set<string>;
	/** Default: no coding agents. */
	readonly coding?: Pick<CodingTurns, 'waits' | 'settle' | 'steer'> | undefined;
	/** Default: nobody works on repositories. */
	readonly repos?: RepoWatches | undefined;
	readonly usual: UsualPreferences;
	/** Default: there are none. */
	readonly budgets?: Pick<Budgets, 'raises' | 'purseOf' | 'warnings'> | undefined;
	/** How long a question stays open, ms. */
	readonly answerMs: number;
	/** Names this process's data folder: its own leases of an earlier run are taken over at once. */
	readonly holder: string;
	/** How long a session is held without being renewed; default: half a minute. */
	readonly lease?: LeaseTiming;
	readonly log: Logger;
}
