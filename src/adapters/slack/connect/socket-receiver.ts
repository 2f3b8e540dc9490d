import { type App, SocketModeReceiver } from '@slack/bolt';
import type { SocketModeClient } from '@slack/socket-mode';
import { WebAPIPlatformError } from '@slack/web-api';
import type { Clock } from '../../../base/clock.ts';
import { ProblemError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { Interruptions } from '../../intake/interruptions.ts';
import { slackProblem } from '../api/problems/slack-sentence.ts';
import { unlessRefused } from '../api/problems/trouble.ts';
import { socketDispatcher } from '../api/socket-dispatcher.ts';
import type { SocketMode } from '../settings.ts';
import { slackLogger } from '../slack-logger.ts';
import { keepConnected } from './keep-connected.ts';
import type { Processor, Receiver } from './receiver.ts';

export interface SocketReceiverDeps {
	readonly receive: SocketMode;
	/** The API's root; undefined: Slack's own. */
	readonly apiUrl: string | undefined;
	readonly interruptions: Interruptions;
	readonly log: Logger;
	readonly clock: Clock;
}

/** While one of them is made anew, Slack delivers over the other. */
const connections = 2;

/** Socket Mode, over connections that are made anew for as long as the receiver is open. */
export function createSocketReceiver(deps: SocketReceiverDeps): Receiver {
	const opened: AsyncDisposable[] = [];
	return {
		async open(processor) {
			const made = Array.from({ length: connections }, () => connect(processor, deps));
			opened.push(...made);
			const [first] = made;
			await first?.connected.catch((error: unknown) => {
				throw unlessRefused(appTokenProblem(error));
			});
		},
		async [Symbol.asyncDispose]() {
			await Promise.all(opened.splice(0).map((connection) => connection[Symbol.asyncDispose]()));
		},
	};
}

function connect(processor: Processor, { receive, apiUrl, interruptions, log, clock }: SocketReceiverDeps) {
	const dispatcher = socketDispatcher();
	const receiver = new SocketModeReceiver({
		appToken: receive.appToken,
		dispatcher,
		autoReconnectEnabled: false,
		logger: slackLogger(log, 'Slack socket'),
		installerOptions: {
			clientOptions: {
				...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
				retryConfig: { retries: 0 },
				rejectRateLimitedCalls: true,
				timeout: 15_000,
			},
		},
		async processEventErrorHandler({ error }) {
			log.warn('Slack delivery is not acknowledged', { err: error });
			return false;
		},
	});
	// All that the receiver wants of an app.
	receiver.init(processor as unknown as App);
	surviveBadMessages(receiver.client, log);
	const connection = keepConnected({ client: receiver.client, interruptions, clock, log });
	return {
		connected: connection.connected,
		async [Symbol.asyncDispose]() {
			await connection[Symbol.asyncDispose]();
			await dispatcher.destroy();
		},
	};
}

/** The package reads what comes over its socket in a listener of its own, whose rejection nobody handles. */
function surviveBadMessages(client: SocketModeClient, log: Logger): void {
	const readers = client.listeners('ws_message');
	client.removeAllListeners('ws_message');
	client.on('ws_message', (...message: unknown[]) => {
		for (const read of readers) {
			const reading = async () => read(...message);
			reading().catch((error: unknown) => log.warn('Slack socket message cannot be read', { err: error }));
		}
	});
}

const mends: Readonly<Record<string, readonly [why: string, mend: string]>> = {
	missing_scope: [
		'the app token has no scope "connections:write"',
		'Make an app-level token with connections:write on the app’s page "Basic Information" and set it as SLACK_APP_TOKEN',
	],
	not_allowed_token_type: [
		'SLACK_APP_TOKEN is no app-level token',
		'Make an app-level token (xapp-…) with connections:write on the app’s page "Basic Information" and set it as SLACK_APP_TOKEN',
	],
	invalid_auth: [
		'it refuses the app token (invalid_auth)',
		'Copy the app-level token (xapp-…) of the app’s page "Basic Information" into SLACK_APP_TOKEN, then start again',
	],
};

/** Why the socket cannot be opened, for people. */
export function appTokenProblem(error: unknown): ProblemError {
	const code = error instanceof WebAPIPlatformError ? error.data.error : '';
	const [why, mend] = mends[code] ?? [];
	if (why === undefined || mend === undefined) return slackProblem('open a socket to Slack', error);
	return new ProblemError(`Cannot open a socket to Slack: ${why}`, mend, { cause: error });
}
