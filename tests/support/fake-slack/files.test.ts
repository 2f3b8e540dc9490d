import type { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeSlack, startFakeSlack } from './fake-slack.ts';
import { errorOf, slackClient } from './slack-client.ts';

let slack: FakeSlack;
let client: WebClient;
let root = '';

beforeEach(async () => {
	slack = await startFakeSlack({ retryMs: [], ackMs: 50, sharePolls: 2 });
	client = slackClient(slack);
	root = (await client.chat.postMessage({ channel: 'C1', text: 'root' })).ts ?? '';
});
afterEach(() => slack[Symbol.asyncDispose]());

const bytes = (text: string) => Buffer.from(text);

async function reserve(length: number): Promise<{ url: string; id: string }> {
	const { upload_url = '', file_id = '' } = await client.files.getUploadURLExternal({ filename: 'a.csv', length });
	return { url: upload_url, id: file_id };
}

async function upload(text: string): Promise<string> {
	const { url, id } = await reserve(text.length);
	expect((await fetch(url, { method: 'POST', body: text })).status).toBe(200);
	return id;
}

const complete = (id: string, extra: object = {}) =>
	client.apiCall('files.completeUploadExternal', {
		files: [{ id, title: 'Chart' }],
		channel_id: 'C1',
		thread_ts: root,
		...extra,
	});
