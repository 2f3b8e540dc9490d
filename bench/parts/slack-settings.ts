import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';

/** What a bot of the benchmarks is connected to a fake Slack with: one workspace, Socket Mode. */
export function slackSettings({ apiUrl, botToken, appToken }: FakeSlack): Record<string, string> {
	return { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken };
}
