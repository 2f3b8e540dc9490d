import {
	type AllowedMentionsTypes,
	MessageFlags,
	type RESTPatchAPIChannelMessageJSONBody,
	type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import type { DiscordMessage } from '../render/discord-message.ts';

/** Nobody is notified, whatever the text says. An edit without it would be read again with Discord's defaults. */
export const noMentions: { parse: AllowedMentionsTypes[]; replied_user: false } = { parse: [], replied_user: false };

/** A message as Discord takes it, without whom it answers and its nonce. `silent`: without a notification. Pure. */
export function bodyOf(
	message: DiscordMessage,
	{ silent = false }: { readonly silent?: boolean } = {},
): RESTPostAPIChannelMessageJSONBody {
	const quiet = silent ? MessageFlags.SuppressNotifications : 0;
	const called = message.kind === 'text' ? message.mentions : undefined;
	const allowed_mentions = called === undefined ? noMentions : { ...noMentions, users: [...called] };
	return { ...contentOf(message), flags: flagsOf(message) | quiet, allowed_mentions };
}

/** An edit that makes a message this one, whatever it was before. Pure. */
export function editBodyOf(message: DiscordMessage): RESTPatchAPIChannelMessageJSONBody {
	return {
		content: null,
		embeds: [],
		components: [],
		...contentOf(message),
		flags: flagsOf(message),
		allowed_mentions: noMentions,
	};
}

function contentOf(
	message: DiscordMessage,
): Pick<RESTPostAPIChannelMessageJSONBody, 'content' | 'embeds' | 'components'> {
	switch (message.kind) {
		case 'text':
			return { content: message.markdown, ...componentsIn(message) };
		case 'components':
			return componentsIn(message);
		case 'embed':
			return { embeds: [message.embed], ...componentsIn(message) };
	}
}

function componentsIn({ components }: DiscordMessage): Pick<RESTPostAPIChannelMessageJSONBody, 'components'> {
	return components === undefined ? {} : { components: [...components] };
}

/** Links in a text show no previews; an embed would be hidden by the same flag. */
function flagsOf({ kind }: DiscordMessage): number {
	switch (kind) {
		case 'text':
			return MessageFlags.SuppressEmbeds;
		case 'components':
			return MessageFlags.IsComponentsV2;
		case 'embed':
			return 0;
	}
}
