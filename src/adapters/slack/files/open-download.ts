import type { Clock } from '../../../base/clock.ts';
import { Refusal, refusalOf } from '../../ask-again.ts';
import { createIsOwn, download, type IsOwn, notOwn } from '../../intake/download.ts';

/** Whether an address leads to Slack, so that the token may go with it. */
export function createIsSlack(apiUrl: string | undefined): IsOwn {
	return createIsOwn({ hosts: ['slack.com', 'files.slack.com'], besideApi: ['files.'] }, apiUrl);
}

export interface Download {
	readonly url: string;
	readonly token: string;
}

export interface OpenDownloadDeps {
	readonly isSlack: IsOwn;
	readonly clock: Clock;
}

/**
 * The answer that holds a file's bytes; the token goes to Slack's hosts alone, also when Slack leads elsewhere. Tried again when the
 * network or Slack fails. Rejects with why not, as a half sentence, or with the signal's reason.
 */
export async function openDownload(
	{ isSlack, clock }: OpenDownloadDeps,
	{ url, token }: Download,
	signal: AbortSignal,
): Promise<Response> {
	const headers = (at: URL, hop: number) => headersFor(at, { isSlack, token, hop });
	const answer = await download(url, { platform: 'Slack', clock, headersTo: headers }, signal);
	if (!answer.ok) throw await refusalOf('Slack', answer);
	if (answer.body === null) throw new Refusal('Slack sent nothing');
	return answer;
}

interface Hop {
	readonly isSlack: IsOwn;
	readonly token: string;
	readonly hop: number;
}

/** Slack's storage may be elsewhere, but never without TLS. */
function headersFor(at: URL, { isSlack, token, hop }: Hop): Record<string, string> {
	const isOwn = isSlack(at);
	if (hop === 0 && !isOwn) throw notOwn(at.host, 'Slack');
	if (!isOwn && at.protocol !== 'https:') throw new Refusal(`Slack leads to "${at.host}" without encryption`);
	return headersTo(isOwn, token);
}

/** The headers of a request, to Slack or to anybody else. Pure. */
export function headersTo(isSlack: boolean, token: string): Record<string, string> {
	return isSlack ? { Authorization: `Bearer ${token}` } : {};
}
