import type { Adapter, ComesBack } from './adapters/adapter.ts';
import { type Clock, raceClock, sleep, systemClock } from './base/clock.ts';
import { messageOf, PlatformAwayError } from './base/errors.ts';
import type { Logger } from './base/log.ts';
import type { Accept } from './chat/inbound.ts';

export interface PlatformStartsDeps {
	readonly log: Logger;
	/** Default: the machine's. */
	readonly clock?: Clock;
}

type Startable = Pick<Adapter, 'platform' | 'start'>;

/** Starts platforms, each by itself: one that is away is tried again until it is there. Disposing ends the trying. */
export interface PlatformStarts extends Disposable {
	/**
	 * Resolves when each has started, was found away, or has not answered for a while; with a sentence of each that is not there. Rejects where
	 * a person must mend something.
	 */
	start(adapters: readonly Startable[], accept: Accept, comesBack: ComesBack): Promise<readonly string[]>;
	/** Why a platform is not there yet; undefined: it is, or has only begun to start. */
	whyAway(platform: Adapter['platform']): string | undefined;
}

/** How long the others wait for one that does not answer, milliseconds. */
const patienceMs = 15_000;
/** Pauses between tries, twice as long each time, milliseconds. Connections may be counted: a thousand a day, where they are. */
const firstPauseMs = 2_000;
const longestPauseMs = 120_000;

export function createPlatformStarts({ log, clock = systemClock }: PlatformStartsDeps): PlatformStarts {
	const leaving = new AbortController();
	const away = new Map<Adapter['platform'], string>();
	type Begin = (adapter: Startable) => Promise<void>;

	async function startFirst(adapter: Startable, begin: Begin, mayFail: () => boolean): Promise<void> {
		try {
			await begin(adapter);
		} catch (error) {
			if (mayFail() && !(error instanceof PlatformAwayError)) throw error;
			lose(adapter, error);
			void startAgain(adapter, begin);
		}
	}
	function lose({ platform }: Startable, error: unknown): void {
		away.set(platform, messageOf(error));
		if (leaving.signal.aborted) return;
		const isAway = error instanceof PlatformAwayError;
		log[isAway ? 'warn' : 'error']('Platform cannot be started, and is tried again', { platform, err: error });
	}
	/** Never rejects: from here on others depend on this process. */
	async function startAgain(adapter: Startable, begin: Begin): Promise<void> {
		const { platform } = adapter;
		for (let pauseMs = firstPauseMs; away.has(platform); pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
			await sleep(clock, pauseMs, leaving.signal).catch(() => undefined);
			if (leaving.signal.aborted) return;
			await begin(adapter).catch((error: unknown) => lose(adapter, error));
		}
		log.info('Platform is started', { platform });
	}

	return {
		async start(adapters, accept, comesBack) {
			const begun = new Set<Startable>();
			const begin = async (adapter: Startable): Promise<void> => {
				await adapter.start(accept, comesBack);
				begun.add(adapter);
				away.delete(adapter.platform);
			};
			let isStarting = true;
			const firsts = Promise.all(adapters.map((adapter) => startFirst(adapter, begin, () => isStarting)));
			await raceClock(clock, firsts, patienceMs).finally(() => {
				isStarting = false;
			});
			const missing = adapters.filter((adapter) => !begun.has(adapter));
			return missing.map(({ platform }) => {
				const why = away.get(platform) ?? `Platform "${platform}" has not answered yet`;
				away.set(platform, why);
				return why;
			});
		},
		whyAway: (platform) => away.get(platform),
		[Symbol.dispose]: () => leaving.abort(new Error('Threadsmith is leaving')),
	};
}
