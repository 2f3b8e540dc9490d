import type { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSlack, startFakeSlack } from './fake-slack.ts';
import { errorOf, slackClient } from './slack-client.ts';

let slack: FakeSlack;
let client: WebClient;

beforeAll(async () => {
	slack = await startFakeSlack({ retryMs: [], ackMs: 50 });
	client = slackClient(slack);
});
afterAll(() => slack[Symbol.asyncDispose]());

async function post(extra: object = {}): Promise<string> {
	const { ts } = await client.chat.postMessage({ channel: 'C1', text: 'x', ...extra });
	return ts ?? '';
}

describe('messages of the fake Slack', () => {
	it('keep their metadata and show it only to who asks for it', async () => {
		const metadata = { event_type: 'threadsmith', event_payload: { keys: ['a'] } };
		const ts = await post({ metadata });
		const without = await client.conversations.replies({ channel: 'C1', ts });
		expect(without.messages?.[0]).not.toHaveProperty('metadata');
		const withIt = await client.conversations.replies({ channel: 'C1', ts, include_all_metadata: true });
		expect(withIt.messages?.[0]).toMatchObject({ metadata, bot_id: slack.botId });
	});

	it('are split when the text is over 4,040 characters', async () => {
		const ts = await post({ text: 'y'.repeat(9000) });
		const parts = slack.messages('C1').filter((message) => message.ts >= ts);
		expect(parts.map(({ text }) => text.length)).toEqual([4000, 4000, 1000]);
		expect(parts[0]?.ts).toBe(ts);
	});

	it('lose their blocks to a text, keep their metadata, and are marked as edited only by text', async () => {
		const metadata = { event_type: 'e', event_payload: {} };
		const ts = await post({ blocks: [{ type: 'divider' }], metadata });
		await client.chat.update({ channel: 'C1', ts, blocks: [{ type: 'markdown', text: '*m*' }], text: 'f' });
		expect(slack.message(ts)).toMatchObject({ edited: false, edits: 1, blocks: [{ text: '*m*' }] });
		await client.chat.update({ channel: 'C1', ts, text: 'only' });
		expect(slack.message(ts)).toMatchObject({ edited: true, blocks: [], text: 'only', metadata });
	});

	it('come in pages, threads from the root on', async () => {
		const ts = await post();
		for (const text of ['a', 'b', 'c']) await post({ text, thread_ts: ts });
		const texts: (string | undefined)[] = [];
		for await (const page of client.paginate('conversations.replies', { channel: 'C1', ts, limit: 2 })) {
			const { messages = [] } = page as { messages?: { text?: string }[] };
			texts.push(...messages.map(({ text }) => text));
		}
		expect(texts).toEqual(['x', 'a', 'b', 'c']);
		const newer = await client.conversations.replies({
			channel: 'C1',
			ts,
			oldest: slack.messages('C1', ts)[2]?.ts ?? '',
		});
		expect(newer.messages?.map(({ text }) => text)).toEqual(['x', 'c']);
	});

	it('tell of changes and of removal; a root with answers leaves a tombstone', async () => {
		const ada = slack.as('U1');
		const { ts } = await ada.say('C1', 'frist');
		await ada.edit(ts, 'first');
		const events = () => slack.deliveries('message').map(({ payload }) => payload['event']);
		expect(events().at(-1)).toMatchObject({
			...{ subtype: 'message_changed', channel: 'C1', channel_type: 'channel', hidden: true },
			message: { text: 'first', user: 'U1', edited: { user: 'U1' } },
			previous_message: { text: 'frist' },
		});
		await ada.remove(ts);
		expect(events().at(-1)).toMatchObject({ subtype: 'message_deleted', deleted_ts: ts });
		const { ts: root } = await ada.say('C1', 'root');
		await slack.as('U2').say('C1', 'answer', { threadTs: root });
		await ada.remove(root);
		expect(events().at(-1)).toMatchObject({ message: { subtype: 'tombstone' }, previous_message: { text: 'root' } });
		await expect(ada.edit(await post(), 'x')).rejects.toThrow('is not of "U1"');
	});

	it('say in which thread they are, and how many answers a root has', async () => {
		const ts = await post();
		const alone = await client.conversations.replies({ channel: 'C1', ts });
		expect(alone.messages?.[0]).not.toHaveProperty('thread_ts');
		const { ts: answer } = await slack.as('U1').say('C1', 'a', { threadTs: ts });
		const { messages } = await client.conversations.replies({ channel: 'C1', ts });
		expect(messages).toMatchObject([
			{ thread_ts: ts, reply_count: 1, latest_reply: answer },
			{ thread_ts: ts, parent_user_id: slack.botUser },
		]);
	});

	it('that only one person sees are seen by nobody else, and not to be read', async () => {
		const { message_ts: ts = '' } = await client.chat.postEphemeral({ channel: 'C1', user: 'U1', text: 'psst' });
		expect(slack.message(ts)).toMatchObject({ ephemeralTo: 'U1' });
		expect(await errorOf(client.conversations.replies({ channel: 'C1', ts }))).toBe('thread_not_found');
		expect(await errorOf(client.chat.update({ channel: 'C1', ts, text: 'x' }))).toBe('message_not_found');
	});

	it('name everybody whom they notify, and no one else', async () => {
		slack.addGroup({ id: 'S1', users: ['U1'], name: 'devs' });
		const blocks = [
			{ type: 'section', text: { type: 'mrkdwn', text: '<@U1> <!here> &lt;!channel&gt;' } },
			{ type: 'markdown', text: 'and <!subteam^S1>' },
		];
		const message = slack.message(await post({ blocks, text: 'x @channel' }));
		expect(message && slack.pings(message)).toEqual(['U1', '@here', 'S1']);
		expect(message && slack.plainText(message)).toBe('@Ada @here <!channel>\nand <!subteam^S1>');
		const linked = slack.message(await post({ text: 'x @channel', link_names: true }));
		expect(linked && slack.pings(linked)).toEqual(['@channel']);
	});

	it('of people from outside say so, and are known as strangers', async () => {
		slack.addTeam({ id: 'T2' });
		slack.addUser({ id: 'U8', team: 'T2', realName: 'Xe X' });
		slack.addUser({ id: 'U7', restricted: true });
		slack.addChannel({ id: 'CEXT', members: ['U1', 'U8'], extShared: true });
		const { deliveries } = await slack.as('U8').mention('CEXT', 'hi');
		for (const { payload } of deliveries) {
			expect(payload).toMatchObject({ is_ext_shared_channel: true, team_id: 'T2', context_team_id: 'T1' });
			expect(payload['event']).toMatchObject({ user_team: 'T2', user_profile: { real_name: 'Xe X' } });
			expect(payload['authorizations']).toMatchObject([{ team_id: 'T1', user_id: slack.botUser }]);
		}
		expect((await client.users.info({ user: 'U8' })).user).toMatchObject({ team_id: 'T2', is_stranger: true });
		expect((await client.users.info({ user: 'U7' })).user).toMatchObject({ is_restricted: true });
		expect((await client.conversations.info({ channel: 'CEXT' })).channel).toMatchObject({ is_ext_shared: true });
	});

	it('in a DM come once, as message.im', async () => {
		const { deliveries } = await slack.as('U1').mention(slack.dm('U1'), 'hi');
		expect(deliveries).toHaveLength(1);
		expect(deliveries[0]?.payload['event']).toMatchObject({ type: 'message', channel_type: 'im' });
	});

	it('do not reach the app where it is no member, not subscribed, or without the scope', async () => {
		slack.addChannel({ id: 'CAWAY', members: ['U1'], withBot: false });
		expect((await slack.as('U1').mention('CAWAY', 'hi')).deliveries).toEqual([]);
		await using deaf = await startFakeSlack({ ackMs: 50, retryMs: [], events: ['app_mention', 'message.channels'] });
		deaf.setScopes(['app_mentions:read']);
		const { deliveries } = await deaf.as('U1').mention('C1', 'hi');
		expect(deliveries.map(({ type }) => type)).toEqual(['app_mention']);
	});

	it('have a link', async () => {
		const ts = await post();
		const { permalink } = await client.chat.getPermalink({ channel: 'C1', message_ts: ts });
		expect(permalink).toBe(`https://t1.slack.com/archives/C1/p${ts.replace('.', '')}`);
	});
});
