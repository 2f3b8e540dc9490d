import type { RewriteRules, Rewritten } from '../dialects/dialect.ts';
import type { Routed } from '../dialects/dialects.ts';
import { type Held, refuseExhausted } from '../runs/purse.ts';
import type { Run } from '../runs/run.ts';
import { rulesOf, type Upstream } from '../upstream/upstream.ts';
import { Refusal } from './refusal.ts';

/** A request as it goes upstream, which nothing else of it does. */
export type Written = Extract<Rewritten, { readonly kind: 'ok' }>;

/** A call whose tokens are held. */
export interface HeldCall extends Held {
	readonly written: Written;
}

export interface CallToHold extends Routed {
	readonly body: Uint8Array;
	readonly run: Run;
	readonly upstream: Upstream;
	readonly limit: LimitRules;
}

/** By what the output limit of a call is written: beside what is known of its upstream, and before that. */
export type LimitRules = Pick<RewriteRules, 'outputCap' | 'chatLimit'>;

/** An answer that is shorter than this is of no use to an agent. */
const leastCap = 2_048;

/**
 * Writes a request anew and holds what it may cost; with a shorter answer where the whole does not fit. Rejects with a `Refusal` (402 where
 * there is too little for either), and with the signal's reason.
 */
export async function holdCall(call: CallToHold, signal: AbortSignal): Promise<HeldCall> {
	const { run, limit } = call;
	const { record } = run.parts;
	refuseExhausted(record);
	try {
		return await holdWith(limit.outputCap, call, signal);
	} catch (error) {
		if (!isTooLittle(error)) throw error;
		return await holdWith(Math.min(leastCap, limit.outputCap), call, signal).catch((last: unknown) => {
			if (isTooLittle(last)) record.exhaust(last.message);
			throw last;
		});
	}
}

function isTooLittle(error: unknown): error is Refusal {
	return error instanceof Refusal && error.status === 402;
}

async function holdWith(outputCap: number, call: CallToHold, signal: AbortSignal): Promise<HeldCall> {
	const { dialect, route, body, upstream, limit, run } = call;
	const rules = { models: upstream.models, ...rulesOf(upstream, dialect.name), ...limit, outputCap };
	const written = dialect.rewrite(route, body, rules);
	if (written.kind === 'refused') throw new Refusal(written.status, written.sentence);
	const { model, inputEstimate: input, maxOutput: output, isVague } = written;
	const held = await run.parts.purse.hold({ model, input, output, isVague }, signal);
	return { written, settle: held.settle };
}
