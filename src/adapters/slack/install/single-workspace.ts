import { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { ProblemError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { botTokenProblem, mendBotToken } from '../api/problems/token-problems.ts';
import { unlessRefused } from '../api/problems/trouble.ts';
import type { Installation } from '../installations.ts';
import type { SingleWorkspace } from '../settings.ts';
import { slackLogger } from '../slack-logger.ts';
import { NotInstalledError, type OpenInstallations } from './open-installations.ts';

export interface SingleWorkspaceDeps {
	readonly install: SingleWorkspace;
	/** The API's root; undefined: Slack's own. */
	readonly apiUrl: string | undefined;
	readonly log: Logger;
}

const testSchema = z.object({
	team_id: z.string(),
	user_id: z.string(),
	bot_id: z.string({ error: 'the token is not a bot’s' }),
	is_enterprise_install: z.boolean().optional(),
	enterprise_id: z.string().nullish(),
	response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});

/** The one installation that a bot's token belongs to. Whose it is Slack is asked once. */
export function createSingleWorkspace(deps: SingleWorkspaceDeps): OpenInstallations {
	let asked: Promise<Installation> | undefined;
	const own = (): Promise<Installation> => {
		asked ??= askSlack(deps).catch((error: unknown) => {
			asked = undefined;
			throw error;
		});
		return asked;
	};
	return {
		store: undefined,
		start: async () => void (await own()),
		async of(team) {
			const installation = await own();
			if (installation.team === team) return installation;
			throw new NotInstalledError(team, 'Set SLACK_CLIENT_ID in place of SLACK_BOT_TOKEN to serve many workspaces');
		},
		// One app with one token: whatever comes in is for it.
		async authorize() {
			const { team, botUser, botId } = await own();
			return { teamId: team, botUserId: botUser, botId };
		},
		async remove() {
			asked = undefined;
		},
	};
}

async function askSlack({ install, apiUrl, log }: SingleWorkspaceDeps): Promise<Installation> {
	const client = new WebClient(install.botToken, {
		...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
		retryConfig: { retries: 2, minTimeout: 500 },
		timeout: 15_000,
		logger: slackLogger(log, 'Slack client'),
	});
	const answer = await client.auth.test().catch((error: unknown) => {
		throw unlessRefused(botTokenProblem('connect to Slack', error));
	});
	const { data, error } = testSchema.safeParse(answer);
	if (!data) {
		const why = error.issues[0]?.message ?? 'the answer does not fit';
		throw new ProblemError(`Cannot connect to Slack: ${why}`, mendBotToken);
	}
	demandScopes(data.response_metadata?.scopes);
	const team = data.is_enterprise_install ? (data.enterprise_id ?? data.team_id) : data.team_id;
	return { team, botUser: data.user_id, botId: data.bot_id, token: install.botToken };
}

/** Without these nothing works at all; the doctor knows all of them. */
function demandScopes(granted: readonly string[] | undefined): void {
	const missing = ['chat:write', 'users:read'].filter((scope) => granted && !granted.includes(scope));
	if (missing.length === 0) return;
	throw new ProblemError(
		`Cannot work in Slack: the bot token has no scope ${missing.map((scope) => `"${scope}"`).join(' and ')}`,
		'Add what deploy/slack-manifest.json lists on the app’s page "OAuth & Permissions", reinstall the app, then start again',
	);
}
