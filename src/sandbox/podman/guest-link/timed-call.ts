import { trySeconds } from '../../built-ins.ts';
import type { CallWatch, GuestCall } from '../../sandbox.ts';
import { liveText } from './call-result.ts';
import type { GuestAnswer, GuestClient } from './guest-client.ts';

/** Calls the guest, with a deadline a little beyond the guest's own. Rejects only with the signal's reason. */
export type TimedCall = (call: GuestCall, watch: CallWatch) => Promise<GuestAnswer>;

/** How long a call may take when its arguments do not say, ms, as the guest has it. */
const defaultTimeoutMs = 120_000;
/** The most time that the guest needs after a deadline of its own, ms: it ends a tree of processes, saves their output, tidies up. */
const graceMs = 30_000;

/**
 * A guest that answers pings but not a call in time is broken. As it runs some calls one after another, what else is in flight may all
 * come first.
 */
export function createTimedCall(client: Pick<GuestClient, 'call'>): TimedCall {
	let inFlightMs = 0;
	return async (call, { signal, onOutput }) => {
		const ownMs = ownTimeoutMs(call);
		inFlightMs += ownMs;
		try {
			return await client.call(call, {
				signal,
				withinMs: inFlightMs + graceMs,
				...(onOutput && { onProgress: (message) => onOutput(liveText(message)) }),
			});
		} finally {
			inFlightMs -= ownMs;
		}
	};
}

function ownTimeoutMs({ tool, args }: GuestCall): number {
	const seconds = tool === 'try_tool' || tool === 'watch_script' ? trySeconds : args['timeout'];
	return typeof seconds === 'number' ? seconds * 1_000 : defaultTimeoutMs;
}
