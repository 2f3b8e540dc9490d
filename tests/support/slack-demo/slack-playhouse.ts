import type { Report } from '../../../src/demo/report.ts';
import type { FakeSlack } from '../fake-slack/fake-slack.ts';
import type { Playhouse } from '../platform-demo/play-demo.ts';
import { waitFor } from '../wait-for.ts';
import { createSlackNarrator } from './slack-narrator.ts';
import { threadVerdicts } from './thread-verdicts.ts';

export interface SlackPlayhouseDeps {
	readonly slack: FakeSlack;
	readonly report: Report;
	/** Sees the thread when all is played. */
	readonly look: (threadTs: string) => Promise<void>;
}

/** The channel of the conversation. */
export const demoChannel = 'C1';

/** A Slack workspace in which Ada mentions the bot in a channel and goes on in the thread. */
export function createSlackPlayhouse({ slack, report, look }: SlackPlayhouseDeps): Playhouse {
	const ada = slack.as('U1');
	let threadTs: string | undefined;
	return {
		settings: {
			SLACK_BOT_TOKEN: slack.botToken,
			SLACK_APP_TOKEN: slack.appToken,
			SLACK_API_URL: slack.apiUrl,
		},
		async ask(words, file) {
			report.say(`Ada: ${threadTs === undefined ? '@threadsmith ' : ''}${words}  📎 ${file.name}`);
			// Only the first message of a thread needs to name the bot.
			const sent =
				threadTs === undefined
					? await ada.mention(demoChannel, words, { files: [file] })
					: await ada.say(demoChannel, words, { files: [file], threadTs });
			threadTs = sent.threadTs;
		},
		narrator: createSlackNarrator({ slack, report, messages: () => slack.messages(demoChannel, threadTs) }),
		async settled() {
			const isActive = () => slack.status(demoChannel, threadTs ?? '')?.status === 'active';
			await waitFor(isActive, 'the status "active"').catch(() => {});
		},
		async outcome(episodes) {
			const thread = threadTs ?? '';
			await look(thread);
			const own = slack.messages(demoChannel, thread).filter(({ botId }) => botId === slack.botId);
			return {
				thread: `slack-${thread.replace('.', '-')}`,
				files: own.flatMap(({ files }) => files),
				verdicts: threadVerdicts({ slack, channel: demoChannel, threadTs: thread, episodes }),
			};
		},
	};
}
