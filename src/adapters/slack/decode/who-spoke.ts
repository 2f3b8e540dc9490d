import type { FileRef } from '../../../chat/inbound.ts';
import type { Person } from '../../../chat/thread.ts';
import { withSharer } from '../../intake/shared-message.ts';
import { nameFiles } from '../files/name-files.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { isPerson, type Self, type SlackMessage } from './decode-message.ts';
import { mentionedUsers, readableText } from './readable-text.ts';
import type { MessageWords } from './words/message-words.ts';

/** Somebody, where Slack met them. */
export interface Met {
	readonly team: string;
	readonly channel: string;
	readonly user: string;
	/** Their own team, where Slack names it. */
	readonly userTeam?: string | undefined;
	/** The channel is shared with other workspaces. */
	readonly external?: boolean | undefined;
}

type Parts = Pick<ListenDeps, 'directory' | 'signal'>;

/** The acknowledgement waits no longer than this; by then Slack has delivered it again long since. */
const limitMs = 10_000;

/** The person whom Slack met; undefined for a bot. Rejects when that cannot be found out now: what they did must not be acknowledged then. */
export function personMet({ team, user, channel, userTeam, external }: Met, parts: Parts): Promise<Person | undefined> {
	const at = {
		channel,
		...(userTeam !== undefined && { userTeam }),
		...(external !== undefined && { externalChannel: external }),
	};
	return parts.directory.person(team, user, at, limited(parts.signal));
}

/** Who wrote a message that Slack was asked for; undefined for a bot, and for us. Rejects as `personMet` does. */
export async function authorOf(
	message: SlackMessage,
	channel: string,
	{ team, botUser }: Pick<Self, 'team' | 'botUser'>,
	parts: Parts,
): Promise<Person | undefined> {
	if (!message.user || !isPerson(message, botUser)) return undefined;
	const userTeam = message.user_team ?? message.team ?? undefined;
	return await personMet({ team, channel, user: message.user, userTeam }, parts);
}

/** The message of somebody in which files are. */
export type FilesAt = Pick<Met, 'team' | 'channel'> & { readonly user: string | undefined };

/**
 * The files of a message by name, those of messages that came along with whoever shared them, where that is another. Rejects as `personMet`
 * does.
 */
export async function filesWithSharers(
	{ files, shared }: Pick<MessageWords, 'files' | 'shared'>,
	{ team, channel, user: author }: FilesAt,
	parts: Parts & Pick<ListenDeps, 'calls'>,
): Promise<FileRef[]> {
	const along = shared.map(({ files: some, user }) => {
		const sharer = async () => (user ? await personMet({ team, channel, user }, parts) : undefined);
		return withSharer(some, user !== undefined && user === author, sharer);
	});
	const all = [files, ...(await Promise.all(along))].flat();
	return await nameFiles(all, parts, parts.signal);
}

/** More people of one text keep their ids: each of them is asked for. */
const mostNames = 100;

/** A text of Slack's as a person reads it, everybody in it by their name. Rejects with the signal's reason alone. */
export async function readableWith(text: string, team: string, { directory, signal }: Parts): Promise<string> {
	const users = mentionedUsers(text).slice(0, mostNames);
	const names = await Promise.all(users.map((user) => directory.nameOf(team, user, signal)));
	return readableText(text, (user) => names[users.indexOf(user)] ?? user);
}

/** As `readableWith`, for what somebody waits for: rejects when names are not known in time. */
export async function readableSoon(text: string, team: string, { directory, signal }: Parts): Promise<string> {
	return await readableWith(text, team, { directory, signal: limited(signal) });
}

function limited(signal: AbortSignal): AbortSignal {
	return AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
}
