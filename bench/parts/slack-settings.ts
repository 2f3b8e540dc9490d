import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';

/** The settings that connect a bot of the benchmarks to a fake Slack: one workspace, Socket Mode. */
export function slackSettings({ apiUrl, botToken, appToken }: FakeSlack): Record<string, string> {
	return { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken };
}
