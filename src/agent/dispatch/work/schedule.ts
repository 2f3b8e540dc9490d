import type { Clock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import { inTurn } from '../../../base/in-turn.ts';
import type { Logger } from '../../../base/log.ts';
import type { Due, DueFor, DueSession } from '../../../store/due.ts';
import { afterFailure, type Troubles, type Unfinished } from '../trouble/troubles.ts';
import { createAlarm, longestMs } from './alarm.ts';
import type { Pacing } from './pacing.ts';
import type { Slots } from './slots.ts';
import type { Workers } from './workers.ts';

export interface ScheduleDeps {
	readonly due: Due;
	readonly workers: Workers;
	readonly slots: Slots;
	readonly troubles: Troubles;
	readonly clock: Clock;
	readonly pacing: Pacing;
	readonly random: () => number;
	readonly log: Logger;
	/** Lets the session's questions expire whose time is over; answers when to look again. */
	readonly expire: (session: string, now: number) => Promise<number | undefined>;
	/** Has somebody look for news of the session's pull requests, who sets the next time. */
	readonly review: (session: string) => void;
}

/** When sessions are looked at. Whatever is unfinished has a time; nobody has to write again for it. */
export interface Schedule extends Disposable {
	/** Looks at everything that is due, and from then on whenever something is. */
	start(): Promise<void>;
	/** The session's work failed: it is tried again. Never rejects. */
	failed(session: string, error: unknown): Promise<Unfinished>;
	/** Nothing of the session's is unfinished, but for what waits for people. Never rejects. */
	rested(session: string): Promise<void>;
	/** Has the session looked at by `at`; rejects as the store does. */
	by(session: string, what: DueFor, at: number): Promise<void>;
	/** Looks soon at those sessions in trouble that are meant, parked ones too. */
	hasten(isMeant: (unfinished: Unfinished) => boolean): void;
}

/** The rows that are read at a time. */
const pageSize = 64;
/** A time in no calendar: not before something comes in, or the next start. */
const never = 8.64e15;
/** Before the store is asked once more, when it has failed, ms. */
const storeMs = 5_000;
/** Sessions in trouble with the machine that one success wakes. */
const wokenBySuccess = 2;

export function createSchedule(deps: ScheduleDeps): Schedule {
	const { due, workers, slots, troubles, clock, pacing, random, log } = deps;
	const alarm = createAlarm(clock, () => void look());
	let lastLook = clock.now();
	/** The store's times are to be brought forward. */
	let isAhead = false;
	let isOver = false;
	let looking: Promise<void> | undefined;
	// A question that comes while others are looked at is not forgotten.
	const questions = (work: () => Promise<void>) => inTurn(troubles, work);

	const failedToKeep = (error: unknown) => log.warn('When to look again cannot be kept', { reason: messageOf(error) });

	function look(): Promise<void> {
		looking ??= lookAtAll().finally(() => {
			looking = undefined;
		});
		return looking;
	}

	async function lookAtAll(): Promise<void> {
		const now = clock.now();
		try {
			await followClock(now);
			beginTroubled(now);
			while (await lookAtPage(now));
			await setForNext();
		} catch (error) {
			if (!isOver) log.warn('What is due cannot be read', { reason: messageOf(error) });
			alarm.setTo(now + storeMs);
		}
	}

	function beginTroubled(now: number): void {
		for (const { session, at } of troubles.all()) if (at !== undefined && at <= now) begin(session);
	}

	/** Where it was put back, times that were set before are far away now. */
	async function followClock(now: number): Promise<void> {
		if (now < lastLook) {
			hasten(() => true);
			isAhead = true;
		}
		lastLook = now;
		for (const what of isAhead ? (['work', 'review'] as const) : []) await due.hasten(what, now);
		isAhead = false;
	}

	/** Whether there may be more. */
	async function lookAtPage(now: number): Promise<boolean> {
		const rows = isOver ? [] : await due.until(now, pageSize);
		for (const row of rows) await lookAt(row, now);
		return rows.length === pageSize;
	}

	async function lookAt({ session, what }: DueSession, now: number): Promise<void> {
		// Looked at again, should this come to nothing.
		await due.put(session, what, now + longestMs);
		if (what === 'work') return begin(session);
		if (what === 'review') return deps.review(session);
		await questions(() => lookAtQuestions(session, now)).catch((error: unknown) => {
			log.error('Question could not expire', { session, err: error });
		});
	}

	async function lookAtQuestions(session: string, now: number): Promise<void> {
		await due.put(session, 'question', await deps.expire(session, now));
	}

	function begin(session: string): void {
		const known = troubles.of(session);
		const kept = known && { ...known, at: clock.now() + longestMs };
		if (kept) troubles.keep(kept);
		const working = workers.working(session);
		if (working === undefined) slots.put(session);
		// That it failed may take longer to tell than the pause until the next try.
		void working?.then(() => {
			if (!isOver && kept !== undefined && troubles.of(session) === kept) slots.put(session);
		});
	}

	async function setForNext(): Promise<void> {
		const inStore = await due.earliest();
		const times = troubles.all().map(({ at }) => at ?? never);
		alarm.setTo(Math.min(inStore?.at ?? never, ...times));
	}

	function hasten(isMeant: (unfinished: Unfinished) => boolean): void {
		const now = clock.now();
		for (const one of troubles.all()) {
			if (isBegun(one.session) || !isMeant(one)) continue;
			const next = sooner(one, now, pacing);
			troubles.keep(next);
			alarm.setTo(next.at ?? never);
		}
	}

	function wakeSome(): void {
		const woken = nextToWake(troubles.all().filter(({ session }) => !isBegun(session)));
		hasten((one) => woken.includes(one));
	}

	function isBegun(session: string): boolean {
		return slots.has(session) || workers.working(session) !== undefined;
	}

	return {
		async start() {
			// A session that cannot be brought forward now is looked at in its time.
			await due.hasten('work', clock.now()).catch(failedToKeep);
			await look();
		},
		async failed(session, error) {
			const now = clock.now();
			const former = troubles.of(session);
			const next = afterFailure(former, { session, error, now, random: random() }, pacing);
			troubles.keep(next);
			await due.put(session, 'work', next.at ?? never).catch(failedToKeep);
			alarm.setTo(next.at ?? never);
			return next;
		},
		async rested(session) {
			troubles.clear(session);
			await due.put(session, 'work', undefined).catch(failedToKeep);
			wakeSome();
		},
		async by(session, what, at) {
			await questions(() => due.by(session, what, at));
			alarm.setTo(at);
		},
		hasten,
		[Symbol.dispose]: () => {
			isOver = true;
			alarm[Symbol.dispose]();
		},
	};
}

/** One that fails at once, again and again, is not tried more often than a platform is probed. Pure. */
function sooner(one: Unfinished, now: number, { probeMs: [least] }: Pacing): Unfinished {
	if (one.at === undefined) return { ...one, since: now, tries: 0, at: now };
	const pause = Math.max(0, Math.min(least, one.at - one.failedAt));
	return { ...one, at: one.failedAt > now ? now : Math.min(one.at, Math.max(now, one.failedAt + pause)) };
}

/** The machine may have for others, too, what one has got; those that failed longest ago try first, and wake the next if it does. Pure. */
function nextToWake(all: readonly Unfinished[]): readonly Unfinished[] {
	const machine = all.filter(({ trouble }) => trouble.kind === 'machine');
	return machine.toSorted((one, other) => one.failedAt - other.failedAt).slice(0, wokenBySuccess);
}
