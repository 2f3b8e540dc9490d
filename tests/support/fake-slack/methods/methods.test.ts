import type { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeSlack, startFakeSlack } from '../fake-slack.ts';
import { errorOf, slackClient } from '../slack-client.ts';

let slack: FakeSlack;
let client: WebClient;
let root = '';

beforeEach(async () => {
	slack = await startFakeSlack({ ackMs: 50, retryMs: [], events: ['message.channels'] });
	client = slackClient(slack);
	root = (await client.chat.postMessage({ channel: 'C1', text: 'root' })).ts ?? '';
});
afterEach(() => slack[Symbol.asyncDispose]());

const plain = (text: string) => ({ type: 'plain_text', text }) as const;
const view = { type: 'modal', title: plain('T'), blocks: [] };
const home = { type: 'home', blocks: [] };
const open = async (blocks: object[] = []) => {
	const { payload } = await slack.as('U1').shortcut('any');
	return (await client.apiCall('views.open', {
		trigger_id: payload['trigger_id'],
		view: { ...view, blocks },
	})) as unknown as {
		view: { id: string; hash: string };
	};
};

describe('sessions of the fake Slack', () => {
	it('warn of a Stop button that nobody would hear, and show none', async () => {
		const status = { channel_id: 'C1', thread_ts: root, status: 'processing' };
		const answer = await client.apiCall('agents.sessions.setStatus', status);
		expect(answer).toMatchObject({ ok: true, warning: 'missing_agent_session_stopped_event_subscription' });
		await expect(slack.as('U1').stopSession('C1', root)).rejects.toThrow('Nobody sees a Stop button');
	});

	it('take a title only when they are made, and no ellipsis in a new one', async () => {
		const thread = { channel_id: 'C1', thread_ts: root };
		await client.apiCall('agents.sessions.setStatus', { ...thread, status: 'active', title: 'One' });
		await client.apiCall('agents.sessions.setStatus', { ...thread, status: 'closed', title: 'Two' });
		expect(slack.status('C1', root)).toMatchObject({ status: 'closed', title: 'One' });
		expect(await errorOf(client.agents.sessions.rename({ ...thread, title: 'Three…' }))).toBe('invalid_name');
		expect(await errorOf(client.agents.sessions.rename({ ...thread, title: 'Three' }))).toBe('ok');
		expect(slack.status('C1', root)?.title).toBe('Three');
	});

	it('lose the older status after two minutes, or when the app answers', async () => {
		const working = () =>
			client.assistant.threads.setStatus({ channel_id: 'C1', thread_ts: root, status: 'is working' });
		await working();
		expect(slack.status('C1', root)).toMatchObject({ status: 'processing', text: 'is working' });
		slack.advance(120_000);
		expect(slack.status('C1', root)?.text).toBeUndefined();
		await working();
		await client.chat.postMessage({ channel: 'C1', thread_ts: root, text: 'done' });
		expect(slack.status('C1', root)).toMatchObject({ status: 'active', text: undefined });
	});
});

describe('views of the fake Slack', () => {
	it('are updated by who knows their hash', async () => {
		const { view: opened } = await open();
		const update = (hash: string) => client.apiCall('views.update', { view_id: opened.id, hash, view });
		expect(await errorOf(update(opened.hash))).toBe('ok');
		expect(await errorOf(update(opened.hash))).toBe('hash_conflict');
		await slack.as('U1').closeView(opened.id);
		expect(await errorOf(client.apiCall('views.update', { view_id: opened.id, view }))).toBe('not_found');
	});

	it('stand on each other, three at most', async () => {
		const elements = [{ type: 'button', action_id: 'more', text: plain('More') }];
		const { view: opened } = await open([{ type: 'actions', elements }]);
		const push = async () => {
			const { payload } = await slack.as('U1').clickView(opened.id, 'more');
			return errorOf(client.apiCall('views.push', { trigger_id: payload['trigger_id'], view }));
		};
		expect([await push(), await push(), await push()]).toEqual(['ok', 'ok', 'push_limit_reached']);
		const { payload } = await slack.as('U1').shortcut('any');
		const stray = client.apiCall('views.push', { trigger_id: payload['trigger_id'], view });
		expect(await errorOf(stray)).toBe('invalid_trigger_id');
	});

	it('of the home tab are one a person', async () => {
		const publish = (extra: object = {}) => client.apiCall('views.publish', { user_id: 'U1', view: home, ...extra });
		await publish();
		const first = slack.home('U1');
		expect(await errorOf(publish({ hash: first?.['hash'] }))).toBe('ok');
		expect(await errorOf(publish({ hash: first?.['hash'] }))).toBe('hash_conflict');
		expect(slack.home('U1')?.['id']).toBe(first?.['id']);
		expect(slack.home('U2')).toBeUndefined();
	});
});

describe('places of the fake Slack', () => {
	it('list their members in pages', async () => {
		const { members, response_metadata } = await client.conversations.members({ channel: 'C1', limit: 2 });
		expect(members).toEqual(['U1', 'U2']);
		const cursor = response_metadata?.next_cursor ?? '';
		expect((await client.conversations.members({ channel: 'C1', limit: 2, cursor })).members).toEqual([slack.botUser]);
		expect(await errorOf(client.conversations.members({ channel: 'C1', limit: -1 }))).toBe('invalid_limit');
	});

	it('are opened for one person, the same each time, or for several', async () => {
		const { channel: dm } = await client.conversations.open({ users: 'U1' });
		expect(dm?.id).toBe(slack.dm('U1'));
		expect((await client.chat.postMessage({ channel: 'U1', text: 'x' })).channel).toBe(dm?.id);
		expect(await errorOf(client.conversations.open({ users: 'U1,U2' }))).toBe('missing_scope');
		slack.setScopes(['mpim:write', 'mpim:read', 'im:write']);
		const { channel: group } = await client.conversations.open({ users: 'U1,U2' });
		expect((await client.conversations.info({ channel: group?.id ?? '' })).channel).toMatchObject({ is_mpim: true });
		expect(await errorOf(client.apiCall('conversations.open'))).toBe('users_list_not_supplied');
	});

	it('have bots that are found by their id', async () => {
		expect((await client.bots.info({ bot: slack.botId })).bot).toMatchObject({ user_id: slack.botUser });
		expect(await errorOf(client.bots.info({ bot: 'B404' }))).toBe('bot_not_found');
	});

	it('list the workspaces of the app to who has its own token', async () => {
		const app = slackClient(slack, slack.appToken);
		const { authorizations } = await app.apps.event.authorizations.list({ event_context: 'x' });
		expect(authorizations).toMatchObject([{ team_id: 'T1', user_id: slack.botUser }]);
	});
});
