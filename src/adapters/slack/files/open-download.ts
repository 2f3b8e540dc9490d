import { type Clock, sleep } from '../../../clock.ts';
import type { IsSlack } from './slack-hosts.ts';

export interface Download {
	readonly url: string;
	readonly token: string;
}

export interface OpenDownloadDeps {
	readonly isSlack: IsSlack;
	readonly clock: Clock;
}

const maxHops = 5;
const maxTries = 3;
const firstPauseMs = 500;

/**
 * The answer that holds a file's bytes; the token goes to Slack's hosts alone, also when Slack leads elsewhere. Tried again when the
 * network or Slack fails. Rejects with why not, as a half sentence, or with the signal's reason.
 */
export async function openDownload(
	{ isSlack, clock }: OpenDownloadDeps,
	download: Download,
	signal: AbortSignal,
): Promise<Response> {
	for (let tries = 1; ; tries += 1) {
		const opened = await openOnce(isSlack, download, signal);
		if ('answer' in opened) return opened.answer;
		if (tries === maxTries) throw opened.refusal;
		await sleep(clock, Math.max(opened.waitMs, firstPauseMs * 2 ** (tries - 1)), signal);
	}
}

type Opened = { readonly answer: Response } | { readonly refusal: Refusal; readonly waitMs: number };

/** Rejects with what will not pass. */
async function openOnce(isSlack: IsSlack, download: Download, signal: AbortSignal): Promise<Opened> {
	try {
		const answer = await follow(isSlack, download, signal);
		if (answer.ok) return { answer };
		await answer.body?.cancel();
		const refusal = new Refusal(`Slack answered with status ${answer.status}`, { mayPass: mayPass(answer.status) });
		if (!refusal.mayPass) throw refusal;
		return { refusal, waitMs: Number(answer.headers.get('retry-after') ?? 0) * 1000 };
	} catch (error) {
		if (signal.aborted || error instanceof Refusal) throw error;
		return { refusal: new Refusal('the connection to Slack failed', { cause: error, mayPass: true }), waitMs: 0 };
	}
}

/** Why a file cannot be had, as a half sentence. */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	/** The connection, or Slack itself, has failed. */
	readonly mayPass: boolean;

	constructor(reason: string, { mayPass = false, ...options }: ErrorOptions & { readonly mayPass?: boolean } = {}) {
		super(reason, options);
		this.mayPass = mayPass;
	}
}

function mayPass(status: number): boolean {
	return status === 429 || status >= 500;
}

async function follow(isSlack: IsSlack, { url, token }: Download, signal: AbortSignal): Promise<Response> {
	let at = new URL(url);
	if (!isSlack(at)) throw new Refusal(`its address leads to "${at.host}", which is not Slack's`);
	for (let hops = 0; hops <= maxHops; hops += 1) {
		const answer = await fetch(at, { headers: headersTo(isSlack(at), token), redirect: 'manual', signal });
		const location = answer.headers.get('location');
		if (answer.status < 300 || answer.status > 399 || location === null) return answer;
		await answer.body?.cancel();
		at = nextHop(isSlack, at, location);
	}
	throw new Refusal('Slack leads from one address to the next');
}

/** What a request carries, to Slack or to anybody else. Pure. */
export function headersTo(isSlack: boolean, token: string): Record<string, string> {
	return isSlack ? { Authorization: `Bearer ${token}` } : {};
}

/** Slack's storage may be elsewhere, but never without TLS. */
function nextHop(isSlack: IsSlack, from: URL, location: string): URL {
	const to = new URL(location, from);
	if (to.protocol === 'https:' || isSlack(to)) return to;
	throw new Refusal(`Slack leads to "${to.host}" without encryption`);
}
