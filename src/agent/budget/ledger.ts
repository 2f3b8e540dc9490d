import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { kept } from '../../base/kept.ts';
import { lazy } from '../../base/lazy.ts';
import { raceAbort } from '../../base/race-abort.ts';
import { createSerial } from '../../base/serial.ts';
import type { RecordChange, Records } from '../../store/records.ts';
import type { Hold, PaidCall, Spent } from '../model/cost/purse.ts';
import { type Booking, type DaySums, keepSums, readSums, withCall } from './day-sums.ts';
import { type Day, dayIn } from './days.ts';
import { type Claim, type Grant, grantFor, needOf, type Prospect } from './grant.ts';
import { type Limits, type Standing, standingsOf } from './limits.ts';
import { costOf, type PriceList, priceOf } from './prices.ts';
import type { Scope } from './scopes.ts';

export interface LedgerDeps {
	readonly records: Records;
	readonly limits: Limits;
	/** The prices of models, as they are now. */
	readonly prices: () => Promise<PriceList>;
	/** The zone whose days count. */
	readonly zone: string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** Why a call is not made: the limit, the day, and how much of it would be needed. */
export interface Refusal extends Standing {
	readonly day: Day;
	readonly needs: number;
}

/**
 * Counts what is used by day, and holds what calls under way may still use. What an earlier process held when it died is counted as used before
 * anything else is done: its prompt was sent, and what came of it is not known.
 */
export interface Ledger {
	/** Holds what a call may cost for all of these, waiting while others hold what is left; a refusal where it does not fit. `waits` is called where it has to. Rejects with the signal's reason. */
	hold(scopes: readonly Scope[], call: PaidCall, signal: AbortSignal, waits?: () => void): Promise<Hold | Refusal>;
	/** The sums of a day, today's unless it is named. */
	read(scope: Scope, day?: Day): Promise<DaySums>;
	/** Changes a day's sums, one change after the other; unchanged ones are not written. */
	change(scope: Scope, day: Day, change: (sums: DaySums) => DaySums): Promise<void>;
	readonly today: () => Day;
}

const scopeSchema = kept({
	kind: z.enum(['session', 'person', 'channel', 'place']),
	owner: z.string(),
	key: z.string(),
});

/** Stands for a call under way, in case its process dies. */
const heldSchema = kept({
	id: z.string(),
	day: z.string(),
	scopes: z.array(scopeSchema),
	inputTokens: z.number().int().nonnegative(),
	microUsd: z.number().int().nonnegative().optional(),
});
type Held = z.infer<typeof heldSchema>;

/** In the place of a session. */
const heldOwner = 'held';

export function createLedger({ records, limits, prices, zone, now }: LedgerDeps): Ledger {
	const serial = createSerial();
	/** By limit and unit: what calls under way hold. */
	const held = new Map<string, number>();
	let settled = Promise.withResolvers<void>();

	/** Wakes all that wait: there may be more left. */
	const tryAgain = () => {
		settled.resolve();
		settled = Promise.withResolvers();
	};
	const today = () => dayIn(zone, now());
	const heldKey = ({ scope, unit }: Standing, day: Day) => `${unit} ${scope.key}/${day}`;
	const add = (key: string, amount: number) => {
		const sum = (held.get(key) ?? 0) + amount;
		if (sum > 0) held.set(key, sum);
		else held.delete(key);
	};

	/** A call is counted for all at once, and is no more under way: over a crash, too. */
	const book = async (call: string, scopes: readonly Scope[], day: Day, booking: Booking): Promise<void> => {
		const changes: RecordChange[] = [{ kind: 'held', session: heldOwner, id: call }];
		for (const scope of scopes) {
			const value = withCall(await readSums(scope, day, records), booking);
			changes.push({ kind: 'spent', session: scope.owner, id: value.id, value });
		}
		await records.change(changes);
	};

	const countLeft = async (): Promise<void> => {
		for (const { id, day, scopes, inputTokens, microUsd } of await records.list('held', heldOwner, heldSchema))
			await book(id, scopes, day, { inputTokens, outputTokens: 0, microUsd, counted: 'estimated' });
	};

	const { get: ready } = lazy(() => serial(countLeft));

	const claimsOf = async (scopes: readonly Scope[], day: Day): Promise<readonly Claim[]> => {
		const standings: Standing[] = [];
		for (const scope of scopes)
			if (limits.stops[scope.kind])
				standings.push(...standingsOf(scope, await readSums(scope, day, records), limits.stops[scope.kind]));
		return standings.map((standing) => ({ ...standing, held: held.get(heldKey(standing, day)) ?? 0 }));
	};

	const tryHold = async (scopes: readonly Scope[], call: PaidCall): Promise<Tried> => {
		const day = today();
		const prospect = { call, price: priceOf(call, await prices()) };
		const claims = await claimsOf(scopes, day);
		const grant = grantFor(prospect, claims);
		if (grant.kind === 'refused') return { ...grant.by, day, needs: grant.needs };
		if (grant.kind === 'later') return { until: settled.promise };
		return await keepHold({ scopes, day, prospect, claims, grant });
	};

	const keepHold = async ({ scopes, day, prospect, claims, grant }: Granted): Promise<Hold> => {
		const id = randomUUID();
		// A call that nobody limits need not outlive the process: of a call that is cut off nothing is known anyway.
		if (claims.length > 0) await records.put('held', heldOwner, id, heldRow({ id, day, scopes }, prospect));
		const mine = claims.map(
			(claim) => [heldKey(claim, day), needOf(prospect, claim.unit, grant.outputTokens)] as const,
		);
		for (const [key, amount] of mine) add(key, amount);
		let isOpen = true;
		const release = () => {
			for (const [key, amount] of mine) add(key, -amount);
			tryAgain();
		};
		return {
			...(grant.limit !== undefined && { outputTokens: grant.limit }),
			costOf: (spent) => bookingOf(spent, prospect).microUsd,
			settle: async (spent) => {
				if (!isOpen) return;
				isOpen = false;
				const settle = () => (spent ? book(id, scopes, day, bookingOf(spent, prospect)) : records.remove('held', id));
				await serial(() => settle().finally(release));
			},
		};
	};

	return {
		today,
		async hold(scopes, call, signal, waits) {
			await ready();
			for (let tries = 0; ; tries += 1) {
				signal.throwIfAborted();
				const tried = await serial(() => tryHold(scopes, call));
				if (!('until' in tried)) return tried;
				if (tries === 0) waits?.();
				await raceAbort(tried.until, signal);
			}
		},
		async read(scope, day = today()) {
			await ready();
			return await readSums(scope, day, records);
		},
		change: (scope, day, change) =>
			serial(async () => {
				const sums = await readSums(scope, day, records);
				const next = change(sums);
				if (next === sums) return;
				await keepSums(scope, next, records);
				tryAgain();
			}),
	};
}

type Tried = Hold | Refusal | { readonly until: Promise<void> };

interface Granted {
	readonly scopes: readonly Scope[];
	readonly day: Day;
	readonly prospect: Prospect;
	readonly claims: readonly Claim[];
	readonly grant: Extract<Grant, { kind: 'granted' }>;
}

function heldRow(
	row: Pick<Held, 'id' | 'day'> & { readonly scopes: readonly Scope[] },
	{ call, price }: Prospect,
): Held {
	const { promptTokens: inputTokens } = call;
	const microUsd = price && costOf({ inputTokens, outputTokens: 0 }, price);
	return { ...row, scopes: [...row.scopes], inputTokens, ...(microUsd !== undefined && { microUsd }) };
}

function bookingOf(spent: Spent, { call: { promptTokens }, price }: Prospect): Booking {
	const counted = spent.counted === 'by-server' ? spent : { inputTokens: promptTokens, ...spent };
	const { inputTokens, outputTokens } = counted;
	return { inputTokens, outputTokens, microUsd: price && costOf(counted, price), counted: spent.counted };
}
