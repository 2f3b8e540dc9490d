import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { StaleLeaseError } from '../../../base/errors.ts';
import type { Lease, Leases } from '../../../store/store.ts';

/** How long a lease lasts without being renewed, ms. It is renewed three times in that time. */
const leaseMs = 30_000;

/** Another process works on the session now. */
export class HeldElsewhereError extends Error {
	override readonly name = 'HeldElsewhereError';

	constructor(session: string) {
		super(`Cannot work on session "${session}": another process does`);
	}
}

export interface LeaseTiming {
	readonly leaseMs: number;
	/** A renewal that failed is tried again after this long, ms, and one that hangs is given up after five times as long. */
	readonly againMs: number;
}

/** A lease that is renewed until it is disposed of; `signal` fires when it was lost, or could not be renewed in its time. */
export interface HeldLease extends AsyncDisposable {
	readonly lease: Lease;
	readonly signal: AbortSignal;
}

/**
 * Takes and keeps a session's lease; undefined while another holder has it. A renewal that fails is tried again while there is time, by a
 * clock that nobody sets: only the store says that it was lost.
 */
export async function holdLease(
	leases: Leases,
	session: string,
	holder: string,
	timing: LeaseTiming = { leaseMs, againMs: 1000 },
): Promise<HeldLease | undefined> {
	const since = performance.now();
	const lease = await leases.take(session, holder, timing.leaseMs);
	if (!lease) return undefined;
	const [lost, done] = [new AbortController(), new AbortController()];
	const kept = keep({ leases, lease, timing, since, done: done.signal }).catch((error: unknown) => lost.abort(error));
	return {
		lease,
		signal: lost.signal,
		[Symbol.asyncDispose]: async () => {
			done.abort(new Error('The lease is given back'));
			await kept;
			// One that cannot be given back ends by itself, and its holder takes it again at once; what the work failed with is what counts.
			await leases.release(lease).catch(() => undefined);
		},
	};
}

interface Keeping {
	readonly leases: Leases;
	readonly lease: Lease;
	readonly timing: LeaseTiming;
	/** When it was taken, by `performance.now()`. */
	readonly since: number;
	readonly done: AbortSignal;
}

/** Renews until `done` fires. Rejects when the lease was lost, or with why it could not be renewed. */
async function keep({ leases, lease, timing, since, done }: Keeping): Promise<void> {
	let renewed = since;
	let pause = timing.leaseMs / 3;
	while (await passed(pause, done)) {
		const begun = performance.now();
		const answer = await renewWithin({ leases, lease, timing, done }).catch((error: unknown) => ({ error }));
		if (answer === false) throw new StaleLeaseError(lease.session, lease.token, lease.token + 1);
		if (answer === true) renewed = begun;
		else if (performance.now() - renewed >= timing.leaseMs) throw answer.error;
		pause = answer === true ? timing.leaseMs / 3 : timing.againMs;
	}
}

/** False when `done` has fired first. */
async function passed(ms: number, done: AbortSignal): Promise<boolean> {
	return await delay(ms, true, { signal: done, ref: false }).catch(() => false);
}

async function renewWithin({ leases, lease, timing, done }: Omit<Keeping, 'since'>): Promise<boolean> {
	const late = new AbortController();
	const signal = AbortSignal.any([late.signal, done]);
	const hangs = delay(5 * timing.againMs, undefined, { signal, ref: false }).then(() => {
		throw new Error(`Cannot renew the lease of session "${lease.session}": the store does not answer`);
	});
	try {
		return await Promise.race([leases.renew(lease, timing.leaseMs), hangs]);
	} finally {
		late.abort();
	}
}
