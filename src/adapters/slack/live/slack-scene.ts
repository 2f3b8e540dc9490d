import type { ShowScene } from '../../present/ground.ts';
import type { Scene } from '../../present/surface.ts';
import { placeOf, placeOfKey, type SlackPlace } from '../thread-keys.ts';

/** One turn, or one command's answer, on its way into a thread of Slack. */
export interface SlackScene extends Scene {
	readonly place: SlackPlace;
}

/** One that is being shown. */
export type SlackShowScene = ShowScene & SlackScene;

/** The `ts` of the first message that the turn has taken, or of the thread's own: nothing of the turn is older. Pure. */
export function begunAfter({ progress, thread }: ShowScene): string {
	const { asked = [] } = progress.now();
	return asked.map((key) => placeOfKey(key)?.ts).find((ts) => ts !== undefined) ?? placeOf(thread).ts;
}
