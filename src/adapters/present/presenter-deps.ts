import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { OpenArtifact } from '../../chat/events.ts';
import type { Thread } from '../../chat/thread.ts';
import type { Outbox } from '../../store/store.ts';
import type { Ground, ShowScene } from './ground.ts';
import type { Look } from './look.ts';
import type { ShowOnce } from './show-once.ts';

/** A platform gives these for its turns to be shown. */
export interface PresenterDeps<Message> {
	readonly outbox: Outbox;
	readonly openArtifact: OpenArtifact;
	readonly look: Look<Message>;
	/** Begins to show a stream of events. Rejects as the platform does. */
	readonly enter: (scene: ShowScene) => Promise<Ground<Message>>;
	/** Whether the platform refuses something for good that is no more than tidy: it is left undone then. */
	readonly isRefusal: (error: unknown, thread: Thread) => boolean;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** One stream of events being shown. */
export interface Show<Message> extends ShowScene {
	readonly deps: PresenterDeps<Message>;
	readonly ground: Ground<Message>;
	readonly once: ShowOnce;
}
