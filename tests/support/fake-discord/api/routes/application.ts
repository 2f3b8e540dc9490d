import {
	type APIApplication,
	type APIUser,
	ApplicationFlags,
	ApplicationIntegrationType,
	OAuth2Scopes,
	type RESTGetAPIGatewayBotResult,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { botPermissions } from '../../permissions.ts';
import { openDm } from '../../places.ts';
import { wireChannel } from '../../wire/wire-channel.ts';
import { wireUser } from '../../wire/wire-people.ts';
import type { World } from '../../world.ts';
import { refusal } from '../api-error.ts';
import { snowflake } from '../form/fields.ts';
import { readForm } from '../form/read-form.ts';
import { param, route } from '../route.ts';

const gatewayBot = route('GET /gateway/bot', ({ world }) => {
	const { startLimit, shards } = world.options;
	const { total, resetAfter, maxConcurrency } = startLimit;
	return {
		url: `${world.url.replace(/^http/, 'ws')}/gateway`,
		shards,
		session_start_limit: {
			...{ total, remaining: world.startsLeft, reset_after: resetAfter, max_concurrency: maxConcurrency },
		},
	} satisfies RESTGetAPIGatewayBotResult;
});

const gateway = route('GET /gateway', ({ world }) => ({ url: `${world.url.replace(/^http/, 'ws')}/gateway` }));

const me = route(
	'GET /users/@me',
	({ world }) => ({ ...wireUser(world, world.bot), mfa_enabled: false, verified: true }) satisfies APIUser,
);

const user = route('GET /users/:user', (call) => {
	const id = param(call, 'user');
	if (!call.world.users.has(id)) throw refusal(10013);
	return wireUser(call.world, id);
});

const dmBody = z.strictObject({ recipient_id: snowflake });

/** Discord opens it even where nothing may be sent: writing is refused. */
const createDm = route('POST /users/@me/channels', ({ world, body }) => {
	const { recipient_id: id } = readForm(dmBody, body);
	if (!world.users.has(id)) throw refusal(10013);
	if (world.users.get(id)?.bot) throw refusal(50007);
	return wireChannel(world, openDm(world, id));
});

const application = route('GET /applications/@me', ({ world }) => wireApplication(world));
const oauthApplication = route('GET /oauth2/applications/@me', ({ world }) => wireApplication(world));

/** In fewer than 10,000 people's guilds the switches show as the limited flags. */
function flagsOf({ options }: World): number {
	const content = options.messageContent ? ApplicationFlags.GatewayMessageContentLimited : 0;
	const members = options.guildMembers ? ApplicationFlags.GatewayGuildMembersLimited : 0;
	return content | members | ApplicationFlags.ApplicationCommandBadge;
}

function wireApplication(world: World): APIApplication {
	const { id, name, owner } = world.application;
	const scopes = [OAuth2Scopes.ApplicationsCommands, OAuth2Scopes.Bot];
	const install = { scopes, permissions: String(botPermissions) };
	return {
		...{ id, name, icon: null, description: '', summary: '', verify_key: '0'.repeat(64), team: null },
		...{
			bot_public: world.options.portal.isPublic,
			bot_require_code_grant: world.options.portal.codeGrant,
			flags: flagsOf(world),
			flags_new: String(flagsOf(world)),
			redirect_uris: [],
		},
		...{ owner: wireUser(world, owner), bot: wireUser(world, world.bot), event_webhooks_status: 1 },
		...{ approximate_guild_count: world.guilds.size, approximate_user_install_count: world.userInstalls.size },
		...{
			interactions_endpoint_url: world.options.portal.interactionsUrl,
			role_connections_verification_url: null,
			install_params: install,
		},
		integration_types_config: {
			[ApplicationIntegrationType.GuildInstall]: { oauth2_install_params: install },
			[ApplicationIntegrationType.UserInstall]: {
				oauth2_install_params: { scopes: [OAuth2Scopes.ApplicationsCommands], permissions: '0' },
			},
		},
	} satisfies APIApplication;
}

export const applicationRoutes = [gatewayBot, gateway, me, createDm, user, application, oauthApplication];
