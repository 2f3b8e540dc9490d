import { z } from 'zod';
import { messageOf } from '../../../base/errors.ts';
import { kept } from '../../../base/kept.ts';
import type { Logger } from '../../../base/log.ts';
import { cutText, oneLine } from '../../../base/text/cut-text.ts';
import { digestOf } from '../../../chat/asked.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { TitleOf } from '../../../chat/title.ts';
import type { Records } from '../../../store/records.ts';
import type { Calls } from '../api/calls.ts';
import { isNeverThere, slackCode } from '../api/problems/slack-sentence.ts';
import { neutralise } from '../render/markdown/neutralise.ts';
import { messageKey, placeOf } from '../thread-keys.ts';

export interface SessionTitlesDeps {
	readonly calls: Calls;
	readonly records: Pick<Records, 'get' | 'put'>;
	readonly titleOf: TitleOf;
	readonly log: Logger;
	readonly signal: AbortSignal;
}

/** The titles of agent sessions in Slack, by which people find them again. No more than help: they never reject, and nobody is told of failures. */
export interface SessionTitles {
	/** Tells Slack the title of the session that goes on in a thread: each once, and none where a person has given one. Slack must know of the session. */
	tell(thread: Thread, session: string): Promise<void>;
	/** A person has given the thread's session a title: that one stays. */
	named(thread: Thread): Promise<void>;
}

const toldSchema = kept({
	/** Of the title, which is somebody's words. */
	digest: z.string().optional(),
	by: z.enum(['us', 'person']),
});

/** https://docs.slack.dev/reference/methods/agents.sessions.rename: 1 to 200 characters. */
const longestTitle = 200;
/** Slack has no session in the thread (yet). */
const noSession = 'session_not_found';

export function createSessionTitles({ calls, records, titleOf, log, signal }: SessionTitlesDeps): SessionTitles {
	const without = new Set<string>();

	/** Rejects where the title may be taken another time; one that Slack refuses it refuses later, too. */
	async function rename(thread: Thread, title: string): Promise<void> {
		const { team, channel, ts } = placeOf(thread);
		const call = { method: 'agents.sessions.rename', team, repeat: 'safe' } as const;
		try {
			await calls.run(
				{ ...call, send: ({ agents }) => agents.sessions.rename({ channel_id: channel, thread_ts: ts, title }) },
				signal,
			);
		} catch (error) {
			if (isNeverThere(error)) without.add(team);
			if (slackCode(error) === undefined || slackCode(error) === noSession || without.has(team)) throw error;
			log.info('Slack takes no title', { reason: messageOf(error) });
		}
	}

	async function tell(thread: Thread, session: string): Promise<void> {
		if (without.has(placeOf(thread).team)) return;
		const title = titleFor((await titleOf(session)) ?? '');
		if (title === '') return;
		const known = await records.get('adapter', idOf(thread), toldSchema);
		if (known?.by === 'person' || known?.digest === digestOf(title)) return;
		await rename(thread, title);
		await records.put('adapter', session, idOf(thread), { digest: digestOf(title), by: 'us' });
	}

	const quietly = async (work: Promise<void>) => {
		await work.catch((error: unknown) => {
			if (!signal.aborted) log.info('Slack has no title', { reason: messageOf(error) });
		});
	};
	return {
		tell: (thread, session) => quietly(tell(thread, session)),
		named: (thread) => quietly(records.put('adapter', 'slack-titles', idOf(thread), { by: 'person' })),
	};
}

/** Slack is reported to refuse the sign for what is left out (`invalid_name`): https://docs.slack.dev/reference/methods/agents.sessions.rename tells no characters. Pure. */
function titleFor(title: string): string {
	const words = oneLine(neutralise(title)).replaceAll('…', ' ').trim();
	return title === 'Untitled' ? '' : cutText(words, longestTitle).replaceAll('…', '').trim();
}

function idOf(thread: Thread): string {
	return `slack-title ${messageKey(placeOf(thread))}`;
}

/** Somebody has renamed a session; https://docs.slack.dev/reference/events/agent_session_title_changed */
export const titleChangedSchema = z.object({ user: z.string(), channel: z.string(), thread_ts: z.string() });
