import type { APIMessage } from 'discord-api-types/v10';
import type { FileRef } from '../../../chat/inbound.ts';
import type { TakeDeps } from '../listen/listen-deps.ts';
import { isSpoken, type Said } from './read-message.ts';
import { type Met, personMet } from './who-spoke.ts';

/** Whose message it is: as much of it as tells. */
export type OwnerOf = Pick<APIMessage, 'author' | 'webhook_id' | 'type'>;

/** What a message replies to, as it comes along. */
export interface AboutFor {
	readonly text: string;
	readonly files: readonly FileRef[];
}

/** What something said replies to, its files with whoever shared them. Rejects as `personMet` does. */
export async function aboutFor(
	{ about }: Pick<Said, 'about'>,
	met: Pick<Met, 'user' | 'channel'>,
	deps: Pick<TakeDeps, 'directory' | 'signal'>,
): Promise<AboutFor | undefined> {
	if (!about) return undefined;
	const { text, theirs } = about;
	return { text, files: await withOwner(theirs.files, theirs.message, met, deps) };
}

/**
 * Files of a message that somebody points at, with whoever shared them where that is another: the core decides whether they come along.
 * Rejects as `personMet` does.
 */
export async function withOwner(
	files: readonly FileRef[],
	message: OwnerOf,
	{ user, channel }: Pick<Met, 'user' | 'channel'>,
	deps: Pick<TakeDeps, 'directory' | 'signal'>,
): Promise<FileRef[]> {
	if (files.length === 0 || message.author.id === user.id) return [...files];
	const by = isSpoken(message) ? await personMet({ user: message.author, member: undefined, channel }, deps) : null;
	return files.map((file) => ({ ...file, by }));
}
