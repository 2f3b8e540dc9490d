import type { Clock } from '../clock.ts';
import { type Asker, admitted, emptyLine, joined, type Line, left, nextIn, orderOf } from './line.ts';

/** Where somebody who waits stands. */
export interface Standing {
	/** 1: the next. Behind the first thirty it is told as the last. */
	readonly place: number;
	/** How many wait. */
	readonly of: number;
	/** Why nobody is let in now, as half a sentence. */
	readonly why: string;
}

/** Lets a few in at a time, in a fair order. Nothing of it is kept: after a restart whoever still wants in asks again. */
export interface Admission {
	/**
	 * Resolves when the asker has a place, which disposing the answer gives back. Those who ask under one id share its place. Rejects with the
	 * signal's reason, and has left the line then.
	 */
	enter(asker: Asker, signal: AbortSignal): Promise<Disposable>;
	/** Tells where `id` stands now, if it waits, whenever that changes (at most once a second), and `undefined` when it waits no more. */
	watch(id: string, tell: (standing: Standing | undefined) => void): Disposable;
	/** Where `id` stands now; undefined when it does not wait. */
	standing(id: string): Standing | undefined;
	/** Called when somebody waits and nobody can be let in: whoever can do without a place may give theirs back. */
	whenFull(makeRoom: () => void): void;
	/** How many are inside and wait, and how many may be inside. */
	now(): { readonly inside: number; readonly waiting: number; readonly most: number };
}

/**
 * Of which the machine has not enough for one more now, as half a sentence. `begun`: so many were let in moments ago, and have not taken their share yet.
 * One is always let in where nobody is inside.
 */
export type Lack = (begun: number) => string | undefined;

export interface AdmissionOptions {
	/** "turns": for people. */
	readonly what: string;
	/** So many at a time. */
	readonly most: number;
	readonly lack: Lack;
	readonly clock: Clock;
}

/** How often is looked whether the machine has room again, and told who stands where, ms. */
const lookMs = 1_000;
/** Whoever was let in has taken its share of the machine after this time, ms. */
const settleMs = 5_000;
/** More places in the line than these are not told apart. */
const mostTold = 30;

interface Wanting {
	readonly settle: () => void;
}

export function createAdmission({ what, most, lack, clock }: AdmissionOptions): Admission {
	let line: Line = emptyLine;
	const wanting = new Map<string, Set<Wanting>>();
	const holders = new Map<string, number>();
	const watchers = new Map<string, Set<Watcher>>();
	let makeRoom = () => {};
	let isLooking = false;
	/** When those were let in that were let in last and are inside, ms since the epoch. */
	const begun = new Map<string, number>();

	/** Why nobody more may be let in now. */
	function whyFull(): string | undefined {
		const { size } = line.inside;
		if (size >= most) return `${size} of ${most} ${what} run`;
		return size === 0 ? undefined : lack(begunLately());
	}

	function begunLately(): number {
		const now = clock.now();
		for (const [id, at] of begun) if (Math.abs(now - at) >= settleMs) begun.delete(id);
		return begun.size;
	}

	function fill(): void {
		for (let next = nextIn(line); next && whyFull() === undefined; next = nextIn(line)) {
			line = admitted(line, next.id);
			begun.set(next.id, clock.now());
			const settled = wanting.get(next.id) ?? new Set();
			wanting.delete(next.id);
			for (const { settle } of settled) settle();
			tell(next.id, undefined);
		}
		if (line.waiting.length > 0) lookAgain();
	}

	/** While somebody waits, and no longer. */
	function lookAgain(): void {
		if (isLooking) return;
		isLooking = true;
		makeRoom();
		tellAll();
		clock.after(lookMs, () => {
			isLooking = false;
			fill();
		});
	}

	function tellAll(): void {
		const watched = [...watchers.keys()].filter((id) => wanting.has(id));
		const stands = standings(watched);
		for (const id of watched) tell(id, stands.get(id));
	}

	function standings(ids: readonly string[]): ReadonlyMap<string, Standing> {
		if (ids.length === 0) return new Map();
		const why = whyFull() ?? 'others are let in first';
		const of = line.waiting.length;
		const places = new Map(orderOf(line, mostTold).map((id, index) => [id, index + 1]));
		return new Map(ids.map((id) => [id, { place: places.get(id) ?? of, of, why }]));
	}

	function tell(id: string, standing: Standing | undefined): void {
		for (const watcher of watchers.get(id) ?? []) watcher(standing);
	}

	function hold(id: string): Disposable {
		holders.set(id, (holders.get(id) ?? 0) + 1);
		return disposedOnce(() => {
			const rest = (holders.get(id) ?? 1) - 1;
			if (rest > 0) return void holders.set(id, rest);
			holders.delete(id);
			begun.delete(id);
			line = left(line, id);
			fill();
		});
	}

	function leave(id: string, one: Wanting): void {
		const all = wanting.get(id);
		all?.delete(one);
		if (all?.size !== 0) return;
		wanting.delete(id);
		line = left(line, id);
		tell(id, undefined);
		fill();
	}

	function wait(asker: Asker, signal: AbortSignal): Promise<Disposable> {
		const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
		const one: Wanting = {
			settle() {
				signal.removeEventListener('abort', abort);
				resolve(hold(asker.id));
			},
		};
		const abort = () => {
			leave(asker.id, one);
			reject(signal.reason);
		};
		signal.addEventListener('abort', abort, { once: true });
		wanting.set(asker.id, (wanting.get(asker.id) ?? new Set()).add(one));
		line = joined(line, asker);
		fill();
		return promise;
	}

	return {
		enter: async (asker, signal) => {
			signal.throwIfAborted();
			return line.inside.has(asker.id) ? hold(asker.id) : await wait(asker, signal);
		},
		watch(id, onChange) {
			const watcher = tellingChanges(onChange);
			watchers.set(id, (watchers.get(id) ?? new Set()).add(watcher));
			if (wanting.has(id)) tell(id, standings([id]).get(id));
			return disposedOnce(() => {
				const all = watchers.get(id);
				all?.delete(watcher);
				if (all?.size === 0) watchers.delete(id);
			});
		},
		standing: (id) => standings(wanting.has(id) ? [id] : []).get(id),
		whenFull(made) {
			makeRoom = made;
		},
		now: () => ({ inside: line.inside.size, waiting: line.waiting.length, most }),
	};
}

type Watcher = (standing: Standing | undefined) => void;

/** One that hears of nothing twice, and of an end only of what it has heard begin. */
function tellingChanges(tell: Watcher): Watcher {
	let told: string | undefined;
	return (standing) => {
		const now = standing && JSON.stringify(standing);
		if (now === told) return;
		told = now;
		tell(standing);
	};
}

function disposedOnce(work: () => void): Disposable {
	let isDone = false;
	return {
		[Symbol.dispose]() {
			if (isDone) return;
			isDone = true;
			work();
		},
	};
}
