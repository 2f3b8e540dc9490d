import type { Clock } from '../../base/clock.ts';
import { askAgain, Refusal } from '../ask-again.ts';

/** Whether an address is one of the platform's own. */
export type IsOwn = (url: URL) => boolean;

export interface OwnHosts {
	/** Reached over TLS alone. */
	readonly hosts: readonly string[];
	/** Hosts beside that of the API's root, reached as that root is: `files.`. */
	readonly besideApi?: readonly string[];
}

/** The platform's own hosts, and those of the API's root. Never anything else, whatever an answer says. */
export function createIsOwn({ hosts, besideApi = [] }: OwnHosts, apiUrl: string | undefined): IsOwn {
	const api = apiUrl === undefined ? undefined : new URL(apiUrl);
	return ({ protocol, host, username }) => {
		if (username !== '') return false;
		if (protocol === 'https:' && hosts.includes(host)) return true;
		const isApi = ['', ...besideApi].some((prefix) => api !== undefined && host === `${prefix}${api.host}`);
		return isApi && protocol === api?.protocol;
	};
}

export interface DownloadDeps {
	/** Its name, as people know it. */
	readonly platform: string;
	readonly clock: Clock;
	/** The headers of a request to an address; throws `Refusal` where none may go there. `hop`: 0 for the first one. */
	readonly headersTo: (url: URL, hop: number) => Record<string, string>;
}

const maxHops = 5;

/**
 * The last answer for an address, however it leads there; tried again when the network or the platform fails. Rejects with `Refusal`, or
 * with the signal's reason.
 */
export async function download(url: string, deps: DownloadDeps, signal: AbortSignal): Promise<Response> {
	return await askAgain(deps, () => follow(url, deps, signal), signal);
}

async function follow(url: string, { platform, headersTo }: DownloadDeps, signal: AbortSignal): Promise<Response> {
	let at = addressOf(url, platform);
	for (let hop = 0; hop <= maxHops; hop += 1) {
		const answer = await fetch(at, { headers: headersTo(at, hop), redirect: 'manual', signal });
		const location = answer.headers.get('location');
		if (answer.status < 300 || answer.status > 399 || location === null) return answer;
		await answer.body?.cancel();
		at = addressOf(location, platform, at);
	}
	throw new Refusal(`${platform} leads from one address to the next`);
}

function addressOf(text: string, platform: string, base?: URL): URL {
	const url = URL.parse(text, base?.href);
	if (!url) throw notOwn(text, platform);
	return url;
}

/** That an address leads elsewhere. Pure. */
export function notOwn(host: string, platform: string): Refusal {
	return new Refusal(`its address leads to "${host}", which is not ${platform}'s`);
}
