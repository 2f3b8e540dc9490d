import { raceClock } from '../../../base/clock.ts';
import type { ShowScene, Signs } from '../../present/ground.ts';
import type { BegunTurn } from '../../present/running-turns.ts';
import type { SlackShowDeps } from './slack-show-deps.ts';

/** How long the end of a turn waits until Slack has its status, ms: should the process die before, the next one shows the end again. */
const patienceMs = 3000;

/** A turn's status in Slack, and the messages on which ❌ stops it. */
export function beginSigns(deps: SlackShowDeps, scene: ShowScene, running: BegunTurn): Signs {
	const { statuses, titles, heard, clock, signal } = deps;
	const { thread, progress } = scene;
	const goOn = () => void statuses.set(thread, 'processing');
	// The first status makes the session that has the title.
	void statuses.set(thread, 'processing').then(() => titles.tell(thread, scene.session));
	heard.shownIn(thread.id);
	return {
		took({ of }) {
			for (const key of of) {
				running.add(key);
				heard.over(key);
			}
		},
		speaks: () => {},
		async ends({ outcome }) {
			await raceClock(clock, statuses.set(thread, outcome === 'waiting' ? 'suspended' : 'active'), patienceMs);
		},
		goesOn: goOn,
		[Symbol.dispose]() {
			running[Symbol.dispose]();
			// It is shown once more: without the face of one that has ended.
			if (!signal.aborted && progress.now().phase !== 'ended') statuses.leave(thread);
		},
	};
}
