import { ApiError, type Call, type Method, method, text } from '../api/method.ts';
import { appId } from '../deliver/deliveries.ts';
import type { Sockets } from '../deliver/sockets.ts';
import { newId, type Team, teamOf, type World } from '../world.ts';

/** The id and the secret that the app is known by. */
export const appSecrets = { clientId: '1.1', clientSecret: 'fake-client-secret' };

/** A token with rotation lives so long; https://docs.slack.dev/authentication/using-token-rotation */
const lifeSeconds = 43_200;

/** Methods of the app itself: connections, installation, manifest. */
export function appMethods(sockets: Sockets): Readonly<Record<string, Method>> {
	const open = method({ token: 'app', tier: 'free' }, {}, () => ({ url: sockets.ticketUrl() }));
	return {
		'api.test': method({ token: 'none', tier: 4 }, {}, () => ({ args: {} })),
		'apps.connections.open': open,
		'apps.event.authorizations.list': listAuthorizations,
		'apps.manifest.export': exportManifest,
		'oauth.v2.access': access,
	};
}

const listAuthorizations = method({ token: 'app', tier: 'free' }, { event_context: text }, (_args, { world }) => ({
	authorizations: [...world.teams.values()]
		.filter(({ installed }) => installed)
		.map(({ id, botUser }) => ({ enterprise_id: null, team_id: id, user_id: botUser, is_bot: true })),
}));

const exportManifest = method({ token: 'config', tier: 3 }, { app_id: text }, (args, { world }) => {
	if (args.app_id !== appId) throw new ApiError('invalid_app_id');
	return { manifest: world.options.manifest };
});

const access = method(
	{ token: 'none', tier: 'free' },
	{
		client_id: text.optional(),
		client_secret: text.optional(),
		code: text.optional(),
		redirect_uri: text.optional(),
		grant_type: text.optional(),
		refresh_token: text.optional(),
	},
	(args, call) => {
		checkClient(args.client_id ?? call.basic?.id, args.client_secret ?? call.basic?.secret);
		if (args.grant_type === 'refresh_token') return refresh(call, args.refresh_token ?? '');
		return redeem(call, args.code ?? '', args.redirect_uri ?? '');
	},
);

function checkClient(id: string | undefined, secret: string | undefined): void {
	if (id !== appSecrets.clientId) throw new ApiError('invalid_client_id');
	if (secret !== appSecrets.clientSecret) throw new ApiError('bad_client_secret');
}

function redeem({ world }: Call, code: string, redirectUri: string): object {
	const grant = world.codes.get(code);
	if (!grant) throw new ApiError('invalid_code');
	if (grant.redirectUri !== redirectUri) throw new ApiError('bad_redirect_uri');
	world.codes.delete(code);
	const team = teamOf(world, grant.team);
	team.installed = true;
	return { ...granted(world, team), authed_user: { id: grant.user } };
}

/** A refresh token is good once, and the token that it belongs to ends with it. */
function refresh({ world }: Call, refreshToken: string): object {
	const old = world.refreshTokens.get(refreshToken);
	if (!old) throw new ApiError('invalid_refresh_token');
	world.refreshTokens.delete(refreshToken);
	const token = world.tokens.get(old.token);
	if (token) token.dead = 'token_revoked';
	return granted(world, teamOf(world, old.team));
}

function granted(world: World, team: Team): object {
	const { rotation } = world.options;
	const token = addToken(world, team.id, rotation ? world.clock.now() + lifeSeconds * 1000 : undefined);
	const refreshToken = `xoxe-${newId(world, 'refresh')}`;
	if (rotation) world.refreshTokens.set(refreshToken, { team: team.id, token });
	return {
		app_id: appId,
		team: { id: team.id, name: team.name },
		enterprise: null,
		is_enterprise_install: false,
		access_token: token,
		token_type: 'bot',
		scope: [...team.scopes].join(','),
		bot_user_id: team.botUser,
		...(rotation ? { refresh_token: refreshToken, expires_in: lifeSeconds } : {}),
	};
}

/** A new token of a workspace's bot. */
export function addToken(world: World, team: string, expiresAt?: number): string {
	const token = `xoxb-fake-${newId(world, team)}`;
	world.tokens.set(token, { token, kind: 'bot', team, expiresAt, dead: undefined });
	return token;
}
