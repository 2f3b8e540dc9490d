import type { FileRef } from '../../../chat/inbound.ts';

/** A file as its message tells of it; one that is shared from elsewhere by its id alone. */
export interface MessageFile {
	readonly id?: string;
	readonly name?: string | null;
	readonly title?: string | null;
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
	return { name: file.name || file.title || file.id, ...size, source: sourceOf(team, { id: file.id }) };
}

/** The team and the file's id in a reference; undefined when it is none of Slack's. */
export function placeOfFile({ source }: FileRef): { readonly team: string; readonly file: string } | undefined {
	const [, team, file] = /^([A-Z0-9]+)\/([A-Z0-9]+)$/.exec(source) ?? [];
	return team && file ? { team, file } : undefined;
}
