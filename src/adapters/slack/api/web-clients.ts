import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Logger } from '../../../base/log.ts';
import type { Installations } from '../installations.ts';
import { slackLogger } from '../slack-logger.ts';

export interface WebClientsDeps {
	readonly installations: Installations;
	/** The API's root; undefined: Slack's own. */
	readonly apiUrl: string | undefined;
	readonly log: Logger;
}

/** The client of a team, with a token that is good for now. Rejects as `Installations` do. */
export type WebClients = (team: string) => Promise<WebClient>;

/** A request without an answer for this long is given up. */
const timeoutMs = 30_000;

/** Clients that neither repeat nor hold anything back: that is done by `Calls`. */
export function createWebClients({ installations, apiUrl, log }: WebClientsDeps): WebClients {
	const clients = new Map<string, WebClient>();
	const options: WebClientOptions = {
		...(apiUrl === undefined ? {} : { slackApiUrl: apiUrl }),
		rejectRateLimitedCalls: true,
		retryConfig: { retries: 0 },
		timeout: timeoutMs,
		fetch: fetchWithRetryAfter,
		logger: slackLogger(log, 'Slack client'),
	};
	return async (team) => {
		const { token } = await installations.of(team);
		const known = clients.get(team);
		if (known?.token === token) return known;
		// The client writes its token into the headers that it is given.
		const client = new WebClient(token, { ...options, headers: {} });
		clients.set(team, client);
		return client;
	};
}

/** Where 429 comes without a time, the client would take the refusal for a defect. */
async function fetchWithRetryAfter(url: string | URL | Request, init?: RequestInit): Promise<Response> {
	const response = await fetch(url, { ...init, redirect: 'error' });
	if (response.status !== 429 || /^\d/.test(response.headers.get('retry-after') ?? '')) return response;
	const headers = new Headers(response.headers);
	headers.set('retry-after', '1');
	return new Response(response.body, { status: response.status, headers });
}
