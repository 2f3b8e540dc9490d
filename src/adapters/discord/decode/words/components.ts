import { ComponentType } from 'discord-api-types/v10';
import {
	field,
	guarded,
	inside,
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

/** One line for each component that Discord's library knows; the compiler misses what is missing. Those of forms are never in messages. */
export const components: Readonly<Record<ComponentType, Read>> = {
	[ComponentType.ActionRow]: (node, reading) => (reading.ours ? '' : wordsOf(node['components'], reading, ' ')),
	[ComponentType.Button]: buttonOf,
	[ComponentType.StringSelect]: choiceOf('something'),
	[ComponentType.UserSelect]: choiceOf('people'),
	[ComponentType.RoleSelect]: choiceOf('roles'),
	[ComponentType.MentionableSelect]: choiceOf('people and roles'),
	[ComponentType.ChannelSelect]: choiceOf('channels'),
	[ComponentType.TextInput]: (node) => control('text field', field(node, 'label') || field(node, 'placeholder')),
	[ComponentType.Section]: (node, reading) =>
		lines(wordsOf(node['components'], reading), wordsOf([node['accessory']], reading)),
	[ComponentType.TextDisplay]: (node) => field(node, 'content'),
	[ComponentType.Thumbnail]: mediaOf,
	[ComponentType.MediaGallery]: (node, reading) => lines(...nodesIn(node['items'], reading).map(mediaOf)),
	[ComponentType.File]: (node) => named('a file', field(node, 'name') || fileNameIn(node['file'])),
	// A line between others.
	[ComponentType.Separator]: () => '',
	[ComponentType.ContentInventoryEntry]: () => unread('a card of what somebody plays or listens to'),
	[ComponentType.Container]: (node, reading) => wordsOf(node['components'], reading),
	[ComponentType.Label]: (node, reading) =>
		lines(field(node, 'label'), field(node, 'description'), wordsOf([node['component']], reading)),
	[ComponentType.FileUpload]: () => control('file upload', ''),
	[ComponentType.RadioGroup]: choiceOf('one of several'),
	[ComponentType.CheckboxGroup]: choiceOf('any of several'),
	[ComponentType.Checkbox]: () => control('checkbox', ''),
};

/** The words of components, from top to bottom. */
export function componentWords(value: unknown, reading: Reading, between = '\n'): string {
	const some = nodesIn(value, reading).map((node) => {
		const read = lineFor(components, node['type']) ?? strangeOf;
		return guarded('a part of this message', () => read(node, reading));
	});
	return some.filter((words) => words !== '').join(between);
}

function wordsOf(value: unknown, reading: Reading, between?: string): string {
	return inside(reading, () => componentWords(value, reading, between));
}

/** A component that came after this was written: its words are looked for where others have them. */
function strangeOf(node: Node, reading: Reading): string {
	const words = lines(field(node, 'content') || field(node, 'label'), wordsOf(node['components'], reading));
	return words || unread('a part of a kind that I do not know');
}

function buttonOf(node: Node, { ours }: Reading): string {
	if (ours) return '';
	const label = field(node, 'label') || field(nodeIn(node['emoji']), 'name') || 'to buy something';
	const url = field(node, 'url');
	return url === '' ? control('button', label) : control('link', `${label} (${url})`);
}

function choiceOf(what: string): Read {
	return (node, reading) => {
		const options = nodesIn(node['options'], reading).map((option) => field(option, 'label'));
		const asked = field(node, 'placeholder') || `of ${what}`;
		return control('choice', options.length === 0 ? asked : `${asked}: ${options.join(' / ')}`);
	};
}

/** Something to press or to fill in. */
function control(what: string, label: string): string {
	return label === '' ? `[${what}]` : `[${what}: ${label}]`;
}

/** A picture or a video by what is said of it. One that is attached comes as a file besides. */
function mediaOf(node: Node): string {
	const media = nodeIn(node['media']);
	const isVideo = field(media, 'content_type').startsWith('video/');
	const url = field(media, 'url');
	const at = url.startsWith('attachment:') || media?.['attachment_id'] !== undefined ? fileNameIn(media) : url;
	return named(
		isVideo ? 'a video, which I cannot see' : 'a picture, which I cannot see',
		field(node, 'description'),
		at,
	);
}

function fileNameIn(media: unknown): string {
	const url = field(nodeIn(media), 'url');
	return /([^/?#]+)(?:[?#]|$)/.exec(url.slice(url.lastIndexOf('/') + 1))?.[1] ?? '';
}
