import { setTimeout as delay } from 'node:timers/promises';
import type { RestartableBot } from '../../parts/restartable-bot.ts';
import type { SoakContext } from '../run-soak.ts';
import type { SoakPlatform } from '../soak-platform.ts';
import type { Verdict } from '../verdicts.ts';

/** Sees when each message is answered. Disposing ends it. */
export interface Watch extends Disposable {
	/** The outage that these messages met is over. */
	ended(numbers: readonly number[]): void;
	/** Resolves when so many are answered and nothing is under way, or when that does not come about any more. */
	untilAnswered(count: number): Promise<void>;
	/** Seconds from the end of its outage, or of the last one that came before its answer, within which this share of the messages was answered. */
	delay(share: number): number;
	/** Those that took over a minute. */
	lateness(): Verdict;
}

const lookMs = 500;
const tellMs = 10_000;
const longestMs = 60_000;
/** When nothing more is answered for so long, nothing will be. */
const patienceMs = 120_000;
/** So long nothing must have changed in the end. */
const quietMs = 8000;

export function createWatch(platform: SoakPlatform, bot: Pick<RestartableBot, 'check'>, context: SoakContext): Watch {
	const answeredAt = new Map<number, number>();
	const endedAt = new Map<number, number>();
	const ends: number[] = [];
	let changedAt = performance.now();
	// A streamed text may be taken back, as long as it is not the answer.
	const look = () => {
		const there = new Set(platform.look().flatMap(({ answers }) => answers.map(({ number }) => number)));
		for (const number of answeredAt.keys()) if (!there.has(number)) answeredAt.delete(number);
		for (const number of there) {
			if (answeredAt.has(number)) continue;
			changedAt = performance.now();
			answeredAt.set(number, changedAt);
		}
	};
	const timer = setInterval(look, lookMs);
	const delays = () =>
		[...endedAt].flatMap(([number, at]) => {
			const answered = answeredAt.get(number);
			// Another outage may have come before it was answered.
			const last = Math.max(at, ...ends.filter((end) => end <= (answered ?? 0)));
			return answered === undefined ? [] : [{ number, ms: Math.max(0, answered - last) }];
		});
	return {
		ended(numbers) {
			bot.check();
			ends.push(performance.now());
			for (const number of numbers) endedAt.set(number, performance.now());
		},
		async untilAnswered(count) {
			// The last outage may have kept everything back for longer than that.
			changedAt = performance.now();
			for (let toldAt = 0; performance.now() - changedAt < patienceMs; ) {
				bot.check();
				const isQuiet = performance.now() - changedAt > quietMs && isSettled(platform);
				if (answeredAt.size >= count && isQuiet) return;
				if (performance.now() - toldAt > tellMs) {
					context.say(`  ${answeredAt.size} of ${count} answered`);
					toldAt = performance.now();
				}
				await delay(lookMs, undefined, { signal: context.signal });
			}
		},
		delay(share) {
			const sorted = delays()
				.map(({ ms }) => ms)
				.toSorted((one, other) => one - other);
			return Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 100) / 10;
		},
		lateness: () => ({
			name: 'delivered-after-a-minute',
			unit: 'messages',
			offenders: delays().flatMap(({ number, ms }) =>
				ms > longestMs ? [`no ${number} after ${Math.round(ms / 1000)} s`] : [],
			),
		}),
		[Symbol.dispose]: () => clearInterval(timer),
	};
}

function isSettled(platform: SoakPlatform): boolean {
	return platform.look().every(({ state }) => state.underWay === undefined && state.unfinished.length === 0);
}
