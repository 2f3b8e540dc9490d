import { type APIEmbed, type APIMessage, Routes } from 'discord-api-types/v10';
import { hasMarker, markersIn } from '../marker.ts';
import type { Calls } from './calls.ts';
import { discordCode } from './problems/discord-sentence.ts';

export interface FindPostedDeps {
	readonly calls: Calls;
	/** The bot's user. */
	readonly botUser: string;
}

export interface PostedQuery {
	/** A channel, a thread, or a direct conversation. */
	readonly channel: string;
	readonly key: string;
	/** The id of a message that is older than the post: only what came after it is looked at. */
	readonly after?: string;
}

/** Discord's most. */
const pageSize = 100;
/** Posts older than this many pages are not looked for. */
const maxPages = 10;
/** Where we see no channel there is none of our messages: 10003 unknown channel, 50001 no access, 50013 no permission. */
const nowhere = [10003, 50001, 50013];

/** The id of our message in the channel that shows `key`; undefined when there is none, or no such channel. Rejects as `Calls` do. */
export async function findPosted(
	deps: FindPostedDeps,
	query: PostedQuery,
	signal: AbortSignal,
): Promise<string | undefined> {
	let from = query.after;
	for (let page = 0; page < maxPages; page += 1) {
		const messages = await readPage(deps.calls, query, from, signal);
		const found = messages.find((message) => message.author.id === deps.botUser && shows(message, query.key));
		if (found || messages.length < pageSize) return found?.id;
		// A page is newest first, whichever way it is turned.
		from = (query.after === undefined ? messages.at(-1) : messages[0])?.id;
	}
	return undefined;
}

async function readPage(
	calls: Calls,
	{ channel, after }: PostedQuery,
	from: string | undefined,
	signal: AbortSignal,
): Promise<readonly APIMessage[]> {
	const query = new URLSearchParams({ limit: String(pageSize) });
	if (from !== undefined) query.set(after === undefined ? 'before' : 'after', from);
	try {
		return await calls.run<APIMessage[]>({ method: 'GET', route: Routes.channelMessages(channel), query }, signal);
	} catch (error) {
		if (nowhere.includes(discordCode(error) ?? 0)) return [];
		throw error;
	}
}

/** Whether one of a message's texts has the key's marker, at whatever depth. Pure. */
export function shows(message: Pick<APIMessage, 'content' | 'components' | 'embeds'>, key: string): boolean {
	return textsOf(message).some((text) => hasMarker(text, key));
}

/** Whether a message shows something under a key. Pure. */
export function hasMarkers(message: Pick<APIMessage, 'content' | 'components' | 'embeds'>): boolean {
	return textsOf(message).some((text) => markersIn(text).length > 0);
}

function textsOf({ content, embeds, components }: Pick<APIMessage, 'content' | 'components' | 'embeds'>): string[] {
	return [content, ...embeds.flatMap(embedTexts), ...textsIn(components ?? [])];
}

function embedTexts({ title = '', description = '', footer, fields = [] }: APIEmbed): string[] {
	return [title, description, footer?.text ?? '', ...fields.flatMap(({ name, value }) => [name, value])];
}

/** The texts of text displays, in containers and sections too. */
function textsIn(components: unknown): string[] {
	if (!Array.isArray(components)) return [];
	return components.flatMap((component: unknown): string[] => {
		if (typeof component !== 'object' || component === null) return [];
		const own = 'content' in component && typeof component.content === 'string' ? [component.content] : [];
		return [...own, ...('components' in component ? textsIn(component.components) : [])];
	});
}
