import { createLiveMessage, type LiveMessage } from '../live/live-message.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** The live message that new things go into. */
export function liveOf(deps: ShowDeps, show: Show): LiveMessage {
	show.live ??= createLiveMessage(deps, show, show.earlier.next);
	return show.live;
}
