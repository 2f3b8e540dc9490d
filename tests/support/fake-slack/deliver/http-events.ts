import { createHmac } from 'node:crypto';
import type { World } from '../world.ts';
import type { Transport, Trial, TrialOutcome } from './deliveries.ts';

export const signingSecret = 'fake-signing-secret';

/** Slack's answer to a request URL that is entered: it must give back the challenge. Rejects when it does not. */
export async function verifyUrl(url: string): Promise<void> {
	const challenge = 'a-challenge';
	const body = JSON.stringify({ token: 'verification', challenge, type: 'url_verification' });
	const response = await fetch(url, { method: 'POST', headers: signed(body, 'application/json'), body });
	const answer = await response.text();
	if (response.status !== 200 || !answer.includes(challenge)) {
		throw new Error(`Cannot send events to "${url}": it answered ${response.status} "${answer}" to the challenge`);
	}
}

/** Signed requests to one URL: events as JSON, interactions and commands as forms. */
export function createHttpTransport(world: World, url: string): Transport {
	return async (trial) => {
		const { body, type } = encode(trial);
		const headers = { ...signed(body, type), ...retryHeaders(trial) };
		const signal = AbortSignal.timeout(world.options.ackMs);
		try {
			const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
			return await outcomeOf(response);
		} catch {
			return { ok: false, reason: signal.aborted ? 'http_timeout' : 'connection_failed' };
		}
	};
}

function encode({ kind, payload }: Trial): { readonly body: string; readonly type: string } {
	if (kind === 'events_api') return { body: JSON.stringify(payload), type: 'application/json' };
	const fields = kind === 'interactive' ? { payload: JSON.stringify(payload) } : (payload as Record<string, string>);
	return { body: new URLSearchParams(fields).toString(), type: 'application/x-www-form-urlencoded' };
}

function retryHeaders({ retry }: Trial): Record<string, string> {
	if (retry.num === 0) return {};
	return { 'x-slack-retry-num': String(retry.num), 'x-slack-retry-reason': retry.reason };
}

/** By the machine's clock, not the fake's: the app compares it with its own. */
function signed(body: string, type: string): Record<string, string> {
	const timestamp = String(Math.floor(Date.now() / 1000));
	const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
	return { 'content-type': type, 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` };
}

async function outcomeOf(response: Response): Promise<TrialOutcome> {
	const text = await response.text();
	if (response.status !== 200) {
		return { ok: false, reason: 'http_error', giveUp: response.headers.get('x-slack-no-retry') === '1' };
	}
	if (text === '') return { ok: true, body: undefined };
	const isJson = response.headers.get('content-type')?.includes('json') === true;
	return { ok: true, body: isJson ? JSON.parse(text) : { text } };
}
