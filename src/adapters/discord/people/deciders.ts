import type { Logger } from '../../../base/log.ts';
import type { Reach } from '../../../chat/reach.ts';
import type { Calls } from '../api/calls.ts';
import { openDirect } from '../api/direct.ts';
import type { PostOnce } from '../api/post-once.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import type { ApplicationOf } from '../application.ts';
import { sentence } from '../render/parts.ts';
import { discordUserOf, threadAt } from '../thread-keys.ts';
import type { Directory } from './create-directory.ts';
import type { GuildFacts } from './traits.ts';

export interface DecidersDeps {
	readonly calls: Calls;
	readonly application: ApplicationOf;
	readonly directory: Directory;
	/** The guilds that the bot is in, by their id. */
	readonly places: { readonly guilds: ReadonlyMap<string, GuildFacts> };
	readonly postOnce: PostOnce;
	readonly log: Logger;
}

/** More owners of the app are not looked at. */
const mostOwners = 10;

const opening = 'A decision is asked of you as an admin of a server:';

/**
 * Those who may decide in a server, and the way to write to them: its owner, and the owners of the app who are in it. Who has a role is told
 * to no bot without the intent for members: those are asked where they are.
 */
export function createDeciders(deps: DecidersDeps): Pick<Reach, 'admins' | 'directly'> {
	const { calls, application, directory, places, postOnce, log } = deps;
	return {
		async admins(place, signal) {
			const id = place.slice(place.indexOf(':') + 1);
			const guild = places.guilds.get(id);
			if (!guild) return [];
			const { owners } = await application(signal);
			const users = [...new Set([guild.owner, ...owners.slice(0, mostOwners)])];
			const people = await Promise.all(
				users.map((user) => directory.personOf({ guild: id, user, name: user, channel: '0' }, signal)),
			);
			return people;
		},
		async directly(person, _place, signal) {
			const user = discordUserOf(person.id)?.user;
			if (user === undefined) return undefined;
			try {
				const id = await openDirect(user, { calls, signal });
				// Only a message shows whether somebody takes any.
				const key = `decide/${user}`;
				await postOnce({ channel: id, key, message: sentence(opening, key) }, signal);
				return threadAt({ kind: 'dm', channel: id });
			} catch (error) {
				if (discordCode(error) === undefined) throw error;
				log.warn('Discord lets nobody write to an admin', { person: person.id, reason: discordCode(error) });
				return undefined;
			}
		},
	};
}
