import { GatewayIntentBits } from 'discord-api-types/v10';
import { wireMember } from '../wire/wire-people.ts';
import { userOf, type World } from '../world.ts';
import { dispatch, type Session } from './session.ts';

interface MembersRequest {
	readonly guild_id?: string;
	readonly query?: string;
	readonly limit?: number;
	readonly user_ids?: string | readonly string[];
	readonly nonce?: string;
}

/** Answers a request for members of a guild: https://docs.discord.com/developers/events/gateway-events#request-guild-members */
export function answerMembers(world: World, session: Session, data: unknown): void {
	const { guild_id: guild = '', query, limit = 0, user_ids: ids, nonce } = (data ?? {}) as MembersRequest;
	const members = [...(world.guilds.get(guild)?.members.values() ?? [])];
	const wanted = ids === undefined ? undefined : [ids].flat();
	const whole = wanted === undefined && query === '' && limit === 0;
	// The whole list is for those who may see members.
	if (whole && !(session.intents & GatewayIntentBits.GuildMembers)) return;
	const fitting = members.filter(({ user }) =>
		wanted ? wanted.includes(user) : userOf(world, user).name.startsWith(query ?? ''),
	);
	const found = limit > 0 ? fitting.slice(0, limit) : fitting;
	dispatch(session, 'GUILD_MEMBERS_CHUNK', {
		...{ guild_id: guild, members: found.map((member) => wireMember(world, member)), chunk_index: 0, chunk_count: 1 },
		not_found: (wanted ?? []).filter((id) => !members.some(({ user }) => user === id)),
		...(nonce === undefined ? {} : { nonce }),
	});
}
