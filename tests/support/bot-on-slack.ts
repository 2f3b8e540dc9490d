import type { ModelServer } from '../../src/demo/model-server/model-server.ts';
import type { FakeSlack } from './fake-slack/fake-slack.ts';

/** The settings of an installed bot with this data folder, on a model server that knows `brain`, `coder` and `summarizer`, and on a Slack. */
export function botOnSlack(home: string, server: ModelServer, slack: FakeSlack): Record<string, string> {
	return {
		THREADSMITH_HOME: home,
		OPENAI_BASE_URL: server.url,
		BRAIN_MODEL: 'brain',
		CODER_MODEL: 'coder',
		SUMMARIZER_MODEL: 'summarizer',
		SLACK_API_URL: slack.apiUrl,
		SLACK_BOT_TOKEN: slack.botToken,
		SLACK_APP_TOKEN: slack.appToken,
	};
}

/** The bot's messages in a thread of the channel C1. */
export function saidIn(slack: FakeSlack, thread: string): string {
	return slack
		.messages('C1', thread)
		.filter(({ botId }) => botId === slack.botId)
		.map((message) => slack.plainText(message))
		.join('\n');
}
