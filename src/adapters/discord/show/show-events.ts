import type { Thread } from '../../../chat/thread.ts';
import type { Adapter } from '../../adapter.ts';
import { createPresenter } from '../../present/present-turn.ts';
import { createShowOnce } from '../../present/show-once.ts';
import { findPosted } from '../api/find-posted.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { createDiscordLook } from '../look.ts';
import { placeIn } from '../thread-keys.ts';
import { enterPlace } from './ground.ts';
import type { DiscordShowDeps } from './show-deps.ts';
import type { ShowEventsDeps } from './show-parts.ts';
import { createTakeOver } from './take-over.ts';
import { createWaitingMarks } from './waiting-marks.ts';

/** Shows turns in threads of Discord, and tells what belongs to no turn: `Adapter.show` and `tell` for Discord. */
export function createShowEvents(parts: ShowEventsDeps): Pick<Adapter, 'show' | 'tell'> {
	const find = createFind(parts);
	const findIn = async (thread: Thread, key: string) => {
		const place = placeIn(thread);
		return place && place.kind !== 'private' ? await find(place.channel, key) : undefined;
	};
	const deps: DiscordShowDeps = {
		...parts,
		find,
		once: createShowOnce({ outbox: parts.outbox, find: findIn, lookUp: 'left-over' }),
		marks: createWaitingMarks({ ...parts, find }),
		takeOver: createTakeOver(parts.signal),
		latch: { takesComponents: true },
	};
	const look = createDiscordLook(parts.render);
	return createPresenter({ ...parts, look, isRefusal, enter: (scene) => enterPlace(deps, scene) });
}

/** Where nothing may be read, nothing can be found. */
function createFind({ calls, application, signal }: ShowEventsDeps): DiscordShowDeps['find'] {
	return async (channel, key) => {
		const { botUser } = await application(signal);
		try {
			return await findPosted({ calls, botUser }, { channel, key }, signal);
		} catch (error) {
			if (!isRefusal(error)) throw error;
			return undefined;
		}
	};
}
