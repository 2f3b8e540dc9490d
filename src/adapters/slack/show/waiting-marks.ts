import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { Calls } from '../api/calls.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { placeOfKey } from '../thread-keys.ts';

export interface WaitingMarksDeps {
	readonly calls: Calls;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** Marks on messages that wait: no more than help, so that nothing here rejects. */
export interface WaitingMarks {
	add(key: string): Promise<void>;
	/** Takes the mark away; one that has not been set yet, because Slack limits marks, is not set any more. */
	remove(key: string): Promise<void>;
}

const mark = 'hourglass_flowing_sand';

interface Adding {
	readonly cancel: AbortController;
	/** Whether Slack may have the mark. */
	readonly added: Promise<boolean>;
}

export function createWaitingMarks({ calls, log, signal }: WaitingMarksDeps): WaitingMarks {
	const marks = new Map<string, Adding>();

	/** False when it was not sent. */
	async function react(key: string, act: 'add' | 'remove', inner: AbortSignal): Promise<boolean> {
		const place = placeOfKey(key);
		if (!place) return false;
		const { team, channel, ts: timestamp } = place;
		const call = { method: `reactions.${act}`, team, repeat: 'never' } as const;
		try {
			await calls.run({ ...call, send: (client) => client.reactions[act]({ channel, timestamp, name: mark }) }, inner);
			return true;
		} catch (error) {
			if (inner.aborted) return false;
			log.info('Slack does not show that a message waits', { reason: slackCode(error) ?? messageOf(error) });
			return true;
		}
	}

	return {
		async add(key) {
			const cancel = new AbortController();
			const added = react(key, 'add', AbortSignal.any([signal, cancel.signal]));
			marks.set(key, { cancel, added });
			await added;
		},
		async remove(key) {
			const adding = marks.get(key);
			marks.delete(key);
			adding?.cancel.abort(new Error('The message waits no more'));
			// One of an earlier process is there.
			if ((await adding?.added) ?? true) await react(key, 'remove', signal);
		},
	};
}
