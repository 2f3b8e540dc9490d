import type { RespondFn } from '@slack/bolt';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Calls } from '../api/calls.ts';
import type { SlackRender } from '../render/renderers.ts';
import { hasRoot, placeOf, type SlackPlace, threadAt } from '../thread-keys.ts';
import { createAnswerLines } from './answer-lines.ts';

export interface PrivateThreadsDeps {
	readonly calls: Calls;
	readonly render: SlackRender;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** Threads that are no message's: what somebody and the slash command say to each other in a channel, for their eyes only. */
export interface PrivateThreads {
	/** The thread of somebody in a channel, whose next answers go through `respond`. */
	open(place: PrivatePlace, respond: RespondFn): Thread;
	/** Says `text`, Markdown, in a private thread, with no key and no trace. False, and nothing is said, for any other thread. */
	say(thread: Thread, text: string): Promise<boolean>;
}

export interface PrivatePlace {
	readonly team: string;
	readonly channel: string;
	readonly user: string;
}

export function createPrivateThreads({ calls, render, clock, log, signal }: PrivateThreadsDeps): PrivateThreads {
	const lines = createAnswerLines(clock.now);

	const answer = async (thread: Thread, text: string): Promise<boolean> => {
		const respond = lines.take(thread.id);
		if (!respond) return false;
		return respond({ text, response_type: 'ephemeral', replace_original: false }).then(
			() => true,
			(error: unknown) => {
				log.info('Slack takes no answer to a command any more', { err: error });
				return false;
			},
		);
	};
	const sayAlone = async ({ team, channel, ts: user }: SlackPlace, text: string) => {
		const args = { channel, user, text };
		const send = { method: 'chat.postEphemeral', team, channel, repeat: 'safe' } as const;
		await calls.run({ ...send, send: (client) => client.chat.postEphemeral(args) }, signal);
	};

	return {
		open({ team, channel, user }, respond) {
			const thread = threadAt({ team, channel, ts: user });
			lines.open(thread.id, respond);
			return thread;
		},
		async say(thread, text) {
			if (hasRoot(thread)) return false;
			const place = placeOf(thread);
			const words = await render('text', [text]);
			if (!(await answer(thread, words))) await sayAlone(place, words);
			return true;
		},
	};
}
