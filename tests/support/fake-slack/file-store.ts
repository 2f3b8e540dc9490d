import type { StoredFile } from './records.ts';
import { newId, type World } from './world.ts';

/** A file that a person uploads. */
export interface NewFile {
	readonly name: string;
	readonly bytes: Uint8Array | string;
	/** As people see it; default: its name. */
	readonly title?: string;
	/** Default: by the name's ending. */
	readonly mimetype?: string;
	/** Default `hosted`. */
	readonly mode?: StoredFile['mode'];
	/** Default `visible`; `check_file_info`: only `files.info` tells more than its id. */
	readonly access?: string;
	/** Where its download is sent on to. */
	readonly redirectTo?: string;
}

const types: Readonly<Record<string, string>> = {
	csv: 'text/csv',
	gif: 'image/gif',
	html: 'text/html',
	jpg: 'image/jpeg',
	json: 'application/json',
	md: 'text/markdown',
	pdf: 'application/pdf',
	png: 'image/png',
	txt: 'text/plain',
	zip: 'application/zip',
};

export function storeFile(
	world: World,
	fields: NewFile & {
		readonly team: string;
		readonly user: string;
		readonly length?: number;
		readonly state?: StoredFile['state'];
	},
): StoredFile {
	const { bytes, name, team, user } = fields;
	const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
	const file: StoredFile = {
		...{ team, user, name, title: fields.title ?? name, bytes: content },
		id: newId(world, 'F'),
		mimetype: fields.mimetype ?? types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
		mode: fields.mode ?? 'hosted',
		access: fields.access ?? 'visible',
		redirectTo: fields.redirectTo,
		state: fields.state ?? 'completed',
		length: fields.length ?? content.length,
		pollsLeft: 0,
		share: undefined,
		shares: [],
	};
	world.files.set(file.id, file);
	return file;
}
