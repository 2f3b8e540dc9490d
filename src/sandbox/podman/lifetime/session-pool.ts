import PQueue from 'p-queue';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { Admission } from '../../../base/queue/admission.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { Sandbox, Sandboxes, SandboxHome } from '../../sandbox.ts';
import { type Held, isIdle, nextToGiveWay } from './idle.ts';
import type { LiveSandbox } from './live-sandbox.ts';
import { type PlaceRules, placeId } from './places.ts';

export interface SessionPoolOptions {
	/** Starts a sandbox; it is the pool's to dispose. */
	readonly start: (home: SandboxHome, signal: AbortSignal) => Promise<LiveSandbox>;
	readonly idleMs: number;
	readonly line: Admission;
	readonly rules: PlaceRules;
	/** Called when somebody waits for a place. */
	readonly onFull?: () => void;
	/** Ms since the epoch. */
	readonly now: () => number;
	readonly log: Logger;
}

/** One sandbox a session, at most. */
export interface SessionPool extends AsyncDisposable {
	acquire(home: SandboxHome, signal: AbortSignal): Promise<Sandbox>;
	end(session: string): Promise<void>;
	status: Sandboxes['status'];
}

interface Entry extends Held {
	readonly starting: Promise<LiveSandbox>;
	/** Resolves when nothing of it is left. */
	readonly closed: Promise<void>;
	/** Calls the start off. */
	readonly calling: AbortController;
	readonly startedAt: number;
	/** How many wait for it to start. */
	wanted: number;
	/** It waits for its place. */
	isQueued: boolean;
	live?: LiveSandbox;
	givenAt: number;
}

/** Starting takes CPU time: more at once only make each later. */
const startsAtOnce = 2;
/** How often idle ones are looked for: a small part of the time that makes one idle, at most this, ms. */
const longestLookMs = 30_000;

export function createSessionPool({ start, idleMs, line, rules, onFull, now, log }: SessionPoolOptions): SessionPool {
	const starts = new PQueue({ concurrency: startsAtOnce });
	const entries = new Map<string, Entry>();
	/** Sandboxes that are still being taken down, by session: its disk must be free before the next start. */
	const leaving = new Map<string, Promise<void>>();
	const disposed = new AbortController();
	/** One at a time: the line asks again as long as that was not enough. */
	let isGivingWay = false;
	const looking = setInterval(endIdle, Math.min(longestLookMs, Math.max(10, idleMs / 10))).unref();
	line.whenFull(giveWay);

	function open(home: SandboxHome): Entry {
		const { session } = home;
		const calling = new AbortController();
		const signal = AbortSignal.any([calling.signal, disposed.signal]);
		const before = leaving.get(session) ?? Promise.resolve();
		const begun = () => {
			entry.isQueued = false;
		};
		const starting = before.then(() => startInPlace(home, begun, signal));
		const closed = starting.then(
			async (live) => {
				entry.live = live;
				await live.gone;
				leave(session, entry);
				await live.dead;
				await close(session, live);
			},
			() => leave(session, entry),
		);
		const times = { startedAt: now(), givenAt: now() };
		const entry: Entry = { starting, closed, calling, wanted: 0, isQueued: true, for: placeId(home), ...times };
		entries.set(session, entry);
		return entry;
	}

	/** Its place is given back when nothing of it is left. */
	async function startInPlace(home: SandboxHome, onPlace: () => void, signal: AbortSignal): Promise<LiveSandbox> {
		const id = placeId(home);
		const place = await line.enter({ id, ...rules.whose(id), since: now() }, signal);
		onPlace();
		try {
			// The queue itself is given no signal: it would not wait for the undoing of a start that was called off.
			const live = await starts.add(() => {
				signal.throwIfAborted();
				return start(home, signal);
			});
			return withPlace(live, place);
		} catch (error) {
			place[Symbol.dispose]();
			throw error;
		}
	}

	/** Nobody is given it any more: whoever comes now waits for the next one. */
	function leave(session: string, entry: Entry): void {
		if (entries.get(session) !== entry) return;
		entries.delete(session);
		const left = entry.closed.then(() => {
			if (leaving.get(session) === left) leaving.delete(session);
		});
		leaving.set(session, left);
	}

	async function close(session: string, live: LiveSandbox): Promise<void> {
		try {
			await live[Symbol.asyncDispose]();
		} catch (error) {
			log.error('Sandbox cannot be removed', { session, err: error });
		}
	}

	async function end(session: string, why: string): Promise<void> {
		const entry = entries.get(session);
		if (entry) leave(session, entry);
		entry?.calling.abort(new Error(`Cannot start the sandbox of session "${session}": ${why}`));
		const live = await entry?.starting.catch(() => undefined);
		live?.kill(why);
		await entry?.closed;
		await leaving.get(session);
	}

	function endIdle(): void {
		for (const [session, entry] of entries) if (isIdle(entry, now(), idleMs)) void endQuietly(session, 'it was idle');
	}

	/** Somebody waits for a place: the sandbox gives it up that nobody works with, and that was used longest ago. */
	function giveWay(): void {
		onFull?.();
		if (isGivingWay) return;
		const session = nextToGiveWay(entries, { now: now(), most: rules.most, isNeeded: rules.isNeeded });
		if (session === undefined) return;
		isGivingWay = true;
		void endQuietly(session, 'it was idle, and another session waited for its place').finally(() => {
			isGivingWay = false;
		});
	}

	async function endQuietly(session: string, why: string): Promise<void> {
		await end(session, why).catch((error: unknown) => log.error('Idle sandbox stays', { why: messageOf(error) }));
	}

	/** One that nobody waits for any more leaves the line; what has begun goes on. */
	async function startedOf(session: string, entry: Entry, signal: AbortSignal): Promise<LiveSandbox> {
		entry.wanted += 1;
		try {
			return await raceAbort(entry.starting, signal);
		} finally {
			entry.wanted -= 1;
			if (entry.wanted === 0 && entry.isQueued && signal.aborted) callOff(session, entry, signal.reason);
		}
	}

	function callOff(session: string, entry: Entry, reason: unknown): void {
		leave(session, entry);
		entry.calling.abort(reason);
	}

	return {
		async acquire(home, signal) {
			signal.throwIfAborted();
			disposed.signal.throwIfAborted();
			const entry = entries.get(home.session) ?? open(home);
			const live = await startedOf(home.session, entry, signal);
			entry.givenAt = now();
			return live.sandbox;
		},
		end: (session) => end(session, 'it was ended'),
		status: () => [...entries].flatMap(([session, entry]) => statusOf(session, entry)),
		async [Symbol.asyncDispose]() {
			clearInterval(looking);
			disposed.abort(new Error('Cannot start a sandbox: Threadsmith is ending'));
			await Promise.all([...entries.keys()].map((session) => end(session, 'Threadsmith is ending')));
			await Promise.all(leaving.values());
		},
	};
}

function withPlace(live: LiveSandbox, place: Disposable): LiveSandbox {
	return {
		...live,
		async [Symbol.asyncDispose]() {
			try {
				await live[Symbol.asyncDispose]();
			} finally {
				place[Symbol.dispose]();
			}
		},
	};
}

function statusOf(session: string, { live, startedAt }: Entry): ReturnType<Sandboxes['status']> {
	if (live === undefined) return [];
	const { runtime, unenforced = [] } = live;
	const { at, jobs } = live.use();
	return [{ session, runtime, startedAt, usedAt: at, jobs, ...(unenforced.length > 0 && { unenforced }) }];
}
