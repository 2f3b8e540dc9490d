import { type APIChannel, type APIDMChannel, type APIMessage, ChannelType, Routes } from 'discord-api-types/v10';
import { cutText } from '../../../base/cut-text.ts';
import { PlaceGoneError } from '../../../base/errors.ts';
import { discordCode, discordSentence } from '../api/problems/discord-sentence.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { discordTrouble } from '../api/problems/trouble.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { sentence } from '../render/parts.ts';
import { type DiscordPlace, discordUserOf, messageKey, messageOfKey } from '../thread-keys.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** What is said where a message cannot be shown in its thread. */
export interface Instead {
	/** What could not be done: "show the answer". */
	readonly action: string;
	/** Its words, of which the beginning is told; empty: it is not worth a message if something was said already. */
	readonly words: string;
	/** It goes on with what was told by its beginning. */
	readonly continues?: boolean;
}

interface Unsaid {
	readonly key: string;
	readonly error: unknown;
	readonly instead: Instead;
}

/** What stands for the id of a message that nobody could be shown. */
export const unseen = 'unseen';

/** What stands for the id of a message in another place than the show's: it does not say that the thread was there. */
const elsewhere = (id: string) => `elsewhere/${id}`;

/** Whether an id in the outbox is that of a message which was posted at the place of a show. Pure. */
export function wasPostedAt({ channel }: DiscordPlace, id: string | undefined): boolean {
	// The thread's own id stands where nothing was shown.
	return /^\d+$/.test(id ?? '') && id !== channel;
}

/**
 * Says with one plain sentence what cannot be said in the thread, and how it begins: in the channel that the thread is in, where all who see
 * that see the thread too; else to whoever asked; else in the log. What was deleted is answered nowhere: the session keeps it. Resolves with the id of what was said. Rejects as `Calls` do for all but refusals.
 */
export async function sayElsewhere(deps: ShowDeps, show: Show, unsaid: Unsaid): Promise<string> {
	const { instead, error, key } = unsaid;
	const isTold = show.elsewhere !== undefined && (instead.continues || instead.words === '');
	if (show.elsewhere && isTold) return show.elsewhere;
	const text = wordsOf(unsaid);
	const places = placesFor(deps, show, error);
	const id = await postInOne(deps, show, { key, message: sentence(text, key), places });
	// What no place takes is kept until somebody lets the bot in again; what was deleted does not come back.
	if (id === undefined && !isDeleted(error) && discordTrouble(error, show.thread) instanceof PlaceGoneError)
		throw error;
	if (id === undefined) deps.log.warn('Discord takes this nowhere', { err: error, thread: show.thread.id, text });
	show.elsewhere = id ?? unseen;
	return show.elsewhere;
}

/** Characters of what could not be said. */
const longestWords = 1200;

function wordsOf({ instead: { action, words }, error }: Unsaid): string {
	const why = `⚠️ ${discordSentence(action, error)}`;
	const isTold = words.trim() !== '' && !areRefused(error);
	return !isTold ? why : `${why}\nIt says:\n>>> ${cutText(words.trim(), longestWords)}`;
}

/** Where a message may go. */
export interface Target {
	readonly channel: string;
	/** The message there that it answers. */
	readonly replyTo?: string;
}
/** Undefined: there is none. */
export type Place = () => Promise<Target | undefined>;

/** What is wrong with the words, not with the place; https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const wordsRefused = [50035, 50006, 200000, 200001, 240000];

function areRefused(error: unknown): boolean {
	return wordsRefused.includes(discordCode(error) ?? 0);
}

/** Somebody has deleted the thread, or the message that it would begin on. */
const deleted = [10003, 10008];

function isDeleted(error: unknown): boolean {
	return deleted.includes(discordCode(error) ?? 0);
}

