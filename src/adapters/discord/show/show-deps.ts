import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { Outbox } from '../../../store/store.ts';
import type { RunningTurns } from '../../present/running-turns.ts';
import type { ShowOnce } from '../../show-once.ts';
import type { Calls } from '../api/calls.ts';
import type { InteractionAnswers } from '../api/interaction-answers.ts';
import type { PostOnce } from '../api/post-once.ts';
import type { Threads } from '../api/threads.ts';
import type { ApplicationOf } from '../application.ts';
import type { Places } from '../connect/places.ts';
import type { UploadArtifacts } from '../files/upload-artifacts.ts';
import type { DiscordRender } from '../render/renderers.ts';
import type { Replies } from '../replies.ts';
import type { TakeOver } from './take-over.ts';
import type { WaitingMarks } from './waiting-marks.ts';

/** The parts that turns are shown with. */
export interface ShowEventsDeps {
	readonly outbox: Outbox;
	readonly calls: Calls;
	readonly postOnce: PostOnce;
	readonly application: ApplicationOf;
	readonly threads: Threads;
	readonly places: Pick<Places, 'channels'>;
	readonly uploads: UploadArtifacts;
	readonly render: DiscordRender;
	/** The interactions that can still be answered. */
	readonly replies: Replies;
	readonly answers: InteractionAnswers;
	/** Turns are found here by the channel that they run in, for ❌ and Stop. */
	readonly running: RunningTurns;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** The parts, and state that all turns share. */
export interface DiscordShowDeps extends ShowEventsDeps {
	/** Our own message in a channel that shows `key`; undefined: none, or it cannot be looked for. */
	readonly find: (channel: string, key: string) => Promise<string | undefined>;
	readonly once: ShowOnce;
	readonly marks: WaitingMarks;
	/** Fires when a turn is shown anew, or the adapter leaves. */
	readonly takeOver: TakeOver;
	/** Whether Discord takes Components V2 from us: once it has refused them, embeds are sent. */
	readonly latch: { takesComponents: boolean };
}
