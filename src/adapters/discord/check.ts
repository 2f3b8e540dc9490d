import type { REST } from '@discordjs/rest';
import {
	type APIApplication,
	type APIApplicationCommand,
	type APIGatewayBotInfo,
	type APIUser,
	type RESTAPIPartialCurrentUserGuild,
	Routes,
} from 'discord-api-types/v10';
import type { ProblemError } from '../../base/errors.ts';
import { silentLogger } from '../../base/log.ts';
import { raceAbort } from '../../base/race-abort.ts';
import type { CheckRow } from '../check-row.ts';
import { createDiscordRest } from './api/create-rest.ts';
import { discordProblem } from './api/problems/discord-sentence.ts';
import { applicationIn } from './application.ts';
import { inviteLink, missingPermissions } from './discord-needs.ts';
import type { DiscordSettings } from './settings.ts';

/** Each question to Discord gets this long. */
const limitMs = 6_000;

/**
 * Whether the app works with these settings: token, intents, permissions, commands and gateway, against what is needed. Changes nothing.
 * Rejects with the signal's reason alone.
 */
export async function checkDiscord(settings: DiscordSettings, signal: AbortSignal): Promise<readonly CheckRow[]> {
	const rest = createDiscordRest(settings, silentLogger);
	const ask = createAsk(rest, signal);
	const [token, application] = await tokenRow(ask);
	signal.throwIfAborted();
	if (!application) return [token];
	const { id } = application;
	const guilds = ask<Guilds>(Routes.userGuilds());
	const rows = [gatewayRow(ask), permissionsRow(guilds, id), commandsRow(ask, id), rightsRows(guilds, settings)];
	const found = (await Promise.all(rows)).flat();
	signal.throwIfAborted();
	const invite = { name: 'discord invite', ok: true, text: inviteLink(id) };
	return [token, intentsRow(application), portalRow(application), ...found, invite];
}

type Guilds = readonly RESTAPIPartialCurrentUserGuild[];

/** Asks once. */
type Ask = <T>(route: `/${string}`) => Promise<T>;

function createAsk(rest: REST, signal: AbortSignal): Ask {
	return async <T>(route: `/${string}`) => {
		signal.throwIfAborted();
		const either = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
		return (await raceAbort(rest.get(route, { signal: either }), either)) as T;
	};
}

async function tokenRow(ask: Ask): Promise<readonly [CheckRow, APIApplication?]> {
	const name = 'discord token';
	try {
		const user = await ask<APIUser>(Routes.user());
		const application = await ask<APIApplication>(Routes.currentApplication());
		return [{ name, ok: true, text: `${user.username} (${user.id}) of the app "${application.name}"` }, application];
	} catch (error) {
		return [problemRow(name, discordProblem('use DISCORD_TOKEN', error))];
	}
}

function intentsRow(application: APIApplication): CheckRow {
	const name = 'discord intents';
	if (applicationIn(application).readsContent) return { name, ok: true, text: 'message content is read' };
	const text =
		'message content is not read: in threads people must mention the bot, reply to it or use /smith. "Message Content Intent" on the app’s page "Bot" changes that';
	return { name, ok: true, text };
}

/** Switches of the portal that keep the bot from being added, or its commands from arriving: https://docs.discord.com/developers/resources/application#application-object */
function portalRow(application: APIApplication): CheckRow {
	const name = 'discord portal';
	const wrong = [
		...(application.bot_require_code_grant
			? [{ text: '"Requires OAuth2 Code Grant" is on: no link adds the bot', mend: 'turn it off on the page "Bot"' }]
			: []),
		...(application.interactions_endpoint_url
			? [
					{
						text: 'an "Interactions Endpoint URL" is set: commands and buttons go there and do not arrive here',
						mend: 'empty it on the page "General Information"',
					},
				]
			: []),
	];
	const mend = `In the Developer Portal: ${wrong.map((one) => one.mend).join(', and ')}`;
	if (wrong.length > 0) return { name, ok: false, text: wrong.map(({ text }) => text).join('; '), mend };
	const who = application.bot_public ? 'everybody may add the bot' : 'only you may add the bot';
	return { name, ok: true, text: `no code grant, no address for interactions; ${who}` };
}

