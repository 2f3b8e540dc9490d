import type { OutboxRow } from '../../../store/store.ts';
import type { ShowScene } from '../ground.ts';
import type { Show } from '../presenter-deps.ts';
import type { Shown, ShowOnce } from '../show-once.ts';
import type { Unsaid } from '../surface.ts';
import { withShown } from '../turn-state.ts';

/** A message under the outbox's key, and what is told where its thread does not take it. */
export interface ShowPost<Message> {
	readonly key: string;
	readonly message: Message;
	readonly instead: Omit<Unsaid, 'key'>;
}

/** The row that an earlier process has noted of showing this; undefined: nothing. */
export function rowOf({ alreadyShown, session }: ShowScene, key: string): OutboxRow | undefined {
	return alreadyShown.find((row) => row.session === session && row.key === key);
}

/** Notes by `once` that the thing `key` is shown, by `act` where it is not there yet. */
export async function noteShown(
	once: ShowOnce,
	scene: ShowScene,
	key: string,
	act: () => Promise<string>,
): Promise<Shown> {
	const { session, thread, turn, alreadyShown, progress } = scene;
	const shown = await once({ session, thread, turn, key }, alreadyShown, act);
	progress.move((state) => withShown(state, shown.id, shown.posted));
	return shown;
}

/** Shows the thing `key` once by `act`, which answers the id of what shows it. What an earlier process left is finished before anything new. */
export async function shownOnce<Message>(show: Show<Message>, key: string, act: () => Promise<string>): Promise<Shown> {
	if (!rowOf(show, key)) await show.ground.live.makeWay();
	return await noteShown(show.once, show, key, act);
}

/** Posts a message once, over any number of crashes. Rejects as the outbox and the surface do. */
export async function postOnce<Message>(show: Show<Message>, post: ShowPost<Message>): Promise<Shown> {
	return await shownOnce(show, post.key, () => postNow(show, [post.key], post));
}

/** Posts several messages as one thing, one after another; the first one says what could not be said. */
export async function postPieces<Message>(
	show: Show<Message>,
	{ key, messages, instead }: Omit<ShowPost<Message>, 'message'> & { readonly messages: readonly Message[] },
): Promise<void> {
	for (const [index, message] of messages.entries()) {
		const at =
			index === 0 ? { key, instead } : { key: `${key}/${index + 1}`, instead: { ...instead, continues: true } };
		await postOnce(show, { ...at, message });
	}
}

/** Posts a message, without the outbox's rules. */
export function postNow<Message>(
	{ ground, deps, ...scene }: Show<Message>,
	keys: readonly [string, ...string[]],
	{ message, instead }: Omit<ShowPost<Message>, 'key'>,
): Promise<string> {
	const { thread, session, turn } = scene;
	const post = { thread, session, turn, keys, message, instead: { ...instead, key: keys[0] } };
	return ground.surface.post(post, deps.signal);
}

/** An earlier process has posted all of this. */
export function noteThere({ progress }: ShowScene, ids: readonly string[]): void {
	for (const id of ids) progress.move((state) => withShown(state, id, false));
}
