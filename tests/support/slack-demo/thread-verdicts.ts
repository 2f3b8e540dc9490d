import type { Verdict } from '../../../src/demo/verdicts.ts';
import type { FakeSlack } from '../fake-slack/fake-slack.ts';
import type { SeenMessage } from '../fake-slack/seen.ts';

/** What the thread must look like after the demo's two turns, judged by what the workspace holds. */
export function threadVerdicts(slack: FakeSlack, channel: string, threadTs: string): Verdict[] {
	const messages = slack.messages(channel, threadTs).filter(({ botId }) => botId === slack.botId);
	const text = (message: SeenMessage) => slack.plainText(message);
	const answers = messages.filter((message) => text(message).includes('Totals per region, highest first'));
	const thumbs = answers.filter(({ blocks }) => blocks.some(({ type }) => type === 'context_actions'));
	const lines = messages.filter((message) => /✓ \*use_tool\*/.test(text(message)));
	const streaming = messages.filter(({ stream }) => stream === 'streaming');
	const pinged = messages.filter((message) => slack.pings(message).length > 0);
	const status = slack.status(channel, threadTs)?.status ?? 'none';
	const refused = slack.calls().filter(({ outcome }) => outcome !== 'ok');
	return [
		verdict('each answer stands once in the thread', `${answers.length} answers`, answers.length === 2),
		verdict('with thumbs below it', `${thumbs.length} of them`, thumbs.length === 2),
		verdict('what was done is left as lines', `${lines.length} messages`, lines.length === 2 && streaming.length === 0),
		verdict('nobody was pinged', `${pinged.length} messages ping`, pinged.length === 0),
		verdict('the thread shows no work any more', `status ${status}`, status === 'active'),
		verdict(
			'Slack refused no call',
			refused.length === 0
				? `${slack.calls().length} calls`
				: refused.map(({ method, outcome }) => `${method}: ${outcome}`).join(', '),
			refused.length === 0,
		),
	];
}

function verdict(name: string, value: string, met: boolean): Verdict {
	return { suite: 'demo', name, value, unit: 'seen', met };
}
