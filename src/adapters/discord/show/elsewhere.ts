import { type APIChannel, type APIMessage, ChannelType, Routes } from 'discord-api-types/v10';
import { PlaceGoneError } from '../../../base/errors.ts';
import { cutText } from '../../../base/text/cut-text.ts';
import type { ShowScene } from '../../present/ground.ts';
import type { Unsaid } from '../../present/surface.ts';
import { discordCode, discordSentence } from '../api/problems/discord-sentence.ts';
import { isRefusal } from '../api/problems/refusal.ts';
import { discordTrouble } from '../api/problems/trouble.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { sentence } from '../render/parts.ts';
import { type DiscordPlace, discordUserOf, type MessagePlace, messageKey, messageOfKey } from '../thread-keys.ts';
import { type Channel, directTo } from './direct-to.ts';
import type { DiscordShowDeps } from './show-deps.ts';
import { elsewhereId, unseen } from './shown-ids.ts';
import { askedIn, type Site } from './site.ts';

/** Says with one plain sentence what cannot be said in the thread, and how it begins. */
export interface Elsewhere {
	/**
	 * In the channel that the thread is in, where all who see that see the thread too; else to whoever asked; else in the log. Something deleted
	 * is answered nowhere: the session keeps it. Resolves with the id of what was said. Rejects as `Calls` do for all but refusals.
	 */
	say(unsaid: Unsaid, why: unknown): Promise<string>;
	/** Whether anything was said so. */
	isTold(): boolean;
}

export function createElsewhere(deps: DiscordShowDeps, scene: ShowScene, { place }: Pick<Site, 'place'>): Elsewhere {
	const at: At = { deps, scene, place };
	let told: string | undefined;
	return {
		isTold: () => told !== undefined,
		async say(unsaid, why) {
			const { words, continues = false } = unsaid;
			if (told !== undefined && (continues || words === '')) return told;
			told = (await sayIn(at, unsaid, why)) ?? unseen;
			return told;
		},
	};
}

/** A stream of events that is shown at a place. */
export interface At {
	readonly deps: DiscordShowDeps;
	readonly scene: ShowScene;
	readonly place: DiscordPlace;
}

/** Undefined: no place takes it. */
async function sayIn(at: At, unsaid: Unsaid, why: unknown): Promise<string | undefined> {
	const { thread } = at.scene;
	const text = wordsOf(unsaid, why);
	const places = placesFor(at, why);
	const id = await postInOne(at, { key: unsaid.key, message: sentence(text, unsaid.key), places });
	// A message that no place takes is kept until somebody lets the bot in again; a deleted place does not come back.
	if (id === undefined && !isDeleted(why) && discordTrouble(why, thread) instanceof PlaceGoneError) throw why;
	if (id === undefined) at.deps.log.warn('Discord takes this nowhere', { err: why, thread: thread.id, text });
	return id;
}

/** Characters of what could not be said. */
const longestWords = 1200;

function wordsOf({ action, words }: Unsaid, error: unknown): string {
	const why = `⚠️ ${discordSentence(action, error)}`;
	const isTold = words.trim() !== '' && !areRefused(error);
	return !isTold ? why : `${why}\nIt says:\n>>> ${cutText(words.trim(), longestWords)}`;
}

/** Where a message may go; undefined: there is none. */
export type Target = () => Promise<Channel | undefined>;

/** Codes that find fault with the words, not with the place; https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const wordsRefused = [50035, 50006, 200000, 200001, 240000];

function areRefused(error: unknown): boolean {
	return wordsRefused.includes(discordCode(error) ?? 0);
}

/** Somebody has deleted the thread, or the message that it would begin on. */
const deleted = [10003, 10008];

function isDeleted(error: unknown): boolean {
	return deleted.includes(discordCode(error) ?? 0);
}

function placesFor(at: At, why: unknown): readonly Target[] {
	if (isDeleted(why)) return [];
	const { place, deps } = at;
	const here: Target = async () => ({ channel: place.channel });
	const parent: Target = async () =>
		place.kind === 'thread' && (await isPublic(at, place))
			? { channel: place.parent, replyTo: place.channel }
			: undefined;
	const direct: Target = async () => {
		const user = await whoAsked(at);
		return user === undefined ? undefined : await directTo(deps, user);
	};
	return [...(areRefused(why) ? [here] : []), parent, direct];
}

interface Word {
	readonly key: string;
	readonly message: DiscordMessage;
}

/** Posts a message in the first of some places that takes it; undefined: none does. Rejects as `Calls` do for all but refusals. */
export async function postInOne(
	at: At,
	{ places, ...word }: Word & { readonly places: readonly Target[] },
): Promise<string | undefined> {
	for (const place of places) {
		try {
			const channel = await place();
			if (channel) return await postAt(at, word, channel);
		} catch (error) {
			if (!isRefusal(error)) throw error;
		}
	}
	return undefined;
}

/** The outbox's look-up looks into the thread alone: an earlier process may have posted it elsewhere. */
async function postAt({ deps, scene, place }: At, word: Word, target: Channel): Promise<string> {
	const isLeft = scene.alreadyShown.some(({ key }) => key === word.key);
	const found = isLeft ? await deps.find(target.channel, word.key) : undefined;
	const id = found ?? (await deps.postOnce({ ...target, ...word, silent: true }, deps.signal));
	return target.channel === place.channel ? id : elsewhereId(id);
}

/** Whether everyone who sees the channel sees the thread too. One that begins on a message there always is; of one that Discord hides it is not known. */
async function isPublic(
	{ deps, scene }: At,
	{ parent, channel }: Extract<DiscordPlace, { kind: 'thread' }>,
): Promise<boolean> {
	if (askedIn(scene) === messageKey({ channel: parent, message: channel })) return true;
	const type = deps.places.channels.get(channel)?.type ?? (await typeOf(deps, channel));
	return type === ChannelType.PublicThread || type === ChannelType.AnnouncementThread;
}

function typeOf({ calls, signal }: DiscordShowDeps, channel: string): Promise<ChannelType | undefined> {
	const read = calls.run<APIChannel>({ method: 'GET', route: Routes.channel(channel) }, signal);
	return read.then(({ type }) => type, unlessRefused);
}

/** Whom what came in names; else whoever wrote what the turn is about, or what the thread was begun with. Rejects as `Calls` do for all but refusals. */
async function whoAsked({ deps, scene, place }: At): Promise<string | undefined> {
	if (place.kind === 'private') return place.user;
	const known = discordUserOf(scene.progress.now().by?.id ?? '')?.user;
	if (known !== undefined) return known;
	const message = messageOfKey(askedIn(scene) ?? '');
	const root = place.kind === 'thread' ? { channel: place.parent, message: place.channel } : undefined;
	for (const at of [message, root]) {
		const found = at && (await read(deps, at).catch(unlessRefused));
		const person = found && (found.interaction_metadata?.user ?? found.author);
		if (person && !person.bot) return person.id;
	}
	return undefined;
}

function read({ calls, signal }: DiscordShowDeps, { channel, message }: MessagePlace): Promise<APIMessage> {
	return calls.run<APIMessage>({ method: 'GET', route: Routes.channelMessage(channel, message) }, signal);
}

function unlessRefused(error: unknown): undefined {
	if (!isRefusal(error)) throw error;
}
