import type {
	APIActionRowComponent,
	APIButtonComponentWithCustomId,
	APIMessageTopLevelComponent,
} from 'discord-api-types/v10';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { firstPiece, piecesOf } from '../../markdown/split-text.ts';
import { type CustomId, longestCustomId, writeCustomId } from '../custom-ids.ts';
import { markerLength } from '../marker.ts';
import type { DiscordMessage } from './discord-message.ts';
import { labelOf, marked } from './markdown/escape.ts';

/** A message of words. */
export type TextMessage = Extract<DiscordMessage, { readonly kind: 'text' }>;

/** https://docs.discord.com/developers/resources/message#create-message */
export const longestMessage = 2000;
/** Characters of a message's words when it shows one thing: its marker, and the space before that, have room. */
export const longestWords = longestMessage - markerLength - 1;

/** https://docs.discord.com/developers/components/reference#button-button-structure */
export const longestLabel = 80;

type PressedStyle = APIButtonComponentWithCustomId['style'];

/** Words in Markdown as a message; they are at most `longestMessage` long with the markers of the keys. Pure. */
export function textMessage(
	markdown: string,
	keys: readonly string[],
	components?: readonly APIMessageTopLevelComponent[],
): TextMessage {
	return { kind: 'text', markdown: marked(markdown, keys), ...(components && { components }) };
}

/** The beginning of a text in Markdown, at most `most` characters and its fences closed; for 210 characters and more. Pure. */
export function beginningOf(markdown: string, most: number): string {
	const [whole = '', next] = piecesOf(markdown, most).take(2);
	return next === undefined ? whole : `${firstPiece(markdown, most - 3)}\n\n…`;
}

/** A button that does something of ours. Pure. */
export function button(
	id: CustomId,
	label: string,
	style: PressedStyle = ButtonStyle.Secondary,
): APIButtonComponentWithCustomId {
	return { type: ComponentType.Button, style, label: labelOf(label, longestLabel), custom_id: writeCustomId(id) };
}

/** Up to five buttons beside each other; undefined where Discord would not take what they carry. Pure. */
export function rowOf(
	buttons: readonly APIButtonComponentWithCustomId[],
): APIActionRowComponent<APIButtonComponentWithCustomId> | undefined {
	if (buttons.some(({ custom_id }) => custom_id.length > longestCustomId)) return undefined;
	return { type: ComponentType.ActionRow, components: [...buttons] };
}

/** The row that stops a turn. Pure. */
export function stopRow(): APIActionRowComponent<APIButtonComponentWithCustomId> {
	return { type: ComponentType.ActionRow, components: [button({ does: 'stop' }, 'Stop', ButtonStyle.Danger)] };
}
