import type { Episode, Verdict } from '../../../src/demo/verdicts.ts';
import type { FakeSlack } from '../fake-slack/fake-slack.ts';
import type { SeenMessage } from '../fake-slack/seen.ts';
import { handedOver, mentionless, verdict } from '../platform-demo/common-verdicts.ts';

/** A thread in which the demo was played. */
export interface PlayedThread {
	readonly slack: FakeSlack;
	readonly channel: string;
	readonly threadTs: string;
	readonly episodes: readonly Episode[];
}

/** Verdicts on how the thread looks after the demo's two turns, judged by what the workspace holds. */
export function threadVerdicts({ slack, channel, threadTs, episodes }: PlayedThread): Verdict[] {
	const all = slack.messages(channel, threadTs);
	const messages = all.filter(({ botId }) => botId === slack.botId);
	const [, second] = all.filter(({ botId }) => botId === undefined);
	const files = messages.flatMap((message) => message.files);
	const text = (message: SeenMessage) => slack.plainText(message);
	const answers = messages.filter((message) => text(message).includes('Totals per region, highest first'));
	const thumbs = answers.filter(({ blocks }) => blocks.some(({ type }) => type === 'context_actions'));
	const lines = messages.filter((message) => isSmallPrint(message) && /✓ \*use_tool\*/.test(text(message)));
	const streaming = messages.filter(({ stream }) => stream === 'streaming');
	const pinged = messages.filter((message) => slack.pings(message).length > 0);
	const status = slack.status(channel, threadTs)?.status ?? 'none';
	const calls = slack.calls();
	const refused = calls.flatMap(({ method, outcome }) => (outcome === 'ok' ? [] : `${method}: ${outcome}`));
	return [
		...episodes.map((episode) => handedOver(episode, files, 'came into the thread')),
		mentionless(second?.text, episodes),
		verdict('each answer stands once in the thread', `${answers.length} answers`, answers.length === 2),
		verdict('with thumbs below it', `${thumbs.length} of them`, thumbs.length === 2),
		verdict('what was done is left as lines', `${lines.length} messages`, lines.length === 2 && streaming.length === 0),
		verdict('nobody was pinged', `${pinged.length} messages ping`, pinged.length === 0),
		verdict('the thread shows no work any more', `status ${status}`, status === 'active'),
		verdict('Slack refused no call', [...new Set(refused)].join(', ') || `${calls.length} calls`, refused.length === 0),
	];
}

function isSmallPrint({ blocks }: SeenMessage): boolean {
	return blocks.length > 0 && blocks.every(({ type }) => type === 'context');
}
