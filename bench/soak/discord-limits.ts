import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';

/** One call of so many of each route is refused. */
const oneOf = 20;
const everyMs = 100;

/**
 * Sees to it that of the calls of each route one in twenty is refused for its rate: most for the bot's own doing, some because others
 * were at it too, some because of all that it does. Disposing ends it.
 */
export function refuseSome(discord: Pick<FakeDiscord, 'calls' | 'failNext'>): Disposable {
	const made = new Map<string, number>();
	let read = discord.calls().length;
	let refusals = 0;
	const timer = setInterval(() => {
		const calls = discord.calls();
		for (const { method, path } of calls.slice(read)) {
			const route = routeOf(method, path);
			const count = (made.get(route) ?? 0) + 1;
			made.set(route, count);
			if (count % oneOf !== 0) continue;
			refusals += 1;
			discord.failNext(route, { status: 429, message: 'You are being rate limited.', headers: headersOf(refusals) });
		}
		read = calls.length;
	}, everyMs);
	return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** `POST /channels/1/messages` → `POST /channels/:id/messages`; tokens of interactions and emoji are not of the route either. Pure. */
export function routeOf(method: string, path: string): string {
	const segments = path.split('/').map((segment) => (/^\d+$|[%.]|.{40}/.test(segment) ? ':id' : segment));
	return `${method} ${segments.join('/')}`;
}

/** https://docs.discord.com/developers/topics/rate-limits: seconds, and whose limit it was. */
function headersOf(refusal: number): Record<string, string> {
	if (refusal % 10 === 0) return { 'retry-after': '1', 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' };
	return { 'retry-after': '1', 'x-ratelimit-scope': refusal % 4 === 0 ? 'shared' : 'user' };
}
