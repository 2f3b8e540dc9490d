import { createHash } from 'node:crypto';
import type { RateLimit } from '../../records.ts';
import { fitsRoute } from '../../route-pattern.ts';
import type { World } from '../../world.ts';

/** Tells an answer's limits, whatever else the answer holds. */
export interface Metered {
	readonly headers: Readonly<Record<string, string>>;
	/** Set: 429 with this. */
	readonly refused?: { readonly retryAfter: number; readonly global: boolean };
}

interface Window {
	readonly endsAt: number;
	used: number;
}

export interface RateWindows {
	/** Counts the request. `path`: without `/api/v10`. */
	meter(method: string, path: string): Metered;
}

/** The limits of tests, by the fake's clock: https://docs.discord.com/developers/topics/rate-limits */
export function createRateWindows({ clock, limits }: World): RateWindows {
	const windows = new Map<string, Window>();
	const use = (key: string, { perMs }: RateLimit): Window => {
		const now = clock.now();
		const existing = windows.get(key);
		const window = existing && existing.endsAt > now ? existing : { endsAt: now + perMs, used: 0 };
		window.used += 1;
		windows.set(key, window);
		return window;
	};
	const meterGlobal = (path: string): Metered | undefined => {
		if (!limits.global || /^\/(interactions|webhooks)\//.test(path)) return undefined;
		const { used, endsAt } = use('global', limits.global);
		if (used <= limits.global.limit) return undefined;
		const retryAfter = secondsUntil(endsAt, clock.now());
		const headers = { 'X-RateLimit-Global': 'true', 'X-RateLimit-Scope': 'global', 'Retry-After': wait(retryAfter) };
		return { headers, refused: { retryAfter, global: true } };
	};
	return {
		meter(method, path) {
			const global = meterGlobal(path);
			if (global) return global;
			const found = [...limits.routes].find(([pattern]) => fitsRoute(pattern, method, path));
			if (!found) return { headers: {} };
			const [pattern, limit] = found;
			const bucket = createHash('sha256').update(pattern).digest('hex').slice(0, 32);
			return metered(limit, use(`${bucket} ${majorOf(path)}`, limit), bucket, clock.now());
		},
	};
}

function metered({ limit, scope = 'user' }: RateLimit, { used, endsAt }: Window, bucket: string, now: number): Metered {
	const left = secondsUntil(endsAt, now);
	const headers = {
		'X-RateLimit-Limit': String(limit),
		'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
		'X-RateLimit-Reset': (endsAt / 1000).toFixed(3),
		'X-RateLimit-Reset-After': left.toFixed(3),
		'X-RateLimit-Bucket': bucket,
	};
	if (used <= limit) return { headers };
	const refusedHeaders = { ...headers, 'X-RateLimit-Scope': scope, 'Retry-After': wait(left) };
	return { headers: refusedHeaders, refused: { retryAfter: left, global: false } };
}

/** The channel, guild or webhook that a bucket is for. */
function majorOf(path: string): string {
	const [, kind = '', id = '', token = ''] = path.split('/');
	return kind === 'webhooks' || kind === 'interactions' ? `${id}/${token}` : id;
}

function secondsUntil(at: number, now: number): number {
	return Math.max(1, at - now) / 1000;
}

/** Whole seconds, rounded up. */
function wait(seconds: number): string {
	return String(Math.ceil(seconds));
}
