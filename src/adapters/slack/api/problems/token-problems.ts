import { ProblemError } from '../../../../base/errors.ts';
import type { Meaning } from '../../../platform-trouble.ts';
import { slackCode, slackProblem } from './slack-sentence.ts';

type Refusals = (code: string) => Meaning | undefined;

/** Slack's words for a token that is no good (any more). */
const badTokens = ['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'];

/** How a wrong bot's token is mended. */
export const mendBotToken =
	'Copy the Bot User OAuth Token (xoxb-…) of the app’s page "OAuth & Permissions" into SLACK_BOT_TOKEN, then start again';

/** Tells whoever has set the bot's token why Slack refuses it, and how to mend that. `action`: what could not be done. */
export const botTokenProblem = createProblem((code) => {
	if (!badTokens.includes(code)) return undefined;
	return { why: `Slack refuses the bot token (${code})`, mend: mendBotToken };
});

const newAppToken =
	'Make an app-level token (xapp-…) with connections:write on the app’s page "Basic Information" and set it as SLACK_APP_TOKEN';

/** As `botTokenProblem`, for the app's own token, which opens sockets. */
export const appTokenProblem = createProblem((code) => {
	if (code === 'missing_scope') return { why: 'the app token has no scope "connections:write"', mend: newAppToken };
	if (code === 'not_allowed_token_type') {
		return { why: 'SLACK_APP_TOKEN is not an app-level token', mend: newAppToken };
	}
	if (!badTokens.includes(code)) return undefined;
	const mend =
		'Copy the app-level token (xapp-…) of the app’s page "Basic Information" into SLACK_APP_TOKEN, then start again';
	return { why: `Slack refuses the app token (${code})`, mend };
});

const newConfigToken =
	'Make a new one at https://api.slack.com/apps, under "Your App Configuration Tokens", in the app’s workspace, and set its access token (xoxe.xoxp-…), not the refresh token, as SLACK_CONFIG_TOKEN';
const rightApp =
	'Copy "App ID" of the app’s page "Basic Information" into SLACK_APP_ID, and make the configuration token as somebody who may manage that app, in its workspace';

/** As `botTokenProblem`, for a configuration token, which reads manifests and is no token of the app: https://docs.slack.dev/reference/methods/apps.manifest.export */
export const configTokenProblem = createProblem((code) => {
	switch (code) {
		case 'token_expired':
			// https://docs.slack.dev/app-manifests/configuring-apps-with-app-manifests#config-tokens
			return { why: 'the configuration token has expired; each lives for 12 hours', mend: newConfigToken };
		case 'not_allowed_token_type':
			return { why: 'SLACK_CONFIG_TOKEN is not a configuration token', mend: newConfigToken };
		case 'invalid_app_id':
		case 'app_not_found':
			return { why: `there is no app SLACK_APP_ID that this token may read (${code})`, mend: rightApp };
		case 'access_denied':
		case 'no_permission':
		case 'app_not_owned_by_manager_app':
			return { why: `whoever made the configuration token may not manage the app (${code})`, mend: rightApp };
		case 'app_not_eligible':
		case 'failed_export':
			return {
				why: `Slack gives out no manifest of this app (${code})`,
				mend: 'Compare the app’s page "App Manifest" with deploy/slack-manifest.json by hand',
			};
	}
	if (!badTokens.includes(code)) return undefined;
	return {
		why: `Slack refuses the configuration token (${code}): it is another one, or has expired; each lives for 12 hours`,
		mend: newConfigToken,
	};
});

function createProblem(refusals: Refusals): (action: string, error: unknown) => ProblemError {
	return (action, error) => {
		const meaning = refusals(slackCode(error) ?? '');
		if (!meaning) return slackProblem(action, error);
		return new ProblemError(`Cannot ${action}: ${meaning.why}`, meaning.mend, { cause: error });
	};
}
