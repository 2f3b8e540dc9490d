import { StaleLeaseError } from '../../errors.ts';
import type { Lease, Leases } from '../../store/store.ts';

/** How long a lease lasts without being renewed, ms. It is renewed three times in that time. */
const leaseMs = 30_000;

/** Another process works on the session now. */
export class HeldElsewhereError extends Error {
	override readonly name = 'HeldElsewhereError';

	constructor(session: string) {
		super(`Cannot work on session "${session}": another process does`);
	}
}

/** A lease that is renewed until it is disposed of; `signal` fires when it was lost. */
export interface HeldLease extends AsyncDisposable {
	readonly lease: Lease;
	readonly signal: AbortSignal;
}

/** Takes and keeps a session's lease; undefined while another holder has it. */
export async function holdLease(leases: Leases, session: string, holder: string): Promise<HeldLease | undefined> {
	const lease = await leases.take(session, holder, leaseMs);
	if (!lease) return undefined;
	const lost = new AbortController();
	const renew = async () => {
		if (!(await leases.renew(lease, leaseMs))) lost.abort(new StaleLeaseError(session, lease.token, lease.token + 1));
	};
	const timer = setInterval(() => void renew().catch((error: unknown) => lost.abort(error)), leaseMs / 3).unref();
	return {
		lease,
		signal: lost.signal,
		[Symbol.asyncDispose]: async () => {
			clearInterval(timer);
			await leases.release(lease);
		},
	};
}
