import type { Adapter } from '../../adapter.ts';
import { columnsKept } from '../../markdown/columns-kept.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { mayComeBack } from '../api/problems/trouble.ts';
import type { SlackShowDeps } from './slack-show-deps.ts';

/** Shows the answer to a slash command, for the eyes of whoever gave it. No turn runs there: only notices are shown. */
export async function answerSlash(
	deps: SlackShowDeps,
	...[thread, { session, turn, events }, alreadyShown]: Parameters<Adapter['tell']>
): Promise<void> {
	for (const event of events) {
		if (event.type !== 'notice') continue;
		await deps.once({ session, turn, thread, key: event.key }, alreadyShown, async () => {
			await deps.privately(thread, columnsKept(event.text)).catch((error: unknown) => {
				if (slackCode(error) === undefined || mayComeBack(error, thread)) throw error;
				deps.log.warn('Slack does not show somebody what is for them alone', { reason: slackCode(error) });
			});
			return thread.id;
		});
	}
}
