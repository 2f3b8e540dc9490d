import type { ShowScene } from '../ground.ts';
import { createShowOnce, type Shown } from '../show-once.ts';
import type { Surface } from '../surface.ts';
import type { LiveForm, LiveMessageDeps } from './live-deps.ts';
import { liveKey, neverPosted, settledKey } from './live-parts.ts';

/** The platform, or the way to it, has failed; `cause` says how. */
export class PlatformError extends Error {
	override readonly name = 'PlatformError';
}

/** The requests that a live message is made of. All reject with `PlatformError`, or with what the outbox rejects with. */
export interface LivePost {
	/** Posts live message `number` without a notification, known to the outbox before it is there; or finds the one that an earlier process has posted. */
	begin(number: number, form: Omit<LiveForm, 'keys'>): Promise<Shown>;
	edit(id: string, number: number, form: Omit<LiveForm, 'keys'>): Promise<void>;
	/** One that is gone already is fine. */
	remove(id: string): Promise<void>;
	/** The id of the one that an earlier process may have posted. */
	findLeft(number: number): Promise<string | undefined>;
	/** Notes for later processes that it has its last form; without an `id`: that it was not posted, and will not be. */
	close(number: number, id: string | undefined): Promise<void>;
}

export function createLivePost<Message>(deps: LiveMessageDeps<Message>, scene: ShowScene): LivePost {
	const { outbox, signal } = deps;
	const { thread, session, turn, alreadyShown } = scene;
	const surface = withPlatformErrors(deps.surface);
	const find = (_thread: ShowScene['thread'], key: string) => surface.find(thread, key, signal);
	const once = createShowOnce({ outbox, find, lookUp: 'left-over' });
	const drawn = async (number: number, form: Omit<LiveForm, 'keys'>) => {
		const key = liveKey(turn, number);
		const keys: [string, ...string[]] = [key, ...form.lines.flatMap((line) => line.keys)];
		return { keys, message: await deps.progress({ ...form, keys: [key] }) };
	};

	return {
		begin: (number, form) =>
			once({ session, thread, turn, key: liveKey(turn, number) }, alreadyShown, async () => {
				const post = await drawn(number, form);
				return await surface.post({ thread, session, turn, ...post, silent: true }, signal);
			}),
		async edit(id, number, form) {
			await surface.edit({ thread, id, ...(await drawn(number, form)) }, signal);
		},
		remove: (id) => surface.remove({ thread, id }, signal),
		async findLeft(number) {
			const key = liveKey(turn, number);
			const row = alreadyShown.find((one) => one.session === session && one.key === key);
			if (!row || row.id !== undefined) return row?.id;
			const found = await surface.find(thread, key, signal);
			await outbox.sent(session, key, found ?? neverPosted);
			return found;
		},
		async close(number, id) {
			const key = id === undefined ? liveKey(turn, number) : settledKey(turn, number);
			await outbox.intend({ session, thread, turn, key });
			await outbox.sent(session, key, id ?? neverPosted);
		},
	};
}

type LiveSurface<Message> = Pick<Surface<Message>, 'post' | 'edit' | 'remove' | 'find'>;

/** Tells failures of the platform from those of the outbox. */
function withPlatformErrors<Message>(surface: LiveSurface<Message>): LiveSurface<Message> {
	return {
		post: (...given) => asPlatform(() => surface.post(...given)),
		edit: (...given) => asPlatform(() => surface.edit(...given)),
		remove: (...given) => asPlatform(() => surface.remove(...given)),
		find: (...given) => asPlatform(() => surface.find(...given)),
	};
}

async function asPlatform<T>(act: () => Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (error) {
		throw new PlatformError('The platform does not take it', { cause: error });
	}
}
