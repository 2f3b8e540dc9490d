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

/**
 * `chat.postMessage` into one channel: "1 per second. Short bursts >1 allowed", of a length that Slack nowhere tells
 * (https://docs.slack.dev/apis/web-api/rate-limits). It is taken for a minute's worth until Slack says that it is less.
 */
export const channelRate: Rate = { burst: 60, perMinute: 60 };

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
	/** The last one that was taken has been answered. */
	answered(now: number): void;
	/** It was refused: nothing more may be done before `until`. */
	refused(now: number, until: number): void;
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
		answered: () => {},
		refused: () => {},
	};
}

/** Whoever is not answered for so long is waited for no more, ms: by then Slack grants the next one anyway. */
const answerMs = 1000;
/** So long counts how little Slack has taken at once, ms. */
const learnedMs = 10 * 60_000;

/**
 * A bucket of which nobody says how much it holds: what is taken is taken one at a time, so that one refusal is enough to know that it is
 * empty, and how much it held.
 */
export function createLearningBucket({ burst, perMinute }: Rate): Bucket {
	const perMs = perMinute / (60_000 + marginMs);
	let state = { most: burst, level: burst, filledAt: 0, learnedAt: 0, answerBy: 0 };
	const filled = (now: number) => {
		const { level, filledAt, learnedAt } = state;
		const most = now - learnedAt < learnedMs ? state.most : burst;
		const more = Math.max(0, now - filledAt) * perMs;
		return { ...state, most, level: Math.min(most, level + more), filledAt: Math.max(filledAt, now) };
	};
	return {
		wait(now) {
			state = filled(now);
			const empty = state.level >= 1 ? 0 : Math.ceil((1 - state.level) / perMs);
			// The clock may have been put back.
			return Math.max(empty, Math.min(answerMs, state.answerBy - now));
		},
		take(now) {
			state = filled(now);
			state = { ...state, level: state.level - 1, answerBy: now + answerMs };
		},
		answered(now) {
			state = { ...state, answerBy: now };
		},
		refused(now, until) {
			const { most, level } = filled(now);
			// The one that was refused has taken nothing.
			const held = Math.max(1, Math.floor(most - level) - 1);
			state = { most: held, level: 1, filledAt: until, learnedAt: now, answerBy: now };
		},
	};
}
