import { type App, SocketModeReceiver } from '@slack/bolt';
import type { SocketModeClient } from '@slack/socket-mode';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { Interruptions } from '../../intake/interruptions.ts';
import { appTokenProblem } from '../api/problems/token-problems.ts';
import { unlessRefused } from '../api/problems/trouble.ts';
import { socketDispatcher } from '../api/socket-dispatcher.ts';
import type { SocketMode } from '../settings.ts';
import { slackLogger } from '../slack-logger.ts';
import { keepConnected } from './keep-connected.ts';
import type { Processor, Receiver } from './receiver.ts';
import { createIsThere } from './rest-until-back.ts';

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
				throw unlessRefused(appTokenProblem('open a socket to Slack', error));
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
	const isThere = createIsThere(apiUrl);
	const connection = keepConnected({ client: receiver.client, interruptions, isThere, clock, log });
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
