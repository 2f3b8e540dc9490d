import type { Clock } from '../../../base/clock.ts';
import { askAgain, Refusal, refusalOf } from '../../ask-again.ts';
import type { IsDiscord } from './discord-hosts.ts';

export interface OpenDownloadDeps {
	readonly isDiscord: IsDiscord;
	readonly clock: Clock;
}

/** An answer that holds a file's bytes, or `expired`: the address leads nowhere any more. */
export type Opened = Response | 'expired';

const maxHops = 5;
/** What Discord's storage answers to an address that is over, or whose file was deleted. */
const over = [403, 404, 410];

/** Opens an address of Discord's; tried again when the network or Discord fails. Rejects with `Refusal`, or with the signal's reason. */
export async function openDownload(
	{ isDiscord, clock }: OpenDownloadDeps,
	url: string,
	signal: AbortSignal,
): Promise<Opened> {
	const asking = { platform: 'Discord', clock };
	const answer = await askAgain(asking, () => follow(isDiscord, url, signal), signal);
	if (answer.ok) return answer;
	const refusal = await refusalOf('Discord', answer);
	if (over.includes(answer.status)) return 'expired';
	throw refusal;
}

/** No token goes there: the address itself is the permission. */
async function follow(isDiscord: IsDiscord, url: string, signal: AbortSignal): Promise<Response> {
	let at = URL.parse(url);
	for (let hops = 0; hops <= maxHops; hops += 1) {
		if (!at || !isDiscord(at)) throw new Refusal(`its address leads to "${at?.host ?? url}", which is not Discord's`);
		const answer = await fetch(at, { redirect: 'manual', signal });
		const location = answer.headers.get('location');
		if (answer.status < 300 || answer.status > 399 || location === null) return answer;
		await answer.body?.cancel();
		at = URL.parse(location, at.href);
	}
	throw new Refusal('Discord leads from one address to the next');
}
