import type { Thread } from '../../../chat/thread.ts';
import type { Adapter } from '../../adapter.ts';
import { createPresenter } from '../../present/present-turn.ts';
import { createShowOnce } from '../../present/show-once.ts';
import { findPosted } from '../api/find-posted.ts';
import { createPostOnce } from '../api/post-once.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { mayComeBack } from '../api/problems/trouble.ts';
import { createStreamLatch } from '../live/stream-latch.ts';
import { createSlackLook } from '../look.ts';
import { hasRoot } from '../thread-keys.ts';
import { answerSlash } from './answer-slash.ts';
import { enterThread } from './ground.ts';
import type { ShowEventsDeps, SlackShowDeps } from './slack-show-deps.ts';
import { createWaitingMarks } from './waiting-marks.ts';

/** Shows turns in threads of Slack, and tells what is no turn's: `Adapter.show` and `tell` for Slack. */
export function createShowEvents(parts: ShowEventsDeps): Pick<Adapter, 'show' | 'tell'> {
	const find = (thread: Thread, key: string) => findPosted(parts, { thread, key }, parts.signal);
	const deps: SlackShowDeps = {
		...parts,
		postOnce: createPostOnce(parts),
		latch: createStreamLatch(),
		once: createShowOnce({ outbox: parts.outbox, find, lookUp: 'left-over' }),
		marks: createWaitingMarks(parts),
	};
	const isRefusal = (error: unknown, thread: Thread) => slackCode(error) !== undefined && !mayComeBack(error, thread);
	const look = createSlackLook(parts.render);
	const present = createPresenter({ ...parts, look, isRefusal, enter: (scene) => enterThread(deps, scene) });
	return {
		show: present.show,
		tell: async (thread, ...rest) =>
			await (hasRoot(thread) ? present.tell(thread, ...rest) : answerSlash(deps, thread, ...rest)),
	};
}