async function gatewayRow(ask: Ask): Promise<CheckRow> {
	const name = 'discord gateway';
	try {
		const { url, shards, session_start_limit: starts } = await ask<APIGatewayBotInfo>(Routes.gatewayBot());
		const text = `${new URL(url).host}, ${shards} ${shards === 1 ? 'shard' : 'shards'}, ${starts.remaining} of ${starts.total} starts left`;
		if (starts.remaining >= shards) return { name, ok: true, text };
		const hours = Math.ceil(starts.reset_after / 3_600_000);
		return {
			name,
			ok: false,
			text,
			mend: `Wait ${hours} ${hours === 1 ? 'hour' : 'hours'}, and find out what starts the bot so often`,
		};
	} catch (error) {
		return problemRow(name, discordProblem('ask for the gateway', error));
	}
}

async function permissionsRow(asked: Promise<Guilds>, application: string): Promise<CheckRow> {
	const name = 'discord permissions';
	try {
		const guilds = await asked;
		const lacking = guilds.flatMap(lossesIn);
		const mend = `Open ${inviteLink(application)} for that server, or give the bot's role what is missing`;
		if (guilds.length === 0) return { name, ok: true, text: 'the bot is in no server yet; the invite link adds it' };
		if (lacking.length > 0) return { name, ok: false, text: lacking.join('; '), mend };
		return {
			name,
			ok: true,
			text: `all that are needed, in ${guilds.length} ${guilds.length === 1 ? 'server' : 'servers'}`,
		};
	} catch (error) {
		return problemRow(name, discordProblem('ask for the servers of the bot', error));
	}
}

/** Servers that one answer names: https://docs.discord.com/developers/resources/user#get-current-user-guilds */
const mostGuilds = 200;

/** Rules of servers that the bot is not in have no effect. What cannot be asked now is not a mistake of the settings. */
async function rightsRows(asked: Promise<Guilds>, { places = [] }: DiscordSettings): Promise<readonly CheckRow[]> {
	if (places.length === 0) return [];
	const guilds = await asked.catch(() => undefined);
	if (!guilds || guilds.length >= mostGuilds) return [];
	const strange = places.filter((place) => guilds.every(({ id }) => id !== place));
	if (strange.length === 0) return [];
	const text = `rules of ADMINS, MEMBERS or GUESTS name ${strange.join(', ')}, where the bot is not: they give no rights`;
	const mend =
		'A rule holds in the server that it begins with (discord:<server>/…); add the bot there, or take the rule out';
	return [{ name: 'discord rights', ok: false, text, mend }];
}

/** By the bot's roles; what a channel takes away besides shows when it is written there. */
function lossesIn({ name, permissions }: RESTAPIPartialCurrentUserGuild): string[] {
	return missingPermissions(BigInt(permissions)).map(({ label, loss }) => `in "${name}" ${label} is missing: ${loss}`);
}

async function commandsRow(ask: Ask, application: string): Promise<CheckRow> {
	const name = 'discord commands';
	try {
		const commands = await ask<readonly APIApplicationCommand[]>(Routes.applicationCommands(application));
		if (commands.length === 0) return { name, ok: true, text: 'none yet; they are registered at the next start' };
		return { name, ok: true, text: `${commands.map(labelOf).join(', ')}; brought up to date at each start` };
	} catch (error) {
		return problemRow(name, discordProblem('ask for the commands of the app', error));
	}
}

function labelOf({ name, type, options = [] }: APIApplicationCommand): string {
	return type === 1 ? `/${name} (${options.length} subcommands)` : `"${name}"`;
}

function problemRow(name: string, problem: ProblemError): CheckRow {
	return { name, ok: false, text: problem.message, mend: problem.mend };
}
