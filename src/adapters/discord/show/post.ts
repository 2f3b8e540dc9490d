import type { OutboxRow } from '../../../store/store.ts';
import type { Shown } from '../../show-once.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { type Instead, sayElsewhere } from './next-best.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** A message of the show's. */
export interface ShowPost {
	readonly key: string;
	readonly message: DiscordMessage;
	/** What is said in the next best place when this cannot be said here. */
	readonly instead: Instead;
	readonly silent?: boolean;
}

/** What an earlier process has noted of showing this; undefined: nothing. */
export function rowOf({ alreadyShown, session }: Show, key: string): OutboxRow | undefined {
	return alreadyShown.find((row) => row.session === session && row.key === key);
}

/** Shows the thing `key` once by `act`, which answers the id of the message that shows it. */
export async function shownOnce(deps: ShowDeps, show: Show, key: string, act: () => Promise<string>): Promise<Shown> {
	const { session, thread, turn } = show;
	const shown = await deps.once({ session, thread, turn, key }, show.alreadyShown, act);
	show.last = shown.id;
	return shown;
}

/** Posts a message once, over any number of crashes, into the thread, or says in the next best place that it cannot. Rejects as the outbox and `Calls` do. */
export async function postOnceIn(deps: ShowDeps, show: Show, post: ShowPost): Promise<Shown> {
	return await shownOnce(deps, show, post.key, () => postOrSay(deps, show, post));
}

/** Posts messages as one thing, one after another; the first says what could not be said. */
export async function postPieces(
	deps: ShowDeps,
	show: Show,
	{
		key,
		messages,
		instead,
	}: { readonly key: string; readonly messages: readonly DiscordMessage[]; readonly instead: Instead },
): Promise<void> {
	for (const [index, message] of messages.entries()) {
		const rest = index === 0 ? instead : { ...instead, continues: true };
		await postOnceIn(deps, show, { key: index === 0 ? key : `${key}/${index + 1}`, message, instead: rest });
	}
}

/** The same without the outbox's rules. */
export async function postOrSay(
	deps: ShowDeps,
	show: Show,
	{ key, message, instead, silent }: ShowPost,
): Promise<string> {
	try {
		await show.ready();
		const { channel } = show.place;
		return await deps.postOnce({ channel, key, message, ...(silent && { silent }) }, deps.signal);
	} catch (error) {
		if (!isRefusal(error)) throw error;
		return await sayElsewhere(deps, show, { key, error, instead });
	}
}
