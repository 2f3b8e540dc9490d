import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { Outbox } from '../../store/store.ts';
import type { ShowOnce } from '../show-once.ts';
import type { Ground, ShowScene } from './ground.ts';
import type { Look } from './look.ts';

/** What the showing of turns on a platform is made of. */
export interface PresenterDeps<Message> {
	readonly outbox: Outbox;
	readonly look: Look<Message>;
	/** Begins to show a stream of events. Rejects as the platform does. */
	readonly enter: (scene: ShowScene) => Promise<Ground<Message>>;
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
