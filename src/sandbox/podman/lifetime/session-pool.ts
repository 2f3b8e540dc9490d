import PQueue from 'p-queue';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { Sandbox, Sandboxes, SandboxHome } from '../../sandbox.ts';
import type { LiveSandbox } from './live-sandbox.ts';

export interface SessionPoolOptions {
	/** Starts a sandbox; it is the pool's to dispose. */
	readonly start: (home: SandboxHome, signal: AbortSignal) => Promise<LiveSandbox>;
	readonly idleMs: number;
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

interface Entry {
	readonly starting: Promise<LiveSandbox>;
	/** Resolves when nothing of it is left. */
	readonly closed: Promise<void>;
	/** Calls the start off. */
	readonly calling: AbortController;
	readonly startedAt: number;
	live?: LiveSandbox;
	/** When it was last given out, ms since the epoch: whoever has it is about to use it. */
	givenAt: number;
}

/** Starting takes CPU time: more at once only make each later. */
const startsAtOnce = 2;
/** How often idle ones are looked for: a small part of the time that makes one idle, at most this, ms. */
const longestLookMs = 30_000;

export function createSessionPool({ start, idleMs, now, log }: SessionPoolOptions): SessionPool {
	const starts = new PQueue({ concurrency: startsAtOnce });
	const entries = new Map<string, Entry>();
	/** Sandboxes that are still being taken down, by session: its disk must be free before the next start. */
	const leaving = new Map<string, Promise<void>>();
	const disposed = new AbortController();
	const looking = setInterval(endIdle, Math.min(longestLookMs, Math.max(10, idleMs / 10))).unref();

	function open(home: SandboxHome): Entry {
		const { session } = home;
		const calling = new AbortController();
		const signal = AbortSignal.any([calling.signal, disposed.signal]);
		const before = leaving.get(session) ?? Promise.resolve();
		// The queue itself is given no signal: it would not wait for the undoing of a start that was called off.
		const begin = () => {
			signal.throwIfAborted();
			return start(home, signal);
		};
		const starting = before.then(() => starts.add(begin));
		const closed = starting.then(
			async (live) => {
				entry.live = live;
				await live.dead;
				leave(session, entry);
				await close(session, live);
			},
			() => leave(session, entry),
		);
		const entry: Entry = { starting, closed, calling, startedAt: now(), givenAt: now() };
		entries.set(session, entry);
		return entry;
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
		for (const [session, { live, givenAt }] of entries) {
			const use = live?.use();
			if (use === undefined || use.busy || now() - Math.max(use.at, givenAt) < idleMs) continue;
			end(session, 'it was idle').catch((error: unknown) => log.error('Idle sandbox stays', { why: messageOf(error) }));
		}
	}

	return {
		async acquire(home, signal) {
			signal.throwIfAborted();
			disposed.signal.throwIfAborted();
			const entry = entries.get(home.session) ?? open(home);
			const live = await raceAbort(entry.starting, signal);
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

function statusOf(session: string, { live, startedAt }: Entry): ReturnType<Sandboxes['status']> {
	return live === undefined ? [] : [{ session, runtime: live.runtime, startedAt, usedAt: live.use().at }];
}
