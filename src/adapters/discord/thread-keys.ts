import type { Thread } from '../../chat/thread.ts';

/** Where people and the bot talk, in Discord's ids. */
export type DiscordPlace =
	/** `channel` is the thread; `parent` the channel (or forum) it is in. A thread begun on a message has that message's id. */
	| { readonly kind: 'thread'; readonly guild: string; readonly parent: string; readonly channel: string }
	/** A direct conversation. */
	| { readonly kind: 'dm'; readonly channel: string }
	/** No thread: what `user` and slash commands say to each other in `channel`, for their eyes only. */
	| { readonly kind: 'private'; readonly guild: string; readonly channel: string; readonly user: string };

/** In place of a guild where there is none: direct conversations, and people whom no guild of ours knows. */
export const noGuild = '0';

const forms = {
	thread: /^(\d+)-(\d+)-(\d+)$/,
	dm: /^dm-(\d+)$/,
	private: /^(\d+)-(\d+)-u(\d+)$/,
} as const;

/** The thread at a place. */
export function threadAt(place: DiscordPlace): Thread {
	return { platform: 'discord', id: idOf(place) };
}

function idOf(place: DiscordPlace): string {
	switch (place.kind) {
		case 'thread':
			return `${place.guild}-${place.parent}-${place.channel}`;
		case 'dm':
			return `dm-${place.channel}`;
		case 'private':
			return `${place.guild}-${place.channel}-u${place.user}`;
	}
}

/** Where a thread is; undefined for one that is not of Discord. */
export function placeIn({ platform, id }: Thread): DiscordPlace | undefined {
	if (platform !== 'discord') return undefined;
	const [, guild, parent, channel] = forms.thread.exec(id) ?? [];
	if (guild && parent && channel) return { kind: 'thread', guild, parent, channel };
	const [, dm] = forms.dm.exec(id) ?? [];
	if (dm) return { kind: 'dm', channel: dm };
	const [, in_, at, user] = forms.private.exec(id) ?? [];
	return in_ && at && user ? { kind: 'private', guild: in_, channel: at, user } : undefined;
}

/** Where a thread is. Throws for one of another platform. */
export function placeOf(thread: Thread): DiscordPlace {
	const place = placeIn(thread);
	if (!place) throw new Error(`"${thread.id}" is not a thread of Discord`);
	return place;
}

/** A message, by its channel and its own id. */
export interface MessagePlace {
	readonly channel: string;
	readonly message: string;
}

/** The key of a message: equal for every delivery of it. */
export function messageKey({ channel, message }: MessagePlace): string {
	return `${channel}/${message}`;
}

/** Which message has this key; undefined for a key that is not a message's. */
export function messageOfKey(key: string): MessagePlace | undefined {
	const [, channel, message] = /^(\d+)\/(\d+)$/.exec(key) ?? [];
	return channel && message ? { channel, message } : undefined;
}

/** The key of an interaction: a slash command, a click, a form. */
export function interactionKey(id: string): string {
	return `i/${id}`;
}

/** Discord's ids of a person and of the guild they were met in; undefined for somebody who is not of Discord. */
export function discordUserOf(person: string): { readonly guild: string; readonly user: string } | undefined {
	const [, guild, user] = /^discord:(\d+)\/(\d+)$/.exec(person) ?? [];
	return guild && user ? { guild, user } : undefined;
}
