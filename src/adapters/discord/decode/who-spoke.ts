import type { APIUser } from 'discord-api-types/v10';
import type { Person } from '../../../chat/thread.ts';
import type { HandleDeps } from '../listen/listen-deps.ts';
import { isThread, type KnownChannel } from './channel.ts';
import { type IncomingMember, nameOf } from './decode-message.ts';

/** Somebody, where Discord met them. */
export interface Met {
	readonly user: Pick<APIUser, 'id' | 'username' | 'global_name'>;
	/** Undefined in direct conversations, and for messages that Discord was asked for. */
	readonly member: IncomingMember | undefined;
	readonly channel: Pick<KnownChannel, 'id' | 'type' | 'guild' | 'parent'>;
}

/** What is found out before something is taken in may take this long: after a restart many may be asked about, one after another. */
const limitMs = 60_000;

/** The person whom Discord met. Rejects when that cannot be found out now: then what they did is to be taken in again. */
export async function personMet(
	{ user, member, channel }: Met,
	{ directory, signal }: Pick<HandleDeps, 'directory' | 'signal'>,
): Promise<Person> {
	return await directory.personOf(
		{
			guild: channel.guild,
			user: user.id,
			name: nameOf(user, member),
			channel: isThread(channel) ? (channel.parent ?? channel.id) : channel.id,
			...(member && { roles: member.roles }),
		},
		AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
	);
}
