import { describe, expect, it } from 'vitest';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { openListen } from './open-listen.ts';

describe('what is said in Slack', () => {
	it('may be read by everyone in a public channel, by some in a private one and in a direct message', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		slack.addChannel({ id: 'C5', name: 'secret', kind: 'group', members: ['U1'] });
		for (const channel of ['C1', 'C5', slack.dm('U1')]) await slack.as('U1').mention(channel, 'hello');
		expect(listen.of('message').map(({ audience }) => audience)).toEqual(['public', 'private', 'private']);
	});

	it('to a slash command is heard by its person alone', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		await slack.as('U1').slash('/smith', 'status', 'C1');
		expect(listen.of('command')).toMatchObject([{ audience: 'alone' }]);
	});

	it('is not known to be public where Slack does not tell what a channel is', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		slack.failNext('conversations.info', 'missing_scope', 5);
		const text = `<@${slack.botUser}> hello`;
		const event = { type: 'app_mention', channel: 'C1', user: 'U1', text, ts: '1700000000.000100' };
		await slack.send({ subscription: 'app_mention', event: { ...event, event_ts: event.ts } });
		expect(listen.of('message')).toHaveLength(1);
		expect(listen.of('message')[0]).not.toHaveProperty('audience');
	});
});
