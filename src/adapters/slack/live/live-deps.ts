import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { Outbox } from '../../../store/store.ts';
import type { Calls } from '../api/calls.ts';
import type { LookUpDeps } from '../api/find-posted.ts';
import type { PostOnce } from '../api/post-once.ts';
import type { Roots } from '../api/roots.ts';
import type { SlackRender } from '../render/renderers.ts';
import type { SlackScene } from './slack-scene.ts';
import type { StreamRecipient } from './stream.ts';
import type { StreamLatch } from './stream-latch.ts';

/** Every live message is made with these. */
export interface LiveDeps extends LookUpDeps {
	readonly calls: Calls;
	readonly roots: Roots;
	readonly outbox: Outbox;
	readonly postOnce: PostOnce;
	readonly latch: StreamLatch;
	readonly render: SlackRender;
	readonly recipientOf: (thread: SlackScene['thread']) => StreamRecipient | undefined;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}
