import type { SlackSettings } from '../adapters/slack/settings.ts';
import type { Rule, Settings } from './config.ts';
import { placesOf } from './rule-places.ts';

const credentials = [
	'SLACK_BOT_TOKEN',
	'SLACK_APP_TOKEN',
	'SLACK_SIGNING_SECRET',
	'SLACK_CLIENT_ID',
	'SLACK_CLIENT_SECRET',
	'SLACK_STATE_SECRET',
] as const;
const oauth = ['SLACK_CLIENT_SECRET', 'SLACK_STATE_SECRET', 'SLACK_PUBLIC_URL'] as const;

const given = (settings: Settings, name: (typeof credentials)[number]) => settings[name] !== undefined;

/** What of Slack must be set together. */
export const slackRules: readonly Rule[] = [
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
		broken: (settings: Settings) => settings.SLACK_CLIENT_ID !== undefined && settings[name] === undefined,
		problem: `${name} is missing: SLACK_CLIENT_ID needs it`,
	})),
];

/** How this process is connected to Slack; undefined when it is not. */
export function slackOf(settings: Settings): SlackSettings | undefined {
	const install = installOf(settings);
	const receive = receiveOf(settings);
	if (!install || !receive) return undefined;
	const places = placesOf(settings, 'slack:');
	const { SLACK_API_URL, SLACK_CONFIG_TOKEN: configToken, SLACK_APP_ID: appId } = settings;
	return {
		apiUrl: SLACK_API_URL?.replace(/\/?$/, '/'),
		install,
		receive,
		groups: groupsOf(settings),
		maxFileBytes: settings.FILE_LIMIT,
		...(places.length > 0 && { places }),
		...(configToken !== undefined && { configToken }),
		...(appId !== undefined && { appId }),
	};
}

function installOf(settings: Settings): SlackSettings['install'] | undefined {
	const { SLACK_BOT_TOKEN: botToken, SLACK_CLIENT_ID: clientId, SLACK_LISTEN: listen } = settings;
	if (botToken !== undefined) return { kind: 'token', botToken };
	const { SLACK_CLIENT_SECRET: clientSecret, SLACK_STATE_SECRET: stateSecret, SLACK_PUBLIC_URL: publicUrl } = settings;
	if (clientId === undefined || clientSecret === undefined || stateSecret === undefined || publicUrl === undefined)
		return undefined;
	return { kind: 'oauth', clientId, clientSecret, stateSecret, publicUrl, listen };
}

function receiveOf(settings: Settings): SlackSettings['receive'] | undefined {
	const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_LISTEN: listen } = settings;
	if (appToken !== undefined) return { kind: 'socket', appToken };
	return signingSecret === undefined ? undefined : { kind: 'http', signingSecret, listen };
}

/** The groups that rights depend on, as `T1/S1`. */
function groupsOf({ ADMINS = [], MEMBERS = [], GUESTS = [] }: Settings): string[] {
	const groups = [...ADMINS, ...MEMBERS, ...GUESTS].map((rule) => /^slack:(\w+)\/group:(\w+)$/.exec(rule));
	return [...new Set(groups.flatMap((match) => (match ? [`${match[1]}/${match[2]}`] : [])))];
}
