import type { z } from 'zod';
import { address, key, listenAddress, text, token } from '../../base/settings/setting-kinds.ts';
import type { SettingRule } from '../../base/settings/setting-rule.ts';
import { placesIn, type SharedSettings } from '../platform-connection.ts';
import { slackFacts } from './facts.ts';
import type { SlackSettings } from './settings.ts';

/** Every variable of Slack; `deploy/example.env` explains each. */
export const slackVariables = {
	SLACK_BOT_TOKEN: token('xoxb-').optional(),
	SLACK_APP_TOKEN: token('xapp-').optional(),
	SLACK_SIGNING_SECRET: text.optional(),
	SLACK_LISTEN: listenAddress.default({ host: '127.0.0.1', port: 3000 }),
	SLACK_CLIENT_ID: text.optional(),
	SLACK_CLIENT_SECRET: text.optional(),
	SLACK_STATE_SECRET: text.optional(),
	SLACK_PUBLIC_URL: address.optional(),
	SLACK_API_URL: address.optional(),
	SLACK_APP_ID: text.optional(),
	SLACK_CONFIG_TOKEN: key.optional(),
};
type Given = z.infer<z.ZodObject<typeof slackVariables>>;

const credentials = [
	'SLACK_BOT_TOKEN',
	'SLACK_APP_TOKEN',
	'SLACK_SIGNING_SECRET',
	'SLACK_CLIENT_ID',
	'SLACK_CLIENT_SECRET',
	'SLACK_STATE_SECRET',
] as const;
const oauth = ['SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET', 'SLACK_PUBLIC_URL'] as const;

const given = (settings: Given, name: (typeof credentials)[number]) => settings[name] !== undefined;

/** Variables that must, or must not, be set together. */
export const slackRules: readonly SettingRule<Given>[] = [
	{
		names: ['SLACK_BOT_TOKEN', 'SLACK_CLIENT_ID'],
		broken: (settings) => given(settings, 'SLACK_BOT_TOKEN') && given(settings, 'SLACK_CLIENT_ID'),
		problem: 'SLACK_BOT_TOKEN is for one workspace and SLACK_CLIENT_ID for many: set one of them',
	},
	{
		names: [...credentials],
		broken: (settings) =>
			credentials.some((name) => given(settings, name)) &&
			!given(settings, 'SLACK_BOT_TOKEN') &&
			!given(settings, 'SLACK_CLIENT_ID'),
		problem: 'SLACK_BOT_TOKEN is missing (or SLACK_CLIENT_ID, for many workspaces)',
	},
	{
		names: [...credentials],
		broken: (settings) =>
			(given(settings, 'SLACK_BOT_TOKEN') || given(settings, 'SLACK_CLIENT_ID')) &&
			!given(settings, 'SLACK_APP_TOKEN') &&
			!given(settings, 'SLACK_SIGNING_SECRET'),
		problem: 'SLACK_APP_TOKEN is missing (or SLACK_SIGNING_SECRET, to be reached over HTTP)',
	},
	{
		names: ['SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET'],
		broken: (settings) => given(settings, 'SLACK_APP_TOKEN') && given(settings, 'SLACK_SIGNING_SECRET'),
		problem: 'SLACK_APP_TOKEN is for Socket Mode and SLACK_SIGNING_SECRET for HTTP: set one of them',
	},
	...oauth.map((name) => ({
		names: ['SLACK_CLIENT_ID', name] as const,
		broken: (settings: Given) => settings.SLACK_CLIENT_ID !== undefined && settings[name] === undefined,
		problem: `${name} is missing: SLACK_CLIENT_ID needs it`,
	})),
];

/** How this process is connected to Slack; undefined when it is not. */
export function slackSettings(settings: Given, shared: SharedSettings): SlackSettings | undefined {
	const install = installOf(settings);
	const receive = receiveOf(settings);
	if (!install || !receive) return undefined;
	const places = placesIn(shared, slackFacts.prefix);
	const { SLACK_API_URL, SLACK_CONFIG_TOKEN: configToken, SLACK_APP_ID: appId } = settings;
	return {
		apiUrl: SLACK_API_URL?.replace(/\/?$/, '/'),
		install,
		receive,
		groups: groupsOf(shared),
		maxFileBytes: shared.maxFileBytes,
		...(places.length > 0 && { places }),
		...(configToken !== undefined && { configToken }),
		...(appId !== undefined && { appId }),
	};
}

function installOf(settings: Given): SlackSettings['install'] | undefined {
	const { SLACK_BOT_TOKEN: botToken, SLACK_CLIENT_ID: clientId, SLACK_LISTEN: listen } = settings;
	if (botToken !== undefined) return { kind: 'token', botToken };
	const { SLACK_CLIENT_SECRET: clientSecret, SLACK_STATE_SECRET: stateSecret, SLACK_PUBLIC_URL: publicUrl } = settings;
	if (clientId === undefined || clientSecret === undefined || stateSecret === undefined || publicUrl === undefined)
		return undefined;
	return { kind: 'oauth', clientId, clientSecret, stateSecret, publicUrl, listen };
}

function receiveOf(settings: Given): SlackSettings['receive'] | undefined {
	const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_LISTEN: listen } = settings;
	if (appToken !== undefined) return { kind: 'socket', appToken };
	return signingSecret === undefined ? undefined : { kind: 'http', signingSecret, listen };
}

/** The groups that rights depend on, as `T1/S1`. */
function groupsOf({ rules }: SharedSettings): string[] {
	const groups = rules.map((rule) => /^slack:(\w+)\/group:(\w+)$/.exec(rule));
	return [...new Set(groups.flatMap((match) => (match ? [`${match[1]}/${match[2]}`] : [])))];
}

/** For whoever starts the service: how messages come in. */
export function slackLabel({ receive }: Pick<SlackSettings, 'receive'>): string {
	return receive.kind === 'socket'
		? 'Slack (Socket Mode)'
		: `Slack (HTTP on ${receive.listen.host}:${receive.listen.port})`;
}
