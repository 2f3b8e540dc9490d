import { LogLevel } from '@slack/logger';
import { WebAPIPlatformError, WebClient } from '@slack/web-api';
import type { FakeSlack } from './fake-slack.ts';

/** Says nothing. */
export const silentLogger = {
	setLevel() {},
	getLevel: () => LogLevel.ERROR,
	setName() {},
	debug() {},
	info() {},
	warn() {},
	error() {},
};

/** The real client on the fake; tries once. */
export function slackClient(slack: Pick<FakeSlack, 'apiUrl' | 'botToken'>, token: string = slack.botToken): WebClient {
	return new WebClient(token, {
		slackApiUrl: slack.apiUrl,
		retryConfig: { retries: 0 },
		rejectRateLimitedCalls: true,
		logger: silentLogger,
	});
}

/** Slack's word for why a call was refused; `ok` when it was not. */
export async function errorOf(call: Promise<unknown>): Promise<string> {
	try {
		await call;
		return 'ok';
	} catch (error) {
		if (error instanceof WebAPIPlatformError) return error.data.error;
		throw error;
	}
}
