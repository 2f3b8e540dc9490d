import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { type Thread, threadSchema } from '../../../chat/thread.ts';
import type { Records } from '../../../store/records.ts';
import type { Sign } from '../../intake/heard.ts';
import { createLeftBehind } from '../../intake/left-behind.ts';
import type { RunningTurns } from '../../present/running-turns.ts';
import type { SessionStatuses } from '../show/session-status.ts';

export interface HeardStatusDeps {
	readonly statuses: SessionStatuses;
	readonly running: Pick<RunningTurns, 'all'>;
	readonly records: Pick<Records, 'put' | 'list'>;
	readonly log: Logger;
}

/** The status of a thread in which something was heard that is not stored yet. */
export interface HeardStatus {
	show(thread: Thread): Sign;
	/** Takes away what a process left that ended before it had stored anything: Slack shows that for an hour. To be called before `show`. */
	recover(): Promise<void>;
}

export function createHeardStatus({ statuses, running, records, log }: HeardStatusDeps): HeardStatus {
	const kept = createLeftBehind(records, 'slack-signs', threadSchema);
	const holds = new Map<string, number>();

	const hold = ({ id }: Thread, more: number) => {
		const count = (holds.get(id) ?? 0) + more;
		if (count > 0) holds.set(id, count);
		else holds.delete(id);
	};
	const withdraw = (thread: Thread) => {
		const isHeld = holds.has(thread.id) || running.all().some((turn) => turn.thread.id === thread.id);
		if (!isHeld) void statuses.set(thread, 'active');
	};
	const keep = async (thread: Thread): Promise<() => Promise<void>> => {
		try {
			return await kept.keep(thread);
		} catch (error) {
			log.info('A sign cannot be noted', { reason: messageOf(error) });
			return async () => {};
		}
	};
	return {
		show(thread) {
			hold(thread, 1);
			void statuses.set(thread, 'processing');
			// Before the call has left: the store writes at once.
			const keeping = keep(thread);
			let free = () => {
				free = () => {};
				hold(thread, -1);
				keeping
					.then((done) => done())
					.catch((error: unknown) => log.info('A sign stays noted', { reason: messageOf(error) }));
			};
			return {
				thread: thread.id,
				stored: () => free(),
				end() {
					free();
					withdraw(thread);
				},
			};
		},
		async recover() {
			for (const { value, done } of await kept.left()) {
				withdraw(value);
				await done();
			}
		},
	};
}
