import { EmbedType } from 'discord-api-types/v10';
import { quoted } from '../../../intake/shared-message.ts';
import {
	field,
	guarded,
	lineFor,
	lines,
	type Node,
	named,
	nodeIn,
	nodesIn,
	type Read,
	type Reading,
	unread,
} from './reading.ts';

/** One line for each kind of embed that Discord's library knows; the compiler misses what is missing. */
export const embeds: Readonly<Record<EmbedType, Read>> = {
	[EmbedType.Rich]: written,
	[EmbedType.Image]: (embed) =>
		named('a picture behind a link, which I cannot see', field(embed, 'title'), field(embed, 'url')),
	[EmbedType.GIFV]: (embed) =>
		named('a moving picture behind a link, which I cannot see', field(embed, 'title'), field(embed, 'url')),
	[EmbedType.Video]: previewOf('a video, which I cannot see'),
	[EmbedType.Article]: previewOf(''),
	[EmbedType.Link]: previewOf(''),
	[EmbedType.AutoModerationMessage]: (embed, reading) =>
		lines('A message was held back by a rule:', written(embed, reading)),
	[EmbedType.PollResult]: pollResultOf,
};

/** The words of embeds, each quoted: an app's report, or a preview of what a link leads to. */
export function embedWords(value: unknown, reading: Reading): string {
	return lines(
		...nodesIn(value, reading).map((embed) => {
			const read = lineFor(embeds, embed['type'] ?? EmbedType.Rich) ?? written;
			return quoted(guarded('an embed', () => read(embed, reading)) || unread('an embed'));
		}),
	);
}

function written(embed: Node, reading: Reading): string {
	const fields = nodesIn(embed['fields'], reading).map((one) => pairOf(field(one, 'name'), field(one, 'value')));
	const words = lines(
		field(nodeIn(embed['author']), 'name'),
		headOf(embed),
		field(embed, 'description'),
		...fields,
		pictureIn(embed, 'image'),
		videoIn(embed),
		field(nodeIn(embed['footer']), 'text'),
	);
	return words || pictureIn(embed, 'thumbnail') || field(nodeIn(embed['provider']), 'name');
}

function pairOf(name: string, value: string): string {
	return [name, value].filter((one) => one !== '').join(': ');
}

function headOf(embed: Node): string {
	const [title, url] = [field(embed, 'title'), field(embed, 'url')];
	return title !== '' && url !== '' ? `${title} (${url})` : title || url;
}

function pictureIn(embed: Node, name: 'image' | 'thumbnail'): string {
	const picture = nodeIn(embed[name]);
	return picture ? named('a picture, which I cannot see', field(picture, 'description'), field(picture, 'url')) : '';
}

function videoIn(embed: Node): string {
	const video = nodeIn(embed['video']);
	return video ? named('a video, which I cannot see', field(video, 'url')) : '';
}

/** As people see it below the link; the picture of a page says nothing that its title does not. */
function previewOf(what: string): Read {
	return (embed) => {
		const by = [field(nodeIn(embed['provider']), 'name'), field(nodeIn(embed['author']), 'name')].filter(
			(one) => one !== '',
		);
		const words = lines(by.join(', '), headOf(embed), field(embed, 'description'), what === '' ? '' : `(${what})`);
		return words === '' ? '' : `Preview of a link:\n${words}`;
	};
}

/** https://docs.discord.com/developers/resources/message#embed-fields-by-embed-type-poll-result-embed-fields */
function pollResultOf(embed: Node, reading: Reading): string {
	const values = new Map(nodesIn(embed['fields'], reading).map((one) => [field(one, 'name'), field(one, 'value')]));
	const value = (name: string) => values.get(name) ?? '';
	const winner = value('victor_answer_text') || value('victor_answer_emoji_name');
	const votes = `${value('victor_answer_votes') || '0'} of ${value('total_votes') || '0'} votes`;
	return `The poll "${value('poll_question_text')}" has ended: ${winner === '' ? 'nothing has won' : `"${winner}" has won`}, ${votes}`;
}
