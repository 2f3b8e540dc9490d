import { createHash } from 'node:crypto';
import type { Episode, Verdict } from '../../../src/demo/verdicts.ts';
import type { FakeSlack } from '../fake-slack/fake-slack.ts';
import type { SeenFile, SeenMessage } from '../fake-slack/seen.ts';

/** A thread in which the demo was played. */
export interface PlayedThread {
	readonly slack: FakeSlack;
	readonly channel: string;
	readonly threadTs: string;
	readonly episodes: readonly Episode[];
}

/** What the thread must look like after the demo's two turns, judged by what the workspace holds. */
export function threadVerdicts({ slack, channel, threadTs, episodes }: PlayedThread): Verdict[] {
	const all = slack.messages(channel, threadTs);
	const messages = all.filter(({ botId }) => botId === slack.botId);
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
		...episodes.map((episode) => handedOver(episode, files)),
		mentionless(all, episodes),
		verdict('each answer stands once in the thread', `${answers.length} answers`, answers.length === 2),
		verdict('with thumbs below it', `${thumbs.length} of them`, thumbs.length === 2),
		verdict('what was done is left as lines', `${lines.length} messages`, lines.length === 2 && streaming.length === 0),
		verdict('nobody was pinged', `${pinged.length} messages ping`, pinged.length === 0),
		verdict('the thread shows no work any more', `status ${status}`, status === 'active'),
		verdict('Slack refused no call', [...new Set(refused)].join(', ') || `${calls.length} calls`, refused.length === 0),
	];
}

/** What the sandbox made is in the thread, once and byte for byte. */
function handedOver({ file, events }: Episode, files: readonly SeenFile[]): Verdict {
	const made = events.filter((event) => event.type === 'artifact');
	const whole = made.filter(({ name, sha256 }) => {
		const shared = files.filter((one) => one.name === name);
		return shared.length === 1 && shared.every(({ bytes }) => digestOf(bytes) === sha256);
	});
	const value = `${whole.length} of ${made.length} files, bytes compared`;
	return verdict(`table and chart of ${file} came into the thread`, value, made.length === 2 && whole.length === 2);
}

/** The thread is the session: what is said in it later is heard without the bot's name. */
function mentionless(messages: readonly SeenMessage[], episodes: readonly Episode[]): Verdict {
	const [, second] = messages.filter(({ botId }) => botId === undefined);
	const sessions = new Set(episodes.flatMap(({ events }) => events.flatMap(sessionOf)));
	const isBare = second !== undefined && !second.text.includes('<@');
	const value = sessions.size === 1 ? 'same session' : `${sessions.size} sessions`;
	return verdict('the second message needed no mention', value, isBare && sessions.size === 1);
}

function sessionOf(event: Episode['events'][number]): string[] {
	return event.type === 'turn-started' ? [event.session] : [];
}

function isSmallPrint({ blocks }: SeenMessage): boolean {
	return blocks.length > 0 && blocks.every(({ type }) => type === 'context');
}

function digestOf(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

function verdict(name: string, value: string, met: boolean): Verdict {
	return { suite: 'demo', name, value, unit: 'seen', met };
}
