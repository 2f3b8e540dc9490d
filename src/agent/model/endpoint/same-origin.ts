import { WireError } from '../wire/wire-problem.ts';

/** Redirects that keep method and body; 301 and 302 count among them here, as a POST that turns into a GET is of no use to anybody. */
const redirects = [301, 302, 307, 308];
const mostHops = 5;

/**
 * A `fetch` that follows redirects only within the origin it was sent to: whoever answers for one server cannot have keys and conversations
 * sent to another. Rejects with a `WireError` of kind `redirected` for any other origin. Of requests it takes addresses, not `Request`s.
 */
export function withinOrigin(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
	return async (input, init) => {
		const { origin } = new URL(String(input));
		let response = await fetch(input, { ...init, redirect: 'manual' });
		for (let hops = 0; hops < mostHops && redirects.includes(response.status); hops += 1) {
			const next = nextAddress(response, origin);
			if (next === undefined) return response;
			await response.body?.cancel();
			response = await fetch(next, { ...init, redirect: 'manual' });
		}
		return response;
	};
}

/** Undefined where the answer names no address. */
function nextAddress({ headers, url }: Response, origin: string): string | undefined {
	const location = headers.get('location');
	const next = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
	if (next && next.origin !== origin) throw new WireError({ kind: 'redirected', to: originOf(next) });
	return next?.href;
}

/** For people, without credentials and path; the origin of other schemes than HTTP's is opaque. */
function originOf({ origin, protocol }: URL): string {
	return origin === 'null' ? protocol : origin;
}
