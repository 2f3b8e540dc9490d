import type { Usage } from '../../chat/usage.ts';
import type { Meter } from '../dialects/dialect.ts';
import type { Routed } from '../dialects/dialects.ts';
import { upstreamHeaders } from '../dialects/headers.ts';
import type { GatewayLimits } from '../gateway-limits.ts';
import type { Run } from '../runs/run.ts';
import type { Answering, Asked } from '../serve/asked.ts';
import type { GoodAnswer, Outgoing, Sender } from '../upstream/send.ts';
import { type Upstream, urlOf } from '../upstream/upstream.ts';
import type { CallEntry } from './call-log.ts';
import type { HeldCall } from './hold-call.ts';
import { type Passing, passOn, wholeReservation } from './pass-on.ts';
import { Refusal } from './refusal.ts';

/** A call that is paid for. */
export interface PaidCall extends Routed {
	readonly run: Run;
	readonly asked: Asked;
	readonly answering: Answering;
	readonly upstream: Upstream;
	readonly entry: CallEntry;
	/** Settled in the end, whatever becomes of the call. */
	readonly held: HeldCall;
}

export interface ExchangeDeps {
	readonly sender: Pick<Sender, 'send'>;
	readonly limits: Pick<GatewayLimits, 'answerBytes'>;
	/** Milliseconds of a clock that only goes forward. */
	readonly now: () => number;
}

/**
 * Sends a call upstream and passes the answer on. Resolves with the upstream's words where an answer that began well told of a failure. Rejects
 * with a `Refusal`, and with the signal's reason.
 */
export async function exchange(call: PaidCall, deps: ExchangeDeps, signal: AbortSignal): Promise<string | undefined> {
	const { held, entry, answering, route } = call;
	let unknown = false;
	let passing: Passing | undefined;
	try {
		signal.throwIfAborted();
		const began = deps.now();
		const answer = await deps.sender.send(outgoingOf(call), signal).catch((error: unknown) => {
			unknown = isUnknown(error, signal);
			throw error;
		});
		passing = passingOf(call, answer, { ...deps, began });
		await passing.run(signal);
		return passing.failure();
	} finally {
		const usage = route.call === 'count' ? undefined : (passing?.usage() ?? lostUsage(call, unknown));
		if (usage) entry.facts.usage = usage;
		// The run's own tally is right before the agent sees the end.
		const settled = held.settle(usage);
		if (passing?.isWhole()) answering.end();
		await settled;
	}
}

function outgoingOf({ dialect, upstream, held: { written }, asked, entry }: PaidCall): Outgoing {
	entry.saw('sent', written.body);
	return {
		url: urlOf(upstream, written.path),
		headers: upstreamHeaders(dialect.name, asked.headers, written.streams, upstream.apiKey),
		body: written.body,
		apiKey: upstream.apiKey,
		wantsEvents: written.streams,
	};
}

/** Counting is free. */
const noMeter: Meter = {
	...{ push: () => {}, end: () => {} },
	...{ usage: () => undefined, failure: () => undefined, isOver: () => false },
};

function passingOf(call: PaidCall, answer: GoodAnswer, deps: ExchangeDeps & { readonly began: number }): Passing {
	const { limits, now, began } = deps;
	const { dialect, route, held, answering, entry } = call;
	const meter = route.call === 'generate' ? dialect.meter(route, answer.headers['content-type'] ?? '') : noMeter;
	const onChunk = (chunk: Uint8Array) => entry.saw('got', chunk);
	return passOn({
		answer,
		meter,
		answering,
		onChunk,
		written: held.written,
		most: limits.answerBytes,
		elapsed: () => now() - began,
	});
}

/** Whether a model may have worked on a call that has brought nothing. */
function isUnknown(error: unknown, signal: AbortSignal): boolean {
	return signal.aborted || !(error instanceof Refusal) || error.status === 504;
}

function lostUsage({ held }: PaidCall, unknown: boolean): Usage | undefined {
	return unknown ? wholeReservation(held.written) : undefined;
}
