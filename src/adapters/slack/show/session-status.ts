import type { Clock } from '../../../base/clock.ts';
import { PlatformAwayError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Calls } from '../api/calls.ts';
import { isNeverThere } from '../api/problems/slack-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import { messageKey, placeOf } from '../thread-keys.ts';

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
	 * Sets it, at some time; of several that wait only the last one is set. `processing` is kept up until another one is set; another one that
	 * could not be told while Slack was away is told later. Resolves when Slack has the newest one, or does not take it now.
	 */
	set(thread: Thread, status: SessionStatus): Promise<void>;
	/** Leaves it as it is, to whoever sets it next: `processing` is kept up no more. */
	leave(thread: Thread): void;
}

/** `processing` ends by itself after an hour. */
const keepUpMs = 50 * 60_000;
/** While Slack is away it is asked again so often: for the hour in which `processing` ends by itself. */
const againMs = 30_000;
const mostTries = 120;

interface Wanted {
	status: SessionStatus;
	/** The last one that was told, whether it arrived or not. */
	told: SessionStatus | undefined;
	/** The one that Slack has. */
	sent: SessionStatus | undefined;
	sending: Promise<void> | undefined;
	/** How often Slack was away. */
	tries: number;
	/** Nobody wants it any more, but for what is on its way: what is set next has to come after that. */
	isLeft: boolean;
	callOff: () => void;
}

export function createSessionStatuses({ calls, clock, log, signal }: SessionStatusDeps): SessionStatuses {
	const sessions = new Map<string, Wanted>();
	const without = new Set<string>();
	const end = () => {
		for (const { callOff } of sessions.values()) callOff();
	};
	signal.addEventListener('abort', end, { once: true });

	async function send(thread: Thread, wanted: Wanted): Promise<void> {
		const { team, channel, ts } = placeOf(thread);
		while (wanted.sent !== wanted.status && !without.has(team)) {
			const call = { method: 'agents.sessions.setStatus', team, repeat: 'safe' } as const;
			wanted.told = wanted.status;
			await calls.run(
				{
					...call,
					send: (client) => {
						// It may have changed while the call waited for its turn.
						wanted.told = wanted.status;
						return client.agents.sessions.setStatus({ channel_id: channel, thread_ts: ts, status: wanted.status });
					},
				},
				signalFor(wanted),
			);
			wanted.sent = wanted.told;
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
		const failure = await send(thread, wanted).then(
			() => undefined,
			(error: unknown) => refused(thread, error),
		);
		wanted.sending = undefined;
		if (failure !== undefined) wanted.sent = undefined;
		// It may have changed in between.
		if (wanted.told !== wanted.status && !without.has(placeOf(thread).team)) await wake(thread, wanted);
		else if (failure instanceof PlatformAwayError && mayWait(wanted)) tellLater(thread, wanted);
		else if (wanted.status !== 'processing' || wanted.isLeft) drop(thread, wanted);
	}

	function mayWait({ status, tries, isLeft }: Wanted): boolean {
		return status !== 'processing' && tries < mostTries && !isLeft && !signal.aborted;
	}

	function tellLater(thread: Thread, wanted: Wanted): void {
		wanted.tries += 1;
		wanted.callOff = clock.after(againMs, () => void wake(thread, wanted));
	}

	function drop(thread: Thread, wanted: Wanted): void {
		wanted.callOff();
		if (sessions.get(keyOf(thread)) === wanted) sessions.delete(keyOf(thread));
	}

	function refused(thread: Thread, error: unknown): unknown {
		if (isNeverThere(error)) without.add(placeOf(thread).team);
		if (!signal.aborted) log.info('Slack shows no status', { err: error });
		return awayOr(error);
	}

	async function set(thread: Thread, status: SessionStatus): Promise<void> {
		const key = keyOf(thread);
		const wanted = sessions.get(key) ?? unset(status);
		sessions.set(key, wanted);
		wanted.callOff();
		Object.assign(wanted, { status, tries: 0, isLeft: false });
		if (status === 'processing')
			wanted.callOff = clock.after(keepUpMs, () => {
				wanted.sent = undefined;
				void set(thread, 'processing');
			});
		await wake(thread, wanted);
	}

	function leave(thread: Thread): void {
		const wanted = sessions.get(keyOf(thread));
		if (!wanted) return;
		wanted.callOff();
		wanted.isLeft = true;
		if (!wanted.sending) drop(thread, wanted);
	}

	return { set, leave };
}

function unset(status: SessionStatus): Wanted {
	const nothing = { told: undefined, sent: undefined, sending: undefined };
	return { ...nothing, status, tries: 0, isLeft: false, callOff: () => {} };
}

function keyOf(thread: Thread): string {
	return messageKey(placeOf(thread));
}
