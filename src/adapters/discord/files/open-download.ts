import { type Clock, sleep } from '../../../clock.ts';
import type { IsDiscord } from './discord-hosts.ts';

export interface OpenDownloadDeps {
	readonly isDiscord: IsDiscord;
	readonly clock: Clock;
}

/** Why a file cannot be had, as a half sentence. */
export class Refusal extends Error {
	override readonly name = 'Refusal';
	/** The connection, or Discord itself, has failed. */
	readonly mayPass: boolean;

	constructor(reason: string, { mayPass = false, ...options }: ErrorOptions & { readonly mayPass?: boolean } = {}) {
		super(reason, options);
		this.mayPass = mayPass;
	}
}

/** An answer that holds a file's bytes, or `expired`: the address leads nowhere any more. */
export type Opened = Response | 'expired';

const maxHops = 5;
const maxTries = 3;
const firstPauseMs = 500;
/** What Discord's storage answers to an address that is over, or whose file was deleted. */
const over = [403, 404, 410];

/** Opens an address of Discord's; tried again when the network or Discord fails. Rejects with `Refusal`, or with the signal's reason. */
export async function openDownload(deps: OpenDownloadDeps, url: string, signal: AbortSignal): Promise<Opened> {
	for (let tries = 1; ; tries += 1) {
		const opened = await openOnce(deps.isDiscord, url, signal);
		if ('opened' in opened) return opened.opened;
		if (tries === maxTries) throw opened.refusal;
		await sleep(deps.clock, Math.max(opened.waitMs, firstPauseMs * 2 ** (tries - 1)), signal);
	}
}

type Try = { readonly opened: Opened } | { readonly refusal: Refusal; readonly waitMs: number };

async function openOnce(isDiscord: IsDiscord, url: string, signal: AbortSignal): Promise<Try> {
	try {
		const answer = await follow(isDiscord, url, signal);
		if (answer.ok) return { opened: answer };
		await answer.body?.cancel();
		if (over.includes(answer.status)) return { opened: 'expired' };
		const mayPass = answer.status === 429 || answer.status >= 500;
		const refusal = new Refusal(`Discord answered with status ${answer.status}`, { mayPass });
		if (!mayPass) throw refusal;
		return { refusal, waitMs: Number(answer.headers.get('retry-after') ?? 0) * 1000 };
	} catch (error) {
		if (signal.aborted || error instanceof Refusal) throw error;
		return { refusal: new Refusal('the connection to Discord failed', { cause: error, mayPass: true }), waitMs: 0 };
	}
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
