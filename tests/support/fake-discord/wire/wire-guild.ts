import type { APIGuild, GatewayGuildCreateDispatchData } from 'discord-api-types/v10';
import { timestamp } from '../clock.ts';
import type { Guild, World } from '../world.ts';
import { noFlags } from './no-flags.ts';
import { wireChannel } from './wire-channel.ts';
import { memberOf, wireMember, wireRole } from './wire-people.ts';

export function wireGuild(guild: Guild): APIGuild {
	const { id, name, owner, premiumTier } = guild;
	return {
		...{ id, name, owner_id: owner, icon: null, splash: null, discovery_splash: null, banner: null, description: null },
		...{
			afk_channel_id: null,
			afk_timeout: 300,
			system_channel_id: null,
			system_channel_flags: noFlags,
			application_id: null,
		},
		...{ verification_level: 0, default_message_notifications: 0, explicit_content_filter: 0, mfa_level: 0 },
		...{ roles: [...guild.roles.values()].map(wireRole), emojis: [], stickers: [], features: [] },
		...{ rules_channel_id: null, public_updates_channel_id: null, safety_alerts_channel_id: null },
		...{ vanity_url_code: null, premium_tier: premiumTier, premium_subscription_count: 0, nsfw_level: 0 },
		...{ preferred_locale: 'en-US' as APIGuild['preferred_locale'], premium_progress_bar_enabled: false },
		...{ hub_type: null, incidents_data: null, max_members: 500_000, region: 'deprecated' },
	};
}

/** With the bot as its only member: who asks for no members gets no others. */
export function wireGuildCreate(world: World, guild: Guild): GatewayGuildCreateDispatchData {
	const bot = memberOf(world, guild.id, world.bot);
	const inside = [...world.channels.values()].filter((channel) => channel.guild === guild.id);
	const threads = inside.filter(({ thread }) => thread !== undefined && !thread.archived);
	const channels = inside.filter(({ thread }) => thread === undefined);
	return {
		...wireGuild(guild),
		...{ joined_at: timestamp(bot.joinedAt), large: false, unavailable: false, member_count: guild.members.size },
		members: [wireMember(world, bot)],
		channels: channels.map((channel) => wireChannel(world, channel)) as GatewayGuildCreateDispatchData['channels'],
		threads: threads.map((channel) => wireChannel(world, channel)) as GatewayGuildCreateDispatchData['threads'],
		...{ voice_states: [], presences: [], stage_instances: [], guild_scheduled_events: [], soundboard_sounds: [] },
	};
}
