import type { FileRef } from '../../../chat/inbound.ts';

/** A file as its message tells of it; one that is shared from elsewhere by its id alone. */
export interface MessageFile {
	readonly id?: string;
	readonly name?: string | null;
	readonly title?: string | null;
	/** Slack's word for its kind: `csv`, `python`. */
	readonly type?: string;
	/** Bytes. */
	readonly size?: number;
}

/** Where a file is, as the `source` of a `FileRef`: `T1/F123`. */
export function sourceOf(team: string, file: { readonly id: string }): string {
	return `${team}/${file.id}`;
}

/** The reference to a message's file; undefined for one without an id. */
export function fileRefOf(team: string, file: MessageFile): FileRef | undefined {
	if (file.id === undefined) return undefined;
	const size = file.size === undefined ? {} : { size: file.size };
	return { name: fileName(file) || file.id, ...size, source: sourceOf(team, { id: file.id }) };
}

/** The team and the file's id in a reference; undefined when it is none of Slack's. */
export function placeOfFile({ source }: FileRef): { readonly team: string; readonly file: string } | undefined {
	const [, team, file] = /^([A-Z0-9]+)\/([A-Z0-9]+)$/.exec(source) ?? [];
	return team && file ? { team, file } : undefined;
}

/** Endings of what Slack keeps under names without one. https://docs.slack.dev/reference/objects/file-object#types */
const endings: Readonly<Record<string, string>> = {
	text: '.txt',
	csv: '.csv',
	json: '.json',
	markdown: '.md',
	python: '.py',
	javascript: '.js',
	sql: '.sql',
	quip: '.html',
	list: '.csv',
	pdf: '.pdf',
};

/** Its title is what people see, and its name at times a hash: the title with the name's ending. Empty where it has neither. Pure. */
export function fileName({ name, title, type = '' }: Omit<MessageFile, 'id'>): string {
	const shown = title?.trim() || name?.trim() || '';
	if (shown === '') return '';
	const ofType = Object.hasOwn(endings, type) ? (endings[type] ?? '') : '';
	const ending = endingOf(name ?? '') || (endingOf(shown) === '' ? ofType : '');
	return shown.toLowerCase().endsWith(ending.toLowerCase()) ? shown : `${shown}${ending}`;
}

function endingOf(name: string): string {
	return /(?<=[^.])\.[\p{L}\p{N}]{1,16}$/u.exec(name.trim().slice(-20))?.[0] ?? '';
}
