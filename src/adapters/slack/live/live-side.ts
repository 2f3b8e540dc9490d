import type { ShowScene } from '../../present/ground.ts';
import type { ShowOnce } from '../../present/show-once.ts';
import { placeOf } from '../thread-keys.ts';
import { type EarlierLines, earlierLines } from './earlier/earlier-lines.ts';
import { earlierParts } from './earlier/settle-earlier.ts';
import type { LiveDeps } from './live-deps.ts';
import { createLiveMessage, type LiveMessage } from './live-message.ts';
import type { SlackShowScene } from './slack-scene.ts';

/** How a turn is seen to run: the live message that new things go into, and what an earlier process has left. */
export interface LiveSideState {
	/** Undefined until there is something to show, and once it has its last form. */
	readonly live: LiveMessage | undefined;
	readonly earlier: EarlierLines;
}

/** The live side of one turn, and what it works with. */
export interface LiveSide {
	readonly deps: LiveSideDeps;
	readonly scene: SlackShowScene;
	/** Replaced as a whole. */
	state: LiveSideState;
}

export interface LiveSideDeps extends LiveDeps {
	readonly once: ShowOnce;
	/** A message shows the turn. */
	readonly onShown: (ts: string) => void;
}

/** Before the first event. */
export function createLiveSide(deps: LiveSideDeps, scene: ShowScene): LiveSide {
	const earlier = earlierLines(earlierParts(scene.turn, scene.alreadyShown));
	return { deps, scene: { ...scene, place: placeOf(scene.thread) }, state: { live: undefined, earlier } };
}

/** Replaces how the lines of the earlier process stand. */
export function moveEarlier(side: LiveSide, change: (earlier: EarlierLines) => EarlierLines): void {
	side.state = { ...side.state, earlier: change(side.state.earlier) };
}

/** The live message that new things go into. */
export function liveOf(side: LiveSide): LiveMessage {
	const live = side.state.live ?? createLiveMessage(side.deps, side.scene, side.state.earlier.next);
	side.state = { ...side.state, live };
	return live;
}

/** Lets it take nothing more: later things have a live message of their own. */
export function letGo(side: LiveSide): LiveMessage | undefined {
	const { live } = side.state;
	side.state = { ...side.state, live: undefined };
	return live;
}