const get = (url: unknown, token = slack.botToken) =>
	fetch(String(url), { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' });

describe('files of the fake Slack', () => {
	it('are uploaded by Slack’s own client and shared after some polls, as one message of the bot', async () => {
		const uploads = ['one', 'two'].map((name) => ({ file: bytes(name), filename: `${name}.txt` }));
		await client.filesUploadV2({ channel_id: 'C1', thread_ts: root, initial_comment: 'both', file_uploads: uploads });
		const [first] = slack.files();
		const info = async () => (await client.files.info({ file: first?.id ?? '' })).file;
		expect(await info()).not.toHaveProperty('shares');
		expect(await info()).not.toHaveProperty('shares');
		expect(slack.messages('C1', root)).toHaveLength(1);
		const shared = slack.messages('C1', root).at(-1);
		const file = await info();
		const message = slack.messages('C1', root).at(-1);
		expect(shared?.ts).toBe(root);
		expect(message).toMatchObject({ text: 'both', subtype: 'file_share', botId: slack.botId });
		expect(message?.files.map(({ name }) => name)).toEqual(['one.txt', 'two.txt']);
		expect(file?.shares?.public?.['C1']).toEqual([{ ts: message?.ts, thread_ts: root }]);
	});

	it('come back in the same bytes to who has the token', async () => {
		const id = await upload('a,b\n');
		await complete(id);
		const { file } = await client.files.info({ file: id });
		expect(file).toMatchObject({ title: 'Chart', name: 'a.csv', size: 4, mimetype: 'text/csv' });
		expect(await (await get(file?.url_private_download)).text()).toBe('a,b\n');
	});

	it('are a login page, and a success, to who has no token or may not read files', async () => {
		const id = slack.addFile('U1', { name: 'a.txt', bytes: 'x' });
		const { file } = await client.files.info({ file: id });
		for (const response of [await get(file?.url_private, 'xoxb-wrong'), await fetch(file?.url_private ?? '')]) {
			expect(response.status).toBe(200);
			expect(response.headers.get('content-type')).toContain('text/html');
			expect(await response.text()).toContain('<!DOCTYPE html>');
		}
		slack.setScopes(['files:write']);
		expect(await (await get(file?.url_private)).text()).toContain('Sign in');
	});

	it('can send on elsewhere, be gone, be external or be for no one', async () => {
		const elsewhere = slack.addFile('U1', { name: 'r', bytes: 'x', redirectTo: 'http://127.0.0.1:9/steal' });
		const { file } = await client.files.info({ file: elsewhere });
		expect((await get(file?.url_private)).headers.get('location')).toBe('http://127.0.0.1:9/steal');
		const { ts } = await slack.as('U1').say('C1', 'gone', { files: [elsewhere] });
		await slack.as('U1').deleteFile(elsewhere);
		expect((await get(file?.url_private)).status).toBe(404);
		expect(await errorOf(client.files.info({ file: elsewhere }))).toBe('file_deleted');
		const { messages } = await client.conversations.replies({ channel: 'C1', ts });
		expect(messages?.[0]?.files).toEqual([{ id: elsewhere, mode: 'tombstone' }]);
		const outside = slack.addFile('U1', { name: 'e', bytes: '', mode: 'external' });
		expect((await client.files.info({ file: outside })).file).not.toHaveProperty('url_private_download');
		const denied = slack.addFile('U1', { name: 'd', bytes: '', access: 'access_denied' });
		expect((await client.files.info({ file: denied })).file).toMatchObject({ file_access: 'access_denied' });
	});

	it('of a person come with both deliveries, or with one, or as stubs', async () => {
		const ada = slack.as('U1');
		const files = [{ name: 'sales.csv', bytes: 'a\n' }];
		const filesOf = async (options: object) => {
			const { deliveries } = await ada.mention('C1', 'look', { files, ...options });
			return deliveries.map(({ type, payload }) => {
				const event = payload['event'] as { subtype?: string; files?: { name?: string; file_access?: string }[] };
				return [type, event.subtype, event.files?.map(({ name, file_access }) => name ?? file_access)];
			});
		};
		expect(await filesOf({})).toEqual([
			['app_mention', 'file_share', ['sales.csv']],
			['message', 'file_share', ['sales.csv']],
		]);
		expect(await filesOf({ omitFilesFrom: 'app_mention', order: 'message-first' })).toEqual([
			['message', 'file_share', ['sales.csv']],
			['app_mention', 'file_share', undefined],
		]);
		expect(await filesOf({ stub: true, only: 'message' })).toEqual([['message', 'file_share', ['check_file_info']]]);
	});

	it.each<[string, string, () => Promise<unknown>]>([
		['a length of 0', 'missing_argument', () => reserve(0)],
		['completing what is not uploaded', 'file_not_found', async () => complete((await reserve(1)).id)],
		['completing the unknown', 'file_not_found', () => complete('F404')],
		[
			'completing twice',
			'file_update_failed',
			async () => {
				const id = await upload('x');
				await complete(id);
				return complete(id);
			},
		],
		[
			'a channel without the bot',
			'not_in_channel',
			async () => {
				slack.addChannel({ id: 'CNO', withBot: false });
				return complete(await upload('x'), { channel_id: 'CNO', thread_ts: undefined });
			},
		],
		['a channel that is none', 'channel_not_found', async () => complete(await upload('x'), { channel_id: 'C404' })],
		[
			'an answer as a root',
			'cannot_reply_to_message',
			async () => {
				const { ts } = await client.chat.postMessage({ channel: 'C1', text: 'a', thread_ts: root });
				return complete(await upload('x'), { thread_ts: ts });
			},
		],
		['blocks that are wrong', 'invalid_blocks', async () => complete(await upload('x'), { blocks: [{ type: 'x' }] })],
		[
			'deleting a person’s file',
			'cant_delete_file',
			() => client.files.delete({ file: slack.addFile('U1', { name: 'a', bytes: 'a' }) }),
		],
	])('refuses %s: %s', async (_what, expected, call) => {
		expect(await errorOf(call())).toBe(expected);
	});

	it('refuses another number of bytes than was named', async () => {
		const { url, id } = await reserve(5);
		expect((await fetch(url, { method: 'POST', body: 'four' })).status).toBe(400);
		expect(await errorOf(complete(id))).toBe('file_not_found');
	});

	it('can lose an upload or a download', async () => {
		const { url } = await reserve(1);
		slack.failNext('upload', { status: 500 });
		expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(500);
		slack.failNext('upload', 'drop-response');
		await expect(fetch(url, { method: 'POST', body: 'x' })).rejects.toThrow('fetch failed');
		expect(Buffer.from(slack.files()[0]?.bytes ?? []).toString()).toBe('x');
		const id = slack.addFile('U1', { name: 'a', bytes: 'a' });
		const { file } = await client.files.info({ file: id });
		slack.failNext('download', 'drop-request');
		await expect(get(file?.url_private)).rejects.toThrow('fetch failed');
	});
});
