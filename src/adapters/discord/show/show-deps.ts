import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { OpenArtifact } from '../../../chat/events.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import type { Outbox, OutboxRow } from '../../../store/store.ts';
import type { ShowOnce } from '../../show-once.ts';
import type { Calls } from '../api/calls.ts';
import type { InteractionAnswers } from '../api/interaction-answers.ts';
import type { PostOnce } from '../api/post-once.ts';
import type { Threads } from '../api/threads.ts';
import type { ApplicationOf } from '../application.ts';
import type { Places } from '../connect/places.ts';
import type { UploadArtifacts } from '../files/upload-artifacts.ts';
import type { LiveMessage } from '../live/live-message.ts';
import type { LiveParts } from '../live/live-parts.ts';
import type { DiscordRender } from '../render/renderers.ts';
import type { Replies } from '../replies.ts';
import type { DiscordPlace } from '../thread-keys.ts';
import type { RunningShow, RunningShows } from './running-shows.ts';
import type { TakeOver } from './take-over.ts';
import type { WaitingMarks } from './waiting-marks.ts';

/** What the showing of turns is made of. */
export interface ShowEventsDeps {
	readonly outbox: Outbox;
	readonly calls: Calls;
	readonly postOnce: PostOnce;
	readonly application: ApplicationOf;
	readonly threads: Threads;
	readonly places: Pick<Places, 'channels'>;
	readonly openArtifact: OpenArtifact;
	readonly uploads: UploadArtifacts;
	readonly render: DiscordRender;
	/** The interactions that can still be answered. */
	readonly replies: Replies;
	readonly answers: InteractionAnswers;
	/** Where turns run is kept here, for ❌ and Stop. */
	readonly running: RunningShows;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** The same, and what all shows share. */
export interface ShowDeps extends ShowEventsDeps {
	/** Our own message in a channel that shows `key`; undefined: none, or it cannot be looked for. */
	readonly find: (channel: string, key: string) => Promise<string | undefined>;
	readonly once: ShowOnce;
	readonly marks: WaitingMarks;
	/** Fires when a turn is shown anew, or the adapter leaves. */
	readonly takeOver: TakeOver;
	/** Whether Discord takes Components V2 from us: once it has refused them, embeds are sent. */
	readonly latch: { takesComponents: boolean };
}

/** One turn, or one command's answer, on its way into a thread. */
export interface ShowScene {
	readonly thread: Thread;
	readonly place: DiscordPlace;
	readonly session: string;
	readonly turn: string;
	/** What was there before. */
	readonly alreadyShown: readonly OutboxRow[];
	/** Fires when somebody else shows it, or the adapter leaves. */
	readonly signal: AbortSignal;
}

/** One stream of events being shown. */
export interface Show extends ShowScene {
	/** The key of what came in that this answers; undefined for a turn. */
	readonly answers: string | undefined;
	readonly isTurn: boolean;
	readonly startedAt: number;
	/** Its live messages. */
	readonly parts: LiveParts;
	/** Resolves when the thread is there. Rejects as `Calls` do. */
	readonly ready: () => Promise<void>;
	/** Until this is disposed of the thread counts as running. */
	readonly running: RunningShow;
	/** Tool calls by their id. */
	readonly calls: Map<string, { readonly tool: string; readonly title: string }>;
	/** The bot is seen as typing until this is disposed of; undefined before anything was taken. */
	typing: Disposable | undefined;
	/** Undefined until there is something to show. */
	live: LiveMessage | undefined;
	/** Live messages that get their last form. */
	readonly settling: { readonly live: LiveMessage; readonly done: Promise<void> }[];
	/** The id of the newest message that was posted or found. */
	last: string | undefined;
	/** The id of what was said in another place, because nothing can be said in the thread. */
	elsewhere: string | undefined;
	/** The key of the first message that the turn has taken. */
	asked: string | undefined;
	/** Who said it, or whose that is what this answers. */
	by: Person | undefined;
	answered: boolean;
	tokens: number;
}
