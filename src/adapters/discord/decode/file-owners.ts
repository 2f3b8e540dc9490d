import type { APIMessage } from 'discord-api-types/v10';
import type { FileRef } from '../../../chat/inbound.ts';
import type { Shared } from '../../intake/said.ts';
import { withSharer } from '../../intake/shared-message.ts';
import type { HandleDeps } from '../listen/listen-deps.ts';
import { type DecodedMessage, isSpoken } from './decode-message.ts';
import { type Met, personMet } from './who-spoke.ts';

/** Whose message it is: as much of it as tells. */
export type OwnerOf = Pick<APIMessage, 'author' | 'webhook_id' | 'type'>;

/** The message that something said replies to, its files with whoever shared them. Rejects as `personMet` does. */
export async function aboutFor(
	{ about }: Pick<DecodedMessage, 'about'>,
	met: Pick<Met, 'user' | 'channel'>,
	deps: Pick<HandleDeps, 'directory' | 'signal'>,
): Promise<Shared | undefined> {
	if (!about) return undefined;
	const { text, theirs } = about;
	return { text, files: theirs ? await withOwner(theirs.files, theirs.message, met, deps) : [] };
}

/** Files of a message that somebody points at, with whoever shared them. Rejects as `personMet` does. */
export async function withOwner(
	files: readonly FileRef[],
	message: OwnerOf,
	{ user, channel }: Pick<Met, 'user' | 'channel'>,
	deps: Pick<HandleDeps, 'directory' | 'signal'>,
): Promise<FileRef[]> {
	const owner = async () =>
		isSpoken(message) ? await personMet({ user: message.author, member: undefined, channel }, deps) : undefined;
	return await withSharer(files, message.author.id === user.id, owner);
}
