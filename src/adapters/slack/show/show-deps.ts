import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { OpenArtifact } from '../../../chat/events.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import type { Outbox, OutboxRow } from '../../../store/store.ts';
import type { ShowOnce } from '../../show-once.ts';
import type { Calls } from '../api/calls.ts';
import type { Roots } from '../api/roots.ts';
import type { UploadArtifacts } from '../files/upload-artifacts.ts';
import type { Installations } from '../installations.ts';
import type { LiveDeps } from '../live/live-deps.ts';
import type { LiveMessage } from '../live/live-message.ts';
import type { ShowScene } from '../live/show-scene.ts';
import type { StreamRecipient } from '../live/stream.ts';
import type { SlackRender } from '../render/renderers.ts';
import type { EarlierLines } from './earlier-lines.ts';
import type { RunningShow, RunningShows } from './running-shows.ts';
import type { SessionStatuses } from './session-status.ts';
import type { WaitingMarks } from './waiting-marks.ts';

/** What the showing of turns is made of. */
export interface ShowEventsDeps {
	readonly outbox: Outbox;
	readonly calls: Calls;
	readonly installations: Installations;
	readonly roots: Roots;
	readonly openArtifact: OpenArtifact;
	readonly uploads: UploadArtifacts;
	readonly render: SlackRender;
	/** Where the messages of running turns are kept, for ❌. */
	readonly running: RunningShows;
	/** Who spoke last in the thread. */
	readonly recipientOf: (thread: Thread) => StreamRecipient | undefined;
	/** Says a notice in a thread that is no message's (a slash command's); false for any other thread. */
	readonly privately: (thread: Thread, text: string) => Promise<boolean>;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** The same, and what all shows share. */
export interface ShowDeps extends ShowEventsDeps, LiveDeps {
	readonly once: ShowOnce;
	/** The `ts` of what was posted under a key of the outbox; undefined: nothing. */
	readonly find: (thread: Thread, key: string) => Promise<string | undefined>;
	readonly statuses: SessionStatuses;
	readonly marks: WaitingMarks;
}

/** One stream of events being shown. */
export interface Show extends ShowScene {
	/** What was there before. */
	readonly alreadyShown: readonly OutboxRow[];
	/** What came in that this answers; undefined for a turn. */
	readonly answers: string | undefined;
	/** Whose it was: of a turn whoever asked for it first. */
	by: Person | undefined;
	readonly isTurn: boolean;
	readonly startedAt: number;
	/** Tool calls by their id. */
	readonly calls: Map<string, { readonly tool: string; readonly title: string }>;
	readonly running: RunningShow;
	/** What an earlier process has shown in live messages. */
	readonly earlier: EarlierLines;
	/** The `ts` of the first message that the turn has taken. */
	after: string | undefined;
	/** What an earlier process has shown for good, by `ts`. */
	readonly kept: string[];
	/** Undefined until there is something to show. */
	live: LiveMessage | undefined;
	/** Why nothing more can be posted in the thread; undefined: it can. */
	barred: unknown;
	/** Names of files that were not handed over for that. */
	readonly unsaid: string[];
	/** The `ts` of the newest message that was posted or found. */
	last: string | undefined;
	usedTools: boolean;
	answered: boolean;
	/** Its end was shown, and its status set. */
	ended: boolean;
	tokens: number;
}
