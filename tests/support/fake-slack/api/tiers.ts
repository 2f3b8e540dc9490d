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
	/** Posts that came before the time was over for which their channel had been told to wait. */
	impatient(): readonly ImpatientCall[];
}

export interface ImpatientCall {
	readonly method: string;
	readonly channel: string | undefined;
	/** So much too early, milliseconds. */
	readonly early: number;
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
/** Of apps that are distributed outside the Marketplace; https://docs.slack.dev/apis/web-api/rate-limits */
const slowReads = ['conversations.replies', 'conversations.history'];

export function createLimits(world: World): Limits {
	const windows = new Map<string, number[]>();
	const channels = new Map<string, ReturnType<typeof createTokens>>();
	const impatient: ImpatientCall[] = [];
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
	const toChannel = (method: string, key: string, channel: string | undefined): number | undefined => {
		const tokens = channels.get(key) ?? createTokens(world.options.burst);
		channels.set(key, tokens);
		const { seconds, early } = tokens.take(world.clock.now());
		if (early > 0) impatient.push({ method, channel, early });
		return seconds;
	};
	const byTier = ({ method, tier, team, channel }: LimitedCall): number | undefined => {
		if (!world.options.tiers) return undefined;
		const posting = tier === 'posting' ? toChannel(method, `${team} ${channel}`, channel) : undefined;
		return posting ?? inWindow(`tier ${team} ${method}`, perMinute[tier]);
	};
	return {
		impatient: () => impatient,
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

/** Posts that a channel still takes: as many at once as it holds, one more each second. Who was told to wait is told so again when they do not. */
function createTokens(burst: number) {
	let level = burst;
	let filledAt = 0;
	let refusedUntil = 0;
	return {
		take(now: number): { readonly seconds: number | undefined; readonly early: number } {
			level = Math.min(burst, level + Math.max(0, now - filledAt) / 1000);
			filledAt = now;
			const early = Math.max(0, refusedUntil - now);
			if (level >= 1 && early === 0) {
				level -= 1;
				return { seconds: undefined, early };
			}
			const seconds = Math.max(1, Math.ceil(Math.max(early / 1000, 1 - level)));
			refusedUntil = now + seconds * 1000;
			return { seconds, early };
		},
	};
}
