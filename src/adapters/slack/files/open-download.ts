import type { Clock } from '../../../base/clock.ts';
import { askAgain, Refusal, refusalOf } from '../../ask-again.ts';
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

/**
 * The answer that holds a file's bytes; the token goes to Slack's hosts alone, also when Slack leads elsewhere. Tried again when the
 * network or Slack fails. Rejects with why not, as a half sentence, or with the signal's reason.
 */
export async function openDownload(
	{ isSlack, clock }: OpenDownloadDeps,
	download: Download,
	signal: AbortSignal,
): Promise<Response> {
	const asking = { platform: 'Slack', clock };
	const answer = await askAgain(asking, () => follow(isSlack, download, signal), signal);
	if (answer.ok) return answer;
	throw await refusalOf('Slack', answer);
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
