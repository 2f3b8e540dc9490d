/** How often something may be done: `perMinute` times in any minute, `burst` of them at once. */
export interface Rate {
	readonly burst: number;
	readonly perMinute: number;
}

/** Calls a minute that Slack grants an app per method and workspace, by tier; https://docs.slack.dev/apis/web-api/rate-limits */
const tiers = { 2: 20, 3: 50, 4: 100 } as const;

/** Which tier a method is in, from its page below https://docs.slack.dev/reference/methods; all others are taken for tier 3. */
const tierOf: Readonly<Record<string, keyof typeof tiers>> = {
	'chat.startStream': 2,
	'chat.stopStream': 2,
	'reactions.remove': 2,
	'usergroups.users.list': 2,
	'chat.appendStream': 4,
	'chat.postEphemeral': 4,
	'conversations.members': 4,
	'files.completeUploadExternal': 4,
	'files.getUploadURLExternal': 4,
	'files.info': 4,
	'users.info': 4,
	'views.open': 4,
	'views.publish': 4,
	'views.update': 4,
};

/** Special ones: "several hundred messages per minute" a workspace, and what has no tier but the same words. */
const special: Readonly<Record<string, number>> = {
	'auth.test': 300,
	'chat.getPermalink': 300,
	'chat.postMessage': 300,
};

/** `chat.postMessage` into one channel: one a second, with short bursts. */
export const channelRate: Rate = { burst: 3, perMinute: 60 };

/** The rate that Slack grants a method in one workspace. A quarter of it may go at once, the rest evenly over the minute. */
export function rateOf(method: string): Rate {
	const perMinute = special[method] ?? tiers[tierOf[method] ?? 3];
	return { burst: Math.ceil(perMinute / 4), perMinute };
}

/** Counts what was done under a rate. Times are milliseconds and never go back. */
export interface Bucket {
	/** How long until it may be done once more; 0: now. */
	wait(now: number): number;
	take(now: number): void;
}

/** Slack counts what arrives, and that comes less evenly than it was sent: our minutes are longer by this. */
const marginMs = 3000;

/** A full bucket of `burst`, filled at a pace that keeps any minute within `perMinute`. */
export function createBucket({ burst, perMinute }: Rate): Bucket {
	const perMs = (perMinute - burst) / (60_000 + marginMs);
	let level = burst;
	let filledAt = 0;
	const fill = (now: number) => {
		level = Math.min(burst, level + Math.max(0, now - filledAt) * perMs);
		filledAt = Math.max(filledAt, now);
	};
	return {
		wait(now) {
			fill(now);
			return level >= 1 ? 0 : Math.ceil((1 - level) / perMs);
		},
		take(now) {
			fill(now);
			level -= 1;
		},
	};
}