function placesFor(deps: ShowDeps, show: Show, error: unknown): readonly Place[] {
	if (isDeleted(error)) return [];
	const { place } = show;
	const here: Place = async () => ({ channel: place.channel });
	const parent: Place = async () =>
		place.kind === 'thread' && (await isPublic(deps, show, place))
			? { channel: place.parent, replyTo: place.channel }
			: undefined;
	const direct: Place = async () => {
		const user = await whoAsked(deps, show);
		return user === undefined ? undefined : await directTo(deps, user);
	};
	return [...(areRefused(error) ? [here] : []), parent, direct];
}

/** Posts a message in the first of some places that takes it; undefined: none does. Rejects as `Calls` do for all but refusals. */
export async function postInOne(
	deps: ShowDeps,
	show: Show,
	{ places, ...post }: { readonly key: string; readonly message: DiscordMessage; readonly places: readonly Place[] },
): Promise<string | undefined> {
	for (const place of places) {
		try {
			const target = await place();
			if (target) return await postAt(deps, show, post, target);
		} catch (error) {
			if (!isRefusal(error)) throw error;
		}
	}
	return undefined;
}

/** The outbox's look-up looks into the thread alone: an earlier process may have posted it elsewhere. */
async function postAt(
	{ postOnce, find, signal }: ShowDeps,
	{ alreadyShown, place }: Show,
	post: { readonly key: string; readonly message: DiscordMessage },
	target: Target,
): Promise<string> {
	const isLeft = alreadyShown.some(({ key }) => key === post.key);
	const found = isLeft ? await find(target.channel, post.key) : undefined;
	const id = found ?? (await postOnce({ ...target, ...post, silent: true }, signal));
	return target.channel === place.channel ? id : elsewhere(id);
}

/** The direct conversation with somebody. Rejects as `Calls` do. */
export async function directTo({ calls, signal }: ShowDeps, user: string): Promise<Target> {
	const request = { method: 'POST', route: Routes.userChannels(), body: { recipient_id: user } } as const;
	return { channel: (await calls.run<APIDMChannel>(request, signal)).id };
}

/** Whether everyone who sees the channel sees the thread too. One that begins on a message there always is; of one that Discord hides it is not known. */
async function isPublic(
	{ places, calls, signal }: ShowDeps,
	{ answers, asked }: Show,
	{ parent, channel }: Extract<DiscordPlace, { kind: 'thread' }>,
): Promise<boolean> {
	if ((answers ?? asked) === messageKey({ channel: parent, message: channel })) return true;
	const type = places.channels.get(channel)?.type ?? (await typeOf());
	return type === ChannelType.PublicThread || type === ChannelType.AnnouncementThread;

	async function typeOf(): Promise<ChannelType | undefined> {
		try {
			return (await calls.run<APIChannel>({ method: 'GET', route: Routes.channel(channel) }, signal)).type;
		} catch (error) {
			if (!isRefusal(error)) throw error;
			return undefined;
		}
	}
}

/** Whom what came in names; else whoever wrote what the turn is about, or what the thread was begun with. Rejects as `Calls` do for all but refusals. */
async function whoAsked({ calls, signal }: ShowDeps, { place, by, answers, asked }: Show): Promise<string | undefined> {
	if (place.kind === 'private') return place.user;
	const known = discordUserOf(by?.id ?? '')?.user;
	if (known !== undefined) return known;
	const message = messageOfKey(answers ?? asked ?? '');
	const root = place.kind === 'thread' ? { channel: place.parent, message: place.channel } : undefined;
	for (const at of [message, root]) {
		const found = at && (await read(at).catch(unlessRefused));
		const person = found && (found.interaction_metadata?.user ?? found.author);
		if (person && !person.bot) return person.id;
	}
	return undefined;

	function unlessRefused(error: unknown): undefined {
		if (!isRefusal(error)) throw error;
	}

	function read(at: { readonly channel: string; readonly message: string }): Promise<APIMessage> {
		return calls.run<APIMessage>({ method: 'GET', route: Routes.channelMessage(at.channel, at.message) }, signal);
	}
}
