import { WebClient } from '@slack/web-api';
import { messageOf, ProblemError } from '../../base/errors.ts';
import { silentLogger } from '../../base/log.ts';
import type { CheckRow } from '../check-row.ts';
import { appTokenProblem, botTokenProblem } from './api/problems/token-problems.ts';
import { listenRows } from './check-listen.ts';
import { manifestRows } from './check-manifest.ts';
import type { SlackSettings } from './settings.ts';
import { slackLogger } from './slack-logger.ts';
import { groupScope, neededScopes, optionalScopes } from './slack-needs.ts';

/** Each question to Slack gets this long. */
const limitMs = 6_000;

/**
 * Whether the app works with these settings: tokens, scopes, and how it is set up, against what is needed. Changes nothing. Rejects with
 * the signal's reason alone.
 */
export async function checkSlack(settings: SlackSettings, signal: AbortSignal): Promise<readonly CheckRow[]> {
	const rows = await Promise.all([
		tokenRows(settings),
		receiveRows(settings),
		listenRows(settings),
		manifestRows(settings, clientFor),
	]);
	signal.throwIfAborted();
	return rows.flat();
}

/** A client that asks once. */
function clientFor({ apiUrl }: SlackSettings, token: string): WebClient {
	return new WebClient(token, {
		...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
		retryConfig: { retries: 0 },
		rejectRateLimitedCalls: true,
		timeout: limitMs,
		logger: slackLogger(silentLogger, 'Slack client'),
	});
}

async function tokenRows(settings: SlackSettings): Promise<CheckRow[]> {
	const { install } = settings;
	if (install.kind === 'oauth') {
		const page = `${install.publicUrl.replace(/\/$/, '')}/slack/install`;
		return [{ name: 'slack token', ok: true, text: `each workspace has its own; people install the app at ${page}` }];
	}
	try {
		const answer = await clientFor(settings, install.botToken).auth.test();
		const text = `${answer.user ?? 'the app'} in ${answer.team ?? 'a workspace'} (${answer.team_id ?? 'without an id'})`;
		const own = answer.is_enterprise_install ? answer.enterprise_id : answer.team_id;
		const rows = [{ name: 'slack token', ok: true, text }, scopesRow(answer.response_metadata?.scopes, settings)];
		return [...rows, ...rightsRows(own, settings)];
	} catch (error) {
		return [problemRow('slack token', botTokenProblem('use SLACK_BOT_TOKEN', error))];
	}
}

/** Rules of another place have no effect here. */
function rightsRows(own: string | undefined, { places = [] }: SlackSettings): CheckRow[] {
	const strange = places.filter((place) => place !== own);
	if (own === undefined || strange.length === 0) return [];
	const text = `rules of ADMINS, MEMBERS or GUESTS name ${strange.join(', ')}, where the app is not installed: they give no rights`;
	const mend = `A rule holds in the place that it begins with, which is slack:${own} here, for people of other organisations too: slack:${own}/U0123`;
	return [{ name: 'slack rights', ok: false, text, mend }];
}

function scopesRow(granted: readonly string[] | undefined, { groups }: SlackSettings): CheckRow {
	const name = 'slack scopes';
	if (!granted) return { name, ok: true, text: 'not checked: Slack does not say which there are' };
	const needed = { ...neededScopes, ...(groups.length > 0 && { [groupScope]: optionalScopes[groupScope] }) };
	const missing = Object.entries(needed).filter(([scope]) => !granted.includes(scope));
	if (missing.length === 0) return { name, ok: true, text: `all ${Object.keys(needed).length} that are needed` };
	const text = missing.map(([scope, loss]) => `${scope} is missing: ${loss}`).join('; ');
	const mend = 'Add them on the app’s page "OAuth & Permissions", then press "Reinstall to Workspace" there';
	return { name, ok: false, text, mend };
}

async function receiveRows(settings: SlackSettings): Promise<CheckRow[]> {
	const { receive } = settings;
	if (receive.kind === 'http') return [signingRow(receive.signingSecret)];
	try {
		await clientFor(settings, receive.appToken).apps.connections.open();
		return [{ name: 'slack app token', ok: true, text: 'opens a socket' }];
	} catch (error) {
		return [problemRow('slack app token', appTokenProblem('open a socket to Slack', error))];
	}
}

/** Whether it is the right one only Slack's first delivery can tell. */
function signingRow(secret: string): CheckRow {
	const name = 'slack signing secret';
	if (/^[0-9a-f]{32}$/.test(secret)) return { name, ok: true, text: 'is set' };
	const mend = 'Copy "Signing Secret" of the app’s page "Basic Information" into SLACK_SIGNING_SECRET';
	return { name, ok: false, text: 'has not the form of one: 32 digits and letters from a to f', mend };
}

function problemRow(name: string, problem: unknown): CheckRow {
	const mend = problem instanceof ProblemError ? { mend: problem.mend } : {};
	return { name, ok: false, text: messageOf(problem), ...mend };
}
