import { WebAPIPlatformError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import {
	appTokenProblem,
	botTokenProblem,
	configTokenProblem,
} from '../../../../src/adapters/slack/api/problems/token-problems.ts';

const refused = (error: string) => new WebAPIPlatformError({ ok: false, error, response_metadata: {} });
const bad = ['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'];

describe('a token that Slack refuses', () => {
	it.each([
		[botTokenProblem, 'SLACK_BOT_TOKEN'],
		[appTokenProblem, 'SLACK_APP_TOKEN'],
		[configTokenProblem, 'SLACK_CONFIG_TOKEN'],
	] as const)(
		'is told with the setting that is to be mended, whichever word Slack uses: %o, %s',
		(problemOf, setting) => {
			for (const code of bad) {
				const { message, mend } = problemOf('look', refused(code));
				expect(message).toMatch(/^Cannot look: .* token/);
				expect(mend).toContain(setting);
				expect(mend).not.toMatch(/[Ii]nstall the app again/);
			}
		},
	);

	it.each([
		['invalid_app_id', 'SLACK_APP_ID'],
		['app_not_found', 'SLACK_APP_ID'],
		['no_permission', 'may manage that app'],
		['access_denied', 'may manage that app'],
		['app_not_eligible', 'by hand'],
		['failed_export', 'by hand'],
		['not_allowed_token_type', 'xoxe.xoxp-'],
	])('and reads no manifest by "%s" is told with %s', (code, mend) => {
		expect(configTokenProblem('look', refused(code)).mend).toContain(mend);
	});

	it('is no word for what is no refusal of it', () => {
		expect(configTokenProblem('look', refused('ekm_access_denied')).message).toContain('encryption keys');
		expect(botTokenProblem('look', new Error('no luck')).message).toBe('Cannot look: no luck');
	});
});
