import type { AgentEvent } from '../../../src/agent/events.ts';
import type { Report } from '../../../src/demo/report.ts';
import type { FakeSlack } from '../fake-slack/fake-slack.ts';
import { waitFor } from '../wait-for.ts';

/** Tells people what happens in a thread. */
export interface Narrator {
	/** What the bot is at. */
	see(event: AgentEvent): void;
	/** What the bot has written since it was last asked. */
	tell(threadTs: string): void;
	/** Resolves when the workspace shows no work any more. */
	settled(threadTs: string): Promise<void>;
}

export function createNarrator(slack: FakeSlack, channel: string, report: Report): Narrator {
	const told = new Set<string>();
	return {
		see(event) {
			if (event.type === 'tool-started') report.say(`  ⋯ ${event.tool} ${event.title}`.trimEnd());
		},
		tell(threadTs) {
			for (const message of slack.messages(channel, threadTs)) {
				if (message.botId !== slack.botId || told.has(message.ts)) continue;
				told.add(message.ts);
				report.say(`Threadsmith:\n${readable(slack.plainText(message)).replaceAll(/^/gm, '  │ ')}`);
			}
		},
		async settled(threadTs) {
			await waitFor(() => slack.status(channel, threadTs)?.status === 'active', 'the status "active"');
		},
	};
}

/** Without the marks that Slack shows as fonts, and with thumbs as thumbs. */
function readable(words: string): string {
	return words
		.replaceAll(/(^|\s)[*_`](\S(?:.*?\S)?)[*_`](?=\s|$)/gm, '$1$2')
		.replace('Good answer\nBad answer', '👍 👎');
}
