import type { Logger } from '../../../log.ts';
import type { Thread } from '../../../store/thread.ts';
import type { Clock } from '../../clock.ts';
import { messageKey, placeOf } from '../thread-keys.ts';
import type { Calls } from '../web/calls.ts';
import { isNeverThere } from '../web/slack-sentence.ts';

/** As Slack names them; https://docs.slack.dev/ai/agent-sessions */
export type SessionStatus = 'processing' | 'active' | 'suspended';

export interface SessionStatusDeps {
	readonly calls: Calls;
	readonly clock: Clock;
	readonly log: Logger;
	readonly signal: AbortSignal;
}

/** The status of agent sessions in Slack: what people see beside a thread while a turn runs. Never more than help: failures are logged. */
export interface SessionStatuses {
	/**
	 * Sets it, at some time; of several that wait only the last one is set. `processing` is kept up until another one is set. Resolves when
	 * Slack has the newest one, or does not take it.
	 */
	set(thread: Thread, status: SessionStatus): Promise<void>;
	/** Leaves it as it is, to whoever sets it next: `processing` is kept up no more. */
	leave(thread: Thread): void;
}

/** `processing` ends by itself after an hour. */
const keepUpMs = 50 * 60_000;
interface Wanted {
	status: SessionStatus;
	sent: SessionStatus | undefined;
	sending: Promise<void> | undefined;
	callOff: () => void;
}

export function createSessionStatuses({ calls, clock, log, signal }: SessionStatusDeps): SessionStatuses {
	const sessions = new Map<string, Wanted>();
	const without = new Set<string>();

	async function send(thread: Thread, wanted: Wanted): Promise<void> {
		const { team, channel, ts } = placeOf(thread);
		while (wanted.sent !== wanted.status && !without.has(team)) {
			const call = { method: 'agents.sessions.setStatus', team, repeat: 'safe' } as const;
			await calls.run(
				{
					...call,
					send: (client) => {
						// It may have changed while the call waited for its turn.
						wanted.sent = wanted.status;
						return client.agents.sessions.setStatus({ channel_id: channel, thread_ts: ts, status: wanted.status });
					},
				},
				signalFor(wanted),
			);
		}
	}

	/** That nothing runs any more is still said when we leave. */
	function signalFor({ status }: Wanted): AbortSignal {
		return status === 'processing' ? signal : new AbortController().signal;
	}

	async function wake(thread: Thread, wanted: Wanted): Promise<void> {
		if (signalFor(wanted).aborted) return;
		wanted.sending ??= sendAll(thread, wanted);
		await wanted.sending;
	}

	async function sendAll(thread: Thread, wanted: Wanted): Promise<void> {
		const isSent = await send(thread, wanted).then(
			() => true,
			(error: unknown) => refused(thread, error),
		);
		wanted.sending = undefined;
		// It may have changed in between.
		if (isSent && wanted.sent !== wanted.status && !without.has(placeOf(thread).team)) await wake(thread, wanted);
		else if (wanted.status !== 'processing') sessions.delete(keyOf(thread));
	}

	function refused(thread: Thread, error: unknown): false {
		if (isNeverThere(error)) without.add(placeOf(thread).team);
		if (!signal.aborted) log.info('Slack shows no status', { err: error });
		return false;
	}

	async function set(thread: Thread, status: SessionStatus): Promise<void> {
		const key = keyOf(thread);
		const wanted = sessions.get(key) ?? { status, sent: undefined, sending: undefined, callOff: () => {} };
		sessions.set(key, wanted);
		wanted.callOff();
		wanted.status = status;
		if (status === 'processing')
			wanted.callOff = clock.after(keepUpMs, () => {
				wanted.sent = undefined;
				void set(thread, 'processing');
			});
		await wake(thread, wanted);
	}

	function leave(thread: Thread): void {
		sessions.get(keyOf(thread))?.callOff();
		sessions.delete(keyOf(thread));
	}

	return { set, leave };
}

function keyOf(thread: Thread): string {
	return messageKey(placeOf(thread));
}
