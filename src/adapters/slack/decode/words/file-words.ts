import type { FileShareMessageEvent } from '@slack/types';
import type { FileRef } from '../../../../chat/inbound.ts';
import { fileRefOf } from '../../files/file-refs.ts';
import { named } from './pictures.ts';
import { field, guarded, lines, type Node, nodeIn, nodesOf, plainField, type Reading } from './reading.ts';

type Mode = NonNullable<FileShareMessageEvent['files']>[number]['mode'];
type Read = (file: Node) => string;

const silent: Read = () => '';
const previewed =
	(what: string): Read =>
	(file) => {
		const words = plainField(file, 'plain_text') || plainField(file, 'preview_plain_text');
		return words === '' ? '' : named(`${what}, as far as Slack shows it`, [nameOf(file), words]);
	};

/** One line for each way in which Slack's library knows a file to be kept: a file speaks for itself but where its words or its end are with Slack. */
export const modes: Readonly<Record<Mode, Read>> = {
	hosted: silent,
	snippet: silent,
	post: previewed('a post'),
	external: (file) =>
		named('a link to a file of another service, which I cannot open', [nameOf(file), plainField(file, 'external_url')]),
};

/** Ways that Slack sends and its library does not list: `File` of @slack/web-api 8.2.0. */
const unlisted: Readonly<Record<string, Read>> = {
	quip: previewed('a canvas'),
	canvas: previewed('a canvas'),
	list: silent,
	email: (file) => named('an e-mail', [plainField(file, 'subject') || nameOf(file), plainField(file, 'plain_text')]),
	tombstone: () => '(a file that was deleted)',
	hidden_by_limit: () => "(a file that the limit of the workspace's plan hides)",
	file_access: silent,
};

/** Says of files, besides their names, that nobody here sees or hears them, and whatever Slack has heard in them. */
export function fileWords(value: unknown, reading: Reading): string {
	return lines(...nodesOf(value, reading).map((file) => guarded('a file', () => wordsOf(file))));
}

/** References to files. Those without an id are named by `fileWords`. */
export function fileRefs(value: unknown, reading: Reading): FileRef[] {
	return nodesOf(value, reading).flatMap((file) => {
		const { size } = file;
		const id = idOf(file);
		if (id === undefined) return [];
		const known = typeof size === 'number' && Number.isInteger(size) && size >= 0 ? { size } : {};
		const type = field(file, 'filetype');
		return (
			fileRefOf(reading.team, { id, name: field(file, 'name'), title: field(file, 'title'), type, ...known }) ?? []
		);
	});
}

function wordsOf(file: Node): string {
	const mode = field(file, 'mode');
	if (idOf(file) === undefined) return named('a file that Slack does not hand over', [nameOf(file)]);
	const heard = field(nodeIn(nodeIn(file['transcription'])?.['preview']), 'content');
	const media = mediaOf(file);
	if (media !== '') return named(media, [nameOf(file), heard === '' ? '' : `Slack has heard "${heard}"`]);
	const read = isMode(mode) ? modes[mode] : Object.hasOwn(unlisted, mode) ? unlisted[mode] : undefined;
	return read?.(file) ?? '';
}

function idOf({ id }: Node): string | undefined {
	return typeof id === 'string' && id !== '' ? id : undefined;
}

function mediaOf(file: Node): string {
	const [type, subtype] = [field(file, 'mimetype'), field(file, 'subtype')];
	if (subtype === 'slack_audio' || type.startsWith('audio/')) return 'a recording, which I cannot hear';
	return subtype === 'slack_video' || type.startsWith('video/') ? 'a video, which I cannot see' : '';
}

function nameOf(file: Node): string {
	return plainField(file, 'title') || plainField(file, 'name');
}

function isMode(mode: string): mode is Mode {
	return Object.hasOwn(modes, mode);
}
