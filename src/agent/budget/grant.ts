import type { PaidCall } from '../model/cost/purse.ts';
import type { Unit } from './amounts.ts';
import type { Standing } from './limits.ts';
import { costOf, type Price } from './prices.ts';

/** Of an answer, where nobody says what its model gives at most; and as much of one as is held at all. */
const usualOutput = 8_192;
const mostOutput = 32_768;
/** Where so many of the longest are left, as much is held of an answer of which nobody says how long it gets: models that think write long ones. */
const ampleAnswers = 8;
/** With less left for an answer nothing is asked: it would hardly come to one. */
const leastOutput = 256;
/** With less left for it beside what others hold a call waits for them: its answer would be cut off for what they hardly come to need. */
const leastBeside = 2_048;

/** A limit, and what others hold of it. */
export interface Claim extends Standing {
	readonly held: number;
}

/** A call before it is made, and its price: its prompt, and as much of an answer as there is to be. */
export interface Prospect {
	readonly call: PaidCall;
	readonly price: Price | undefined;
}

export type Grant =
	/** `outputTokens`: room is held for so many. `limit`: no more are left for its answer, and it may need more. */
	| { readonly kind: 'granted'; readonly outputTokens: number; readonly limit?: number }
	/** It would fit, were it not for what others hold. */
	| { readonly kind: 'later' }
	| { readonly kind: 'refused'; readonly by: Standing; readonly needs: number };

/** Whether a call may be made, and for how much of an answer room is held: what its model gives at most, or what is left. Pure. */
export function grantFor(prospect: Prospect, claims: readonly Claim[]): Grant {
	const least = prospect.call.brings === 'vectors' ? 0 : leastOutput;
	const fits = (claim: Claim, held: number) => claim.used + held + needOf(prospect, claim.unit, least) <= claim.limit;
	const refusing = claims.find((claim) => !fits(claim, 0));
	if (refusing) return { kind: 'refused', by: refusing, needs: needOf(prospect, refusing.unit, least) };
	if (claims.some((claim) => !fits(claim, claim.held))) return { kind: 'later' };
	const room = roomIn(prospect, claims);
	const most = mostOf(prospect, room);
	const alone = roomIn(
		prospect,
		claims.map((claim) => ({ ...claim, held: 0 })),
	);
	if (room < Math.min(most, leastBeside, alone)) return { kind: 'later' };
	const longest = Math.max(least, room);
	const isShort = longest < Math.min(prospect.price?.limit?.output ?? mostOutput, mostOutput);
	return { kind: 'granted', outputTokens: Math.min(most, longest), ...(isShort && { limit: longest }) };
}

/** How much of a unit a call takes with so much of an answer; a model without a price takes no money that is known of. Pure. */
export function needOf({ call, price }: Prospect, unit: Unit, outputTokens: number): number {
	const { promptTokens: inputTokens } = call;
	if (unit === 'tokens') return inputTokens + outputTokens;
	return price ? costOf({ inputTokens, outputTokens }, price) : 0;
}

function mostOf({ call, price }: Prospect, room: number): number {
	if (call.brings === 'vectors') return 0;
	const usual = room >= ampleAnswers * mostOutput ? mostOutput : usualOutput;
	return Math.min(price?.limit?.output ?? usual, mostOutput);
}

function roomIn(prospect: Prospect, claims: readonly Claim[]): number {
	return Math.min(...claims.map((claim) => outputWithin(prospect, claim)));
}

/** How much of an answer fits into what is left. */
function outputWithin(prospect: Prospect, { unit, limit, used, held }: Claim): number {
	const left = limit - used - held - needOf(prospect, unit, 0);
	if (unit === 'tokens') return left;
	const each = prospect.price ? costOf({ inputTokens: 0, outputTokens: 1_000_000 }, prospect.price) / 1_000_000 : 0;
	// A cost that is rounded up twice may be one more.
	return each === 0 ? Number.POSITIVE_INFINITY : Math.floor((left - 1) / longRate(prospect, each));
}

/** The dearer of the two rates: that of long prompts may hold. */
function longRate({ price }: Prospect, each: number): number {
	return Math.max(each, price?.cost.context_over_200k?.output ?? 0);
}
