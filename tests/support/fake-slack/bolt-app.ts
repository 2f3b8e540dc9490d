import { App, HTTPReceiver, SocketModeReceiver } from '@slack/bolt';
import type { FakeSlack } from './fake-slack.ts';
import { silentLogger } from './slack-client.ts';

/** A Bolt app that is connected to the fake; disposing it disconnects. */
export interface ConnectedApp extends AsyncDisposable {
	readonly app: App;
}

/**
 * In Socket Mode. `reconnectMs`: what the client waits before it connects anew, and for a pong before it gives a socket up; by itself 5 s. What
 * is handed over only once is lost with a socket that was given up because the process had too much to do.
 */
export async function connectSocketApp(
	slack: Pick<FakeSlack, 'apiUrl' | 'botToken' | 'appToken'>,
	reconnectMs = 5_000,
): Promise<ConnectedApp> {
	const receiver = new SocketModeReceiver({
		appToken: slack.appToken,
		logger: silentLogger,
		installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } },
		clientPingTimeout: reconnectMs,
	});
	const app = new App({
		token: slack.botToken,
		receiver,
		logger: silentLogger,
		clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
	});
	await app.start();
	return {
		app,
		async [Symbol.asyncDispose]() {
			await receiver.client.disconnect();
		},
	};
}

/** Over signed HTTP requests. */
export async function connectHttpApp(slack: FakeSlack): Promise<ConnectedApp> {
	const receiver = new HTTPReceiver({ signingSecret: slack.signingSecret, logger: silentLogger });
	const app = new App({
		token: slack.botToken,
		receiver,
		logger: silentLogger,
		clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
	});
	const server = await app.start({ port: 0, host: '127.0.0.1' });
	const address = 'address' in server ? server.address() : null;
	await slack.postEventsTo(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/slack/events`);
	return {
		app,
		async [Symbol.asyncDispose]() {
			await app.stop();
		},
	};
}
