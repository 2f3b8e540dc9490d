import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSlack, startFakeSlack } from './fake-slack.ts';
import { allScopes } from './options.ts';
import { errorOf, slackClient } from './slack-client.ts';

let slack: FakeSlack;
let client: WebClient;
/** A root and an answer of the bot, a message of a person. */
let root = '';
let answer = '';
let theirs = '';

beforeAll(async () => {
	slack = await startFakeSlack({ retryMs: [], scopes: [...allScopes, 'team:read'] });
	client = slackClient(slack);
	slack.addChannel({ id: 'CNO', withBot: false });
	slack.addChannel({ id: 'GNO', kind: 'group', withBot: false });
	slack.addChannel({ id: 'COLD', archived: true });
	root = (await client.chat.postMessage({ channel: 'C1', text: 'root' })).ts ?? '';
	answer = (await client.chat.postMessage({ channel: 'C1', text: 'answer', thread_ts: root })).ts ?? '';
	theirs = (await slack.as('U1').say('C1', 'mine')).ts;
});
afterAll(() => slack[Symbol.asyncDispose]());

const long = (length: number) => 'x'.repeat(length);
const nowhere = '1000000000.000000';
const view: ModalView = { type: 'modal', title: { type: 'plain_text', text: 'T' }, blocks: [] };

