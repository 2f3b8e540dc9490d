import { type App, HTTPReceiver } from '@slack/bolt';
import type { InstallationStore } from '@slack/oauth';
import { codeOf, ProblemError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { ListenAddress, ManyWorkspaces } from '../settings.ts';
import { slackLogger } from '../slack-logger.ts';
import type { Receiver } from './receiver.ts';

export interface HttpReceiverDeps {
	readonly listen: ListenAddress;
	/** What deliveries are signed with; without it none are taken in here, only the pages of the installation are served. */
	readonly signingSecret?: string;
	readonly pages?: InstallPages;
	/** The API's root; undefined: Slack's own. */
	readonly apiUrl: string | undefined;
	readonly log: Logger;
}

/** What people install the app with: `/slack/install`, and where Slack sends them back to. */
export interface InstallPages {
	readonly install: ManyWorkspaces;
	readonly store: InstallationStore;
	readonly scopes: readonly string[];
}

/** What of Node's server is needed here. */
interface ListeningServer {
	readonly listening: boolean;
	closeAllConnections(): void;
}

/** Once the receiver closes, requests that still run are given this long. */
const graceMs = 1000;

/** `/slack/events` over HTTP, with Slack's signature checked, and the pages of the installation. */
export function createHttpReceiver({ listen, signingSecret, pages, apiUrl, log }: HttpReceiverDeps): Receiver {
	const logger = slackLogger(log, 'Slack HTTP');
	const receiver = new HTTPReceiver({
		...(signingSecret === undefined
			? { signingSecret: '', signatureVerification: false, endpoints: [] }
			: { signingSecret, endpoints: ['/slack/events'] }),
		...(pages && pagesOptions(pages, apiUrl)),
		logger,
		async processEventErrorHandler({ error, response }) {
			log.warn('Slack delivery is not acknowledged', { err: error });
			// Whoever waited too long has been told so.
			if (response.headersSent) return false;
			response.writeHead(500);
			response.end();
			return true;
		},
	});
	let server: ListeningServer | undefined;
	return {
		async open(processor) {
			// All that the receiver wants of an app.
			receiver.init(processor as unknown as App);
			server = await receiver.start({ ...listen }).catch((error: unknown) => {
				throw listenProblem(error, listen);
			});
		},
		async [Symbol.asyncDispose]() {
			if (!server?.listening) return;
			const closing = server;
			const timer = setTimeout(() => closing.closeAllConnections(), graceMs);
			await receiver.stop();
			clearTimeout(timer);
		},
	};
}

function pagesOptions({ install, store, scopes }: InstallPages, apiUrl: string | undefined) {
	const { clientId, clientSecret, stateSecret, publicUrl } = install;
	return {
		clientId,
		clientSecret,
		stateSecret,
		scopes: [...scopes],
		redirectUri: `${publicUrl.replace(/\/$/, '')}/slack/oauth_redirect`,
		installationStore: store,
		installerOptions: {
			redirectUriPath: '/slack/oauth_redirect',
			directInstall: true,
			clientOptions: { ...(apiUrl !== undefined && { slackApiUrl: apiUrl }), timeout: 15_000 },
			...(apiUrl !== undefined && { authorizationUrl: new URL('../oauth/v2/authorize', apiUrl).href }),
		},
	};
}

function listenProblem(error: unknown, { host, port }: ListenAddress): ProblemError {
	const whys: Readonly<Record<string, string>> = {
		EADDRINUSE: 'another program listens there',
		EACCES: 'permission denied',
		EADDRNOTAVAIL: 'this machine has no such address',
	};
	const why = whys[codeOf(error) ?? ''] ?? codeOf(error) ?? 'unknown reason';
	return new ProblemError(
		`Cannot listen for Slack on ${host}:${port}: ${why}`,
		'Set SLACK_LISTEN to an address and port that are free',
		{ cause: error },
	);
}
