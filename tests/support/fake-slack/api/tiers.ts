import type { World } from '../world.ts';
import type { Tier } from './method.ts';

/** A limit that a test sets: so many a minute; or the next `times` calls are refused for `retryAfter` seconds. */
export type RateLimit =
	| { readonly perMinute: number }
	| { readonly retryAfter: number; readonly times?: number }
	| undefined;

export interface Limits {
	/** undefined lifts it. */
	set(method: string, limit: RateLimit): void;
	/** Seconds until the call may be made; undefined: it may be made now, and counts. */
	check(call: LimitedCall): number | undefined;
}

interface LimitedCall {
	readonly method: string;
	readonly tier: Tier;
	readonly team: string;
	readonly channel: string | undefined;
}

const minute = 60_000;
const perMinute: Readonly<Record<Tier, number>> = {
	2: 20,
	3: 50,
	4: 100,
	posting: 300,
	free: Number.POSITIVE_INFINITY,
};
/** How many posts a channel takes at once before it is one a second. */
const burst = 4;
/** Of apps that are distributed outside the Marketplace; https://docs.slack.dev/apis/web-api/rate-limits */
const slowReads = ['conversations.replies', 'conversations.history'];

export function createLimits(world: World): Limits {
	const windows = new Map<string, number[]>();
	const set = new Map<string, { left: number; readonly limit: NonNullable<RateLimit> }>();

	const inWindow = (key: string, most: number, ms = minute): number | undefined => {
		const now = world.clock.now();
		const times = (windows.get(key) ?? []).filter((at) => at > now - ms);
		windows.set(key, times);
		if (times.length < most) return void times.push(now);
		return Math.max(1, Math.ceil(((times[0] ?? now) + ms - now) / 1000));
	};
	const byTest = ({ method, team }: LimitedCall): number | undefined => {
		const rule = set.get(method);
		if (!rule) return undefined;
		if ('perMinute' in rule.limit) return inWindow(`set ${team} ${method}`, rule.limit.perMinute);
		rule.left -= 1;
		return rule.left >= 0 ? rule.limit.retryAfter : undefined;
	};
	const byTier = ({ method, tier, team, channel }: LimitedCall): number | undefined => {
		if (!world.options.tiers) return undefined;
		// A burst of four, then one a second: five in any five seconds.
		const posting = tier === 'posting' && inWindow(`post ${channel}`, burst + 1, (burst + 1) * 1000);
		return posting || inWindow(`tier ${team} ${method}`, perMinute[tier]);
	};
	return {
		set(method, limit) {
			if (limit) set.set(method, { limit, left: 'times' in limit ? (limit.times ?? 1) : 1 });
			else set.delete(method);
		},
		check(call) {
			const slow = world.options.distributed && slowReads.includes(call.method);
			return byTest(call) ?? (slow ? inWindow(`slow ${call.team} ${call.method}`, 1) : byTier(call));
		},
	};
}
