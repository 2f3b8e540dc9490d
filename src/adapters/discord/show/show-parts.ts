import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { OpenArtifact } from '../../../chat/events.ts';
import type { Outbox } from '../../../store/store.ts';
import type { Heard } from '../../intake/heard.ts';
import type { RunningTurns } from '../../present/running-turns.ts';
import type { Calls } from '../api/calls.ts';
import type { InteractionAnswers } from '../api/interaction-answers.ts';
import type { PostOnce } from '../api/post-once.ts';
import type { Threads } from '../api/threads.ts';
import type { ApplicationOf } from '../application.ts';
import type { Places } from '../connect/places.ts';
import type { UploadArtifacts } from '../files/upload-artifacts.ts';
import type { DiscordRender } from '../render/renderers.ts';
import type { Replies } from '../replies.ts';

/** The parts that turns are shown with. */
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
	/** Turns are found here by the channel that they run in, for ❌ and Stop. */
	readonly running: RunningTurns;
	readonly heard: Pick<Heard, 'over' | 'shownIn'>;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}
