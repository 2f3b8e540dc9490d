import { linkOf, storeAttachment } from '../../attachments.ts';
import type { StoredAttachment, StoredMessage } from '../../records.ts';
import type { World } from '../../world.ts';
import { type Found, refusal } from '../api-error.ts';
import { type AnyComponent, mediaIn, walk } from '../form/check-components.ts';
import type { GivenAttachments } from '../form/message-body.ts';
import type { UploadedFile } from '../route.ts';

/** Files of one message: https://docs.discord.com/developers/reference#uploading-files */
const mostFiles = 10;

/** A file that a request brings. */
export interface NewFile {
	readonly file: UploadedFile;
	/** Under which the message's parts may name it. */
	readonly name: string;
	readonly description: string | undefined;
}

export interface MessageFiles {
	readonly kept: readonly StoredAttachment[];
	readonly added: readonly NewFile[];
	readonly found: readonly Found[];
}

export interface FilesGiven {
	readonly world: World;
	readonly listed: GivenAttachments | null | undefined;
	readonly files: readonly UploadedFile[];
	/** The message that is edited. */
	readonly before: StoredMessage | undefined;
	/** Bytes of one file. */
	readonly limit: number;
}

/** Which files a message has afterwards. Throws 40005 for one that is too large. */
export function readFiles({ world, listed, files, before, limit }: FilesGiven): MessageFiles {
	if (files.some(({ bytes }) => bytes.length > limit)) throw refusal(40005);
	const there = before ? attachmentsOf(world, before) : [];
	const entries = listed ?? undefined;
	const added = files.map((file) => newFile(file, entries));
	const kept = entries ? there.filter(({ id }) => entries.some((entry) => String(entry.id) === id)) : there;
	const found = [...checkListed(entries ?? [], files, there), ...checkFiles(files, entries)];
	const tooMany = kept.length + files.length > mostFiles;
	const message = `Must be ${mostFiles} or fewer in length.`;
	const most: Found[] = tooMany ? [{ path: ['attachments'], code: 'BASE_TYPE_MAX_LENGTH', message }] : [];
	return { kept, added, found: [...found, ...most] };
}

function numberOf({ field }: UploadedFile): string {
	return field.slice('files['.length, -1);
}

function newFile(file: UploadedFile, listed: GivenAttachments | undefined): NewFile {
	const entry = listed?.find(({ id }) => String(id) === numberOf(file));
	return { file, name: entry?.filename ?? file.name, description: entry?.description ?? undefined };
}

function checkListed(
	listed: GivenAttachments,
	files: readonly UploadedFile[],
	there: readonly StoredAttachment[],
): Found[] {
	const known = new Set([...files.map(numberOf), ...there.map(({ id }) => id)]);
	return listed.flatMap(({ id }, index) =>
		known.has(String(id))
			? []
			: [{ path: ['attachments', index], code: 'ATTACHMENT_NOT_FOUND', message: 'Attachment data not found' }],
	);
}

/** A file that a given list does not name would be dropped. */
function checkFiles(files: readonly UploadedFile[], listed: GivenAttachments | undefined): Found[] {
	if (!listed) return [];
	return files
		.filter((file) => !listed.some(({ id }) => String(id) === numberOf(file)))
		.map((file) => ({
			path: ['attachments'],
			code: 'FAKE_FILE_NOT_LISTED',
			message: `"attachments" does not name ${file.field}.`,
		}));
}

/** All files of a message, those among them that its components or embeds show. */
export function attachmentsOf(world: World, message: StoredMessage): StoredAttachment[] {
	const shown = [...idsIn(message.components as readonly AnyComponent[]), ...idsInEmbeds(message)];
	return [...new Set([...message.attachments, ...shown])].flatMap((id) => world.attachments.get(id) ?? []);
}

function idsIn(components: readonly AnyComponent[]): string[] {
	return walk(components)
		.flatMap(mediaIn)
		.flatMap(({ url }) => idOfLink(url));
}

function idsInEmbeds({ embeds }: StoredMessage): string[] {
	const urls = embeds.flatMap(({ image, thumbnail, author, footer }) => [
		...[image?.url, thumbnail?.url, author?.icon_url, footer?.icon_url],
	]);
	return urls.flatMap((url) => (url === undefined ? [] : idOfLink(url)));
}

function idOfLink(url: string): string[] {
	const [, id] = /\/attachments\/\d+\/(\d+)\//.exec(url) ?? [];
	return id ? [id] : [];
}

/** By the names that may stand behind `attachment://`. */
export type Named = ReadonlyMap<string, StoredAttachment>;

/** Stores what was sent. */
export function storeFiles(world: World, channel: string, added: readonly NewFile[], ephemeral: boolean) {
	return added.map(({ file, name, description }) => {
		const { bytes, contentType } = file;
		return storeAttachment(world, { channel, name, bytes, contentType, description, ephemeral });
	});
}

/** As Discord cleans names; a reference is cleaned the same way. */
export function cleanName(name: string): string {
	return name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_');
}

/** A media item with the link of the file that it names. */
export function linked<T extends { readonly url: string }>(world: World, media: T, named: Named): T {
	const name = media.url.startsWith('attachment://') ? media.url.slice('attachment://'.length) : undefined;
	const attachment = name === undefined ? undefined : named.get(cleanName(name));
	if (!attachment) return media;
	const url = linkOf(world, attachment);
	const { id: attachment_id, contentType } = attachment;
	return { ...media, url, proxy_url: url, attachment_id, ...(contentType ? { content_type: contentType } : {}) };
}
