import { z } from 'zod';
import type { FileRef } from '../../../chat/inbound.ts';
import type { MessagePlace } from '../thread-keys.ts';

/** A file as Discord tells of it. */
export interface DiscordAttachment {
	readonly id: string;
	readonly filename: string;
	/** The name that it had before Discord made one of letters and digits; without its ending. */
	readonly title?: string;
	/** Bytes. */
	readonly size?: number;
	readonly url: string;
}

const attachmentSchema = z.object({
	id: z.string().min(1),
	filename: z.string(),
	title: z.string().optional().catch(undefined),
	size: z.number().int().nonnegative().optional().catch(undefined),
	url: z.string().min(1),
});

/** As it came; undefined where it leads to no file. Pure. */
export function attachmentIn(value: unknown): DiscordAttachment | undefined {
	const found = attachmentSchema.safeParse(value).data;
	if (found === undefined) return undefined;
	const { title, size, ...known } = found;
	return { ...known, ...(title !== undefined && { title }), ...(size !== undefined && { size }) };
}

const sourceSchema = z.object({
	/** Its address, which is signed and ends within a day. */
	url: z.string(),
	attachment: z.string(),
	/** The message it is attached to; files of commands and forms are attached to none. */
	channel: z.string().optional(),
	message: z.string().optional(),
});

/** Where a file is, as the `source` of a `FileRef` says in JSON. */
export type FilePlace = z.infer<typeof sourceSchema>;

/** The reference to a file; `where`: the message it is attached to. Pure. */
export function fileRefOf({ id, filename, title, size, url }: DiscordAttachment, where?: MessagePlace): FileRef {
	const source: FilePlace = { url, attachment: id, ...(where && { channel: where.channel, message: where.message }) };
	const name = titledName(filename, title);
	return { name, ...(size !== undefined && { size }), source: JSON.stringify(source) };
}

/** Where a reference leads; undefined when it is none of Discord's. Pure. */
export function placeOfFile({ source }: FileRef): FilePlace | undefined {
	try {
		return sourceSchema.safeParse(JSON.parse(source)).data;
	} catch {
		return undefined;
	}
}

/** The name by which people know a file: its title, with its name's ending. Pure. */
export function titledName(filename: string, title = ''): string {
	const ending = /(?:\.tar)?\.[A-Za-z0-9]{1,16}$/.exec(filename)?.[0] ?? '';
	if (title.trim() === '') return filename;
	return title.toLowerCase().endsWith(ending.toLowerCase()) ? title : `${title}${ending}`;
}
