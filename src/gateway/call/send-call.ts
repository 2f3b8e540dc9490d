import type { Answering, Asked } from '../serve/asked.ts';
import type { CallEntry } from './call-log.ts';
import { type ExchangeDeps, exchange } from './exchange.ts';
import { type CallToHold, type HeldCall, holdCall } from './hold-call.ts';
import { otherLimit } from './other-limit.ts';
import { Refusal } from './refusal.ts';

/** A call whose body is read. */
export interface CallToSend extends CallToHold {
	readonly asked: Asked;
	readonly answering: Answering;
	readonly entry: CallEntry;
}

/**
 * Writes a call anew, holds what it may cost, sends it and passes the answer on; once more where its upstream takes another output limit than an agent, or
 * the gateway for one that sets none, can know of. Resolves and rejects as `exchange` and `holdCall` do.
 */
export async function sendCall(call: CallToSend, deps: ExchangeDeps, signal: AbortSignal): Promise<string | undefined> {
	const held = await holdCall(call, signal);
	try {
		return await sent(call, held, deps, signal);
	} catch (error) {
		const limit = limitAfter(error, call, held);
		if (limit === undefined) throw error;
		const again = { ...call, limit };
		return await sent(again, await holdCall(again, signal), deps, signal);
	}
}

async function sent(
	call: CallToSend,
	held: HeldCall,
	deps: ExchangeDeps,
	signal: AbortSignal,
): Promise<string | undefined> {
	const { entry, run } = call;
	const { model, stripped } = held.written;
	entry.facts.model = model;
	entry.facts.stripped = stripped.map(({ feature }) => feature);
	for (const one of stripped) run.parts.record.tell({ kind: 'stripped', ...one });
	return await exchange({ ...call, held }, deps, signal);
}

function limitAfter(error: unknown, { limit, route }: CallToSend, { written }: HeldCall) {
	if (!(error instanceof Refusal) || error.more.words === undefined || route.call !== 'generate') return undefined;
	return otherLimit({ ...written, words: error.more.words, limit });
}