describe('the fake Slack refuses', () => {
	it.each<[string, string, () => Promise<unknown>]>([
		['a token that is none', 'invalid_auth', () => slackClient(slack, 'xoxb-wrong').auth.test()],
		['no token', 'not_authed', () => slackClient(slack, '').auth.test()],
		['the app token for a bot method', 'not_allowed_token_type', () => slackClient(slack, slack.appToken).auth.test()],
		['a bot token for sockets', 'not_allowed_token_type', () => client.apps.connections.open()],
		['a method that is none', 'unknown_method', () => client.apiCall('chat.shout')],
		[
			'an argument that is none',
			'invalid_arguments',
			() => client.apiCall('chat.postMessage', { channel: 'C1', txt: 'x' }),
		],
		['another workspace', 'team_access_not_granted', () => client.apiCall('auth.test', { team_id: 'T9' })],
		['an unknown channel', 'channel_not_found', () => client.chat.postMessage({ channel: 'C404', text: 'x' })],
		[
			'a private channel without the bot',
			'channel_not_found',
			() => client.chat.postMessage({ channel: 'GNO', text: 'x' }),
		],
		[
			'a public channel without the bot',
			'not_in_channel',
			() => client.chat.postMessage({ channel: 'CNO', text: 'x' }),
		],
		['an archived channel', 'is_archived', () => client.chat.postMessage({ channel: 'COLD', text: 'x' })],
		['an answer as a root', 'cannot_reply_to_message', () => post({ thread_ts: answer })],
		['an empty text', 'no_text', () => client.chat.postMessage({ channel: 'C1', text: '' })],
		[
			'too much Markdown',
			'msg_too_long',
			() => client.chat.postMessage({ channel: 'C1', markdown_text: long(12_001) }),
		],
		[
			'Markdown beside text',
			'markdown_text_conflict',
			() => client.apiCall('chat.postMessage', { channel: 'C1', markdown_text: 'x', text: 'x' }),
		],
		['metadata of another form', 'invalid_metadata_format', () => post({ metadata: { keys: [] } })],
		[
			'an update of a person’s message',
			'cant_update_message',
			() => client.chat.update({ channel: 'C1', ts: theirs, text: 'x' }),
		],
		['an update of nothing', 'message_not_found', () => client.chat.update({ channel: 'C1', ts: nowhere, text: 'x' })],
		['an update over 4,000', 'msg_too_long', () => client.chat.update({ channel: 'C1', ts: root, text: long(4001) })],
		[
			'an update in a person’s id',
			'channel_not_found',
			() => client.chat.update({ channel: 'U1', ts: root, text: 'x' }),
		],
		['deleting a person’s message', 'cant_delete_message', () => client.chat.delete({ channel: 'C1', ts: theirs })],
		[
			'whispering to somebody outside',
			'user_not_in_channel',
			() => client.chat.postEphemeral({ channel: 'C1', user: 'U9', text: 'x' }),
		],
		[
			'a thread to read that is none',
			'thread_not_found',
			() => client.conversations.replies({ channel: 'C1', ts: nowhere }),
		],
		[
			'a cursor that is none',
			'invalid_cursor',
			() => client.conversations.replies({ channel: 'C1', ts: root, cursor: 'x' }),
		],
		['reading where the bot is not', 'not_in_channel', () => client.conversations.history({ channel: 'CNO' })],
		['an unknown person', 'user_not_found', () => client.users.info({ user: 'U404' })],
		['a DM with nobody', 'user_not_found', () => client.conversations.open({ users: 'U404' })],
		['an unknown group', 'no_such_subteam', () => client.usergroups.users.list({ usergroup: 'S404' })],
		['an unknown team', 'team_not_found', () => client.team.info({ team: 'T404' })],
		[
			'a reaction with capitals',
			'invalid_name',
			() => client.reactions.add({ channel: 'C1', timestamp: root, name: 'X!' }),
		],
		[
			'a reaction taken from nothing',
			'no_reaction',
			() => client.reactions.remove({ channel: 'C1', timestamp: root, name: 'x' }),
		],
		['a session status in words', 'invalid_arguments', () => setStatus({ status: 'thinking' })],
		[
			'a session title on no session',
			'session_not_found',
			() => client.agents.sessions.rename({ channel_id: 'C1', thread_ts: root, title: 'x' }),
		],
		['five suggested prompts', 'invalid_arguments', () => prompts(slack.dm('U1'), 5)],
		['suggested prompts in a channel', 'channel_type_not_supported', () => prompts('C1', 1)],
		['a trigger that is none', 'invalid_trigger_id', () => client.views.open({ trigger_id: 'x', view })],
		[
			'a view without a title',
			'invalid_arguments',
			() => client.apiCall('views.open', { trigger_id: 'x', view: { type: 'modal', blocks: [] } }),
		],
		[
			'a huge view',
			'view_too_large',
			() => client.apiCall('views.open', { trigger_id: 'x', view: { ...view, x: long(250_000) } }),
		],
		[
			'a home tab for nobody',
			'user_not_found',
			() => client.views.publish({ user_id: 'U404', view: { type: 'home', blocks: [] } }),
		],
		['an update of no view', 'not_found', () => client.views.update({ view_id: 'V404', view })],
		['an unknown file', 'file_not_found', () => client.files.info({ file: 'F404' })],
		[
			'the manifest of another app',
			'invalid_app_id',
			() => slackClient(slack, slack.configToken).apps.manifest.export({ app_id: 'A404' }),
		],
		['a code that is none', 'invalid_code', () => oauth({})],
		['another client id', 'invalid_client_id', () => oauth({ client_id: 'x' })],
		['another client secret', 'bad_client_secret', () => oauth({ client_secret: 'x' })],
	])('%s: %s', async (_what, expected, call) => {
		expect(await errorOf(call())).toBe(expected);
	});

	it('a second reaction of the same kind', async () => {
		const reaction = { channel: 'C1', timestamp: root, name: 'eyes' };
		expect(await errorOf(client.reactions.add(reaction))).toBe('ok');
		expect(slack.reactions(root)).toEqual({ eyes: [slack.botUser] });
		expect(await errorOf(client.reactions.add(reaction))).toBe('already_reacted');
		expect(await errorOf(client.reactions.remove(reaction))).toBe('ok');
	});

	it('a call without its scope, naming what is needed and what there is', async () => {
		await using bare = await startFakeSlack({ scopes: ['chat:write'] });
		const call = slackClient(bare).users.info({ user: 'U1' });
		await expect(call).rejects.toMatchObject({
			data: { error: 'missing_scope', needed: 'users:read', provided: 'chat:write' },
		});
		bare.setScopes(['users:read']);
		const { user, response_metadata } = await slackClient(bare).users.info({ user: 'U1' });
		expect(user).toMatchObject({ id: 'U1', profile: { display_name: 'Ada' }, is_admin: true });
		expect(response_metadata?.scopes).toEqual(['users:read']);
		expect(await errorOf(slackClient(bare).conversations.replies({ channel: 'C1', ts: nowhere }))).toBe(
			'missing_scope',
		);
		expect(await errorOf(slackClient(bare).chat.postMessage({ channel: 'C1', text: 'x' }))).toBe('missing_scope');
	});

	it('another name without its scope', async () => {
		await using bare = await startFakeSlack({ scopes: ['chat:write'] });
		const call = slackClient(bare).chat.postMessage({ channel: 'C1', text: 'x', username: 'Boss' });
		await expect(call).rejects.toMatchObject({ data: { needed: 'chat:write.customize' } });
	});

	it('a trigger that was used, and one that is older than three seconds', async () => {
		await using other = await startFakeSlack({ ackMs: 100 });
		const web = slackClient(other);
		const { payload } = await other.as('U1').shortcut('any');
		const trigger_id = String(payload['trigger_id']);
		expect(await errorOf(web.views.open({ trigger_id, view }))).toBe('ok');
		expect(await errorOf(web.views.open({ trigger_id, view }))).toBe('exchanged_trigger_id');
		const late = String((await other.as('U1').shortcut('any')).payload['trigger_id']);
		other.advance(3000);
		expect(await errorOf(web.views.open({ trigger_id: late, view }))).toBe('expired_trigger_id');
	});
});

function post(extra: object): Promise<unknown> {
	return client.apiCall('chat.postMessage', { channel: 'C1', text: 'x', ...extra });
}

function setStatus({ status }: { status: string }): Promise<unknown> {
	return client.apiCall('agents.sessions.setStatus', { channel_id: 'C1', thread_ts: root, status });
}

function prompts(channel_id: string, count: number): Promise<unknown> {
	const list = Array.from({ length: count }, () => ({ title: 't', message: 'm' }));
	return client.apiCall('assistant.threads.setSuggestedPrompts', { channel_id, prompts: list });
}

function oauth(changes: object): Promise<unknown> {
	const { clientId: client_id, clientSecret: client_secret } = slack;
	return client.apiCall('oauth.v2.access', { client_id, client_secret, code: 'x', redirect_uri: 'x', ...changes });
}
