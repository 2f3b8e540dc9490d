import { type APIComponentInContainer, ComponentType } from 'discord-api-types/v10';
import type { DiscordMessage } from './discord-message.ts';
import { foldedLines, type MarkedLine } from './folded-lines.ts';
import { isVisible, marked, plainLine } from './markdown/escape.ts';
import { stopRow } from './text-message.ts';

export interface ProgressOptions {
	/** The end of what the Brain says now, by `tailOf` and at most `mostStreaming` characters. */
	readonly streaming?: string;
	/** Time and tokens; empty: none. */
	readonly footer: string;
	/** It has a Stop button. */
	readonly stop: boolean;
	/** The outbox's keys of the message itself. */
	readonly keys?: readonly string[];
}

/** Characters of all words of a Components V2 message, those of labels too, as Discord's refusals say. */
const longestComponents = 4000;
/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const longestEmbed = 4096;
/** Characters of what the Brain says in a live message. */
export const mostStreaming = 1500;
/** Kept free for line endings and the labels of buttons. */
const spare = 20;

/** A live message: what was taken in and done, what the Brain says now, time and tokens, and a Stop button. Pure. */
export function progressMessage(lines: readonly MarkedLine[], options: ProgressOptions): DiscordMessage {
	const texts = textsOf(lines, options, longestComponents - spare);
	const components: APIComponentInContainer[] = texts.map((content) => ({ type: ComponentType.TextDisplay, content }));
	if (options.stop) components.push(stopRow());
	return { kind: 'components', components: [{ type: ComponentType.Container, components }] };
}

/** Progress as an embed, for where Components V2 are refused. Pure. */
export function progressEmbed(lines: readonly MarkedLine[], options: ProgressOptions): DiscordMessage {
	const description = textsOf(lines, options, longestEmbed - spare).join('\n');
	return { kind: 'embed', embed: { description }, components: options.stop ? [stopRow()] : [] };
}

/** At most three texts, `room` characters together. */
function textsOf(
	lines: readonly MarkedLine[],
	{ streaming = '', footer, keys = [] }: ProgressOptions,
	room: number,
): string[] {
	const closing = footer === '' ? '' : `-# ${plainLine(footer, 100)}`;
	const own = marked('', keys);
	const left = room - closing.length - own.length;
	const done = foldedLines(lines, left - streaming.length);
	const isIdle = !isVisible(done) && !isVisible(streaming);
	const [first = '', ...texts] = [isIdle ? `Working …${done}` : done, streaming, closing].filter((text) => text !== '');
	return [`${first}${own}`, ...texts];
}
