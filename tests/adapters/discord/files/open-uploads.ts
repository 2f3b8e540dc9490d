import { createUploads, type UploadArtifacts } from '../../../../src/adapters/discord/files/upload-artifacts.ts';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import type { Upload, UploadFile } from '../../../../src/adapters/present/surface.ts';
import { createMemoryOutbox, type MemoryOutbox } from '../../memory-outbox.ts';
import { type OpenRest, type OpenRestOptions, openRest } from '../api/open-rest.ts';

export interface OpenUploads extends OpenRest {
	/** The thread's channel. */
	readonly channel: string;
	readonly outbox: MemoryOutbox;
	/** Hands files into the thread, as a process that was started with this outbox. */
	readonly upload: (files: readonly UploadFile[], outbox?: MemoryOutbox) => Promise<readonly Upload[]>;
}

export interface OpenUploadsOptions extends OpenRestOptions {
	readonly premiumTier?: 0 | 1 | 2 | 3;
}

/** A thread that files can be handed into. */
export async function openUploads({ premiumTier = 0, ...options }: OpenUploadsOptions = {}): Promise<OpenUploads> {
	const open = await openRest(options);
	const { discord, signal } = open;
	const ada = discord.as(discord.ada);
	discord.setPremiumTier(discord.guild, premiumTier);
	const channel = await ada.startThread(await ada.say(discord.channel, 'Files, please'), 'Files');
	const thread = threadAt({ kind: 'thread', guild: discord.guild, parent: discord.channel, channel });
	const places = { guilds: new Map([[discord.guild, { premiumTier }]]) };
	const outbox = createMemoryOutbox();
	const begin = (rows: MemoryOutbox): UploadArtifacts => createUploads({ ...open, outbox: rows, places });
	const running = new Map<MemoryOutbox, UploadArtifacts>();
	const upload: OpenUploads['upload'] = (files, rows = outbox) => {
		const uploads = running.get(rows) ?? begin(rows);
		running.set(rows, uploads);
		return uploads({ thread, session: 's', turn: 't1', files }, signal);
	};
	return { ...open, channel, outbox, upload, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}

/** A file in memory. */
export function memoryFile(name: string, content: string | Uint8Array = `content of ${name}`): UploadFile {
	const bytes = Buffer.from(content);
	return { key: `t1/1/${name}`, name, size: bytes.length, content: { bytes } };
}
