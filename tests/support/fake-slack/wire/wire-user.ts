import type { Channel, Json, Team, User, World } from '../world.ts';

/** A person as `users.info` shows them to a workspace. */
export function wireUser(user: User, viewer: Team): Json {
	const { traits } = user;
	return {
		id: user.id,
		team_id: user.team,
		name: user.name,
		deleted: traits.deleted === true,
		real_name: user.realName,
		tz: 'Europe/London',
		profile: { ...wireProfile(user), team: user.team },
		is_admin: traits.admin === true || traits.owner === true,
		is_owner: traits.owner === true,
		is_primary_owner: false,
		is_restricted: traits.restricted === true || traits.ultraRestricted === true,
		is_ultra_restricted: traits.ultraRestricted === true,
		is_bot: traits.bot === true,
		is_app_user: false,
		...(user.team === viewer.id ? {} : { is_stranger: true }),
	};
}

export function wireProfile({ realName, displayName }: User): Json {
	return { real_name: realName, display_name: displayName, first_name: realName.split(' ')[0] };
}

/** A conversation as `conversations.info` shows it. */
export function wireChannel(world: World, channel: Channel, viewer: Team): Json {
	const { id, kind, name, extShared, archived, partner } = channel;
	const isMember = channel.members.has(viewer.botUser);
	const common = { id, created: 0, is_archived: archived, context_team_id: viewer.id, is_ext_shared: extShared };
	if (kind === 'im') return { ...common, is_im: true, user: partner, is_org_shared: false };
	return {
		...common,
		name,
		name_normalized: name,
		is_channel: kind === 'channel',
		is_group: kind === 'group',
		is_mpim: kind === 'mpim',
		is_im: false,
		is_private: kind !== 'channel',
		is_member: isMember,
		is_shared: extShared,
		num_members: channel.members.size,
		shared_team_ids: [...new Set([...channel.members].map((user) => world.users.get(user)?.team))],
	};
}
