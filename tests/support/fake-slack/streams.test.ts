import type { WebClient } from '@slack/web-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSlack, startFakeSlack } from './fake-slack.ts';
import type { SeenMessage } from './seen.ts';
import { errorOf, slackClient } from './slack-client.ts';

let slack: FakeSlack;
let client: WebClient;
let root = '';
const recipient = { recipient_user_id: 'U1', recipient_team_id: 'T1' };

beforeAll(async () => {
	slack = await startFakeSlack({ retryMs: [], ackMs: 50 });
	client = slackClient(slack);
	root = (await slack.as('U1').say('C1', 'go')).ts;
});
afterAll(() => slack[Symbol.asyncDispose]());

async function start(extra: object = {}): Promise<{ channel: string; ts: string }> {
	const { ts = '' } = await client.chat.startStream({ channel: 'C1', thread_ts: root, ...recipient, ...extra });
	return { channel: 'C1', ts };
}

const seen = (ts: string): SeenMessage => slack.message(ts) as SeenMessage;
const task = (id: string, status: string, extra: object = {}) => ({
	type: 'task_update',
	id,
	title: `task ${id}`,
	status,
	...extra,
});
const text = (words: string) => ({ type: 'markdown_text', text: words });
const append = (stream: object, chunks: object[]) => client.apiCall('chat.appendStream', { ...stream, chunks });

describe('a stream of the fake Slack', () => {
	it('grows, holds its cards in a plan, and ends with blocks, metadata and a status', async () => {
		const stream = await start({ task_display_mode: 'plan', chunks: [{ type: 'plan_update', title: 'Plan' }] });
		expect(slack.status('C1', root)).toMatchObject({ status: 'processing' });
		await append(stream, [task('a', 'in_progress'), text('one ')]);
		await append(stream, [task('a', 'complete', { output: 'done' }), text('two')]);
		expect(seen(stream.ts)).toMatchObject({ stream: 'streaming', text: 'one two' });
		expect(await errorOf(client.chat.update({ ...stream, text: 'x' }))).toBe('streaming_state_conflict');
		const metadata = { event_type: 'e', event_payload: { keys: 'k' } };
		const blocks = [{ type: 'context', elements: [{ type: 'mrkdwn', text: 'the end' }] }];
		await client.apiCall('chat.stopStream', { ...stream, metadata, blocks, session_status: 'suspended' });
		const message = seen(stream.ts);
		expect(message).toMatchObject({ stream: 'stopped', metadata });
		expect(slack.plainText(message)).toBe('Plan\ntask a\ndone\none two\nthe end\n'.trim());
		expect(message.blocks.map(({ type }) => type)).toEqual(['plan', 'markdown', 'context']);
		expect(slack.status('C1', root)).toMatchObject({ status: 'suspended' });
		await client.chat.update({ ...stream, text: 'short' });
		expect(seen(stream.ts)).toMatchObject({ text: 'short', blocks: [], metadata });
	});

	it('dies at five minutes, whatever is sent, and can be updated then', async () => {
		const stream = await start({ chunks: [text('x')] });
		slack.advance(240_000);
		await append(stream, [task('t', 'in_progress')]);
		slack.advance(60_000);
		expect(await errorOf(append(stream, [text('y')]))).toBe('message_not_in_streaming_state');
		expect(await errorOf(client.chat.stopStream(stream))).toBe('message_not_in_streaming_state');
		expect(seen(stream.ts).stream).toBe('timed-out');
		expect(slack.status('C1', root)).toMatchObject({ status: 'active' });
		expect(await errorOf(client.chat.update({ ...stream, text: 'whole' }))).toBe('ok');
	});

	it('ends when a person presses Stop, and the app is told which streams did', async () => {
		const stream = await start({ markdown_text: 'x' });
		await slack.as('U2').stopSession('C1', root);
		const event = slack.deliveries('agent_session_stopped').at(-1)?.payload['event'];
		expect(event).toMatchObject({ user: 'U2', thread_ts: root, streaming_message_ts: [stream.ts] });
		expect(await errorOf(client.chat.appendStream({ ...stream, markdown_text: 'y' }))).toBe('stopped_by_user');
		expect(seen(stream.ts).stream).toBe('stopped-by-user');
		expect(slack.status('C1', root)).toMatchObject({ status: 'processing' });
		await client.apiCall('agents.sessions.setStatus', { channel_id: 'C1', thread_ts: root, status: 'active' });
		await expect(slack.as('U2').stopSession('C1', root)).rejects.toThrow('Nobody sees a Stop button');
	});

	it('adds to details and output, replaces title and status, and shows a task left running as failed', async () => {
		const stream = await start({ chunks: [task('a', 'in_progress', { details: 'one' })] });
		await append(stream, [task('a', 'in_progress', { details: ' two' })]);
		await client.apiCall('chat.stopStream', stream);
		expect(seen(stream.ts).blocks[0]).toMatchObject({ type: 'task_card', status: 'error' });
		expect(slack.plainText(seen(stream.ts))).toBe('task a\none two');
	});

	it('needs no recipient in a DM', async () => {
		const channel = slack.dm('U1');
		const { ts = '' } = await client.chat.postMessage({ channel, text: 'root' });
		expect(await errorOf(client.chat.startStream({ channel, thread_ts: ts }))).toBe('ok');
	});

	it.each<[string, string, () => Promise<unknown>]>([
		['no recipient team', 'missing_recipient_team_id', () => start({ recipient_team_id: undefined })],
		['no recipient', 'missing_recipient_user_id', () => start({ recipient_user_id: undefined })],
		['a recipient of another team', 'invalid_arguments', () => start({ recipient_team_id: 'T9' })],
		['an unknown recipient', 'user_not_found', () => start({ recipient_user_id: 'U9' })],
		[
			'text and chunks',
			'cannot_provide_both_markdown_text_and_chunks',
			() => start({ markdown_text: 'x', chunks: [text('x')] }),
		],
		[
			'a title of 257',
			'invalid_chunks',
			() => start({ chunks: [{ ...task('a', 'pending'), title: 'x'.repeat(257) }] }),
		],
		[
			'a plan title of 257',
			'invalid_chunks',
			() => start({ chunks: [{ type: 'plan_update', title: 'x'.repeat(257) }] }),
		],
		['a status in words', 'invalid_chunks', () => start({ chunks: [task('a', 'working')] })],
		['a chunk that is none', 'invalid_chunks', () => start({ chunks: [{ type: 'shout' }] })],
		[
			'blocks that are wrong',
			'invalid_blocks',
			() => start({ chunks: [{ type: 'blocks', blocks: [{ type: 'section' }] }] }),
		],
		['too much at once', 'msg_too_long', () => start({ markdown_text: 'x'.repeat(12_001) })],
		['nothing to append', 'no_text', async () => client.chat.appendStream(await start())],
		[
			'text after chunks',
			'streaming_mode_mismatch',
			async () => client.chat.appendStream({ ...(await start({ chunks: [text('x')] })), markdown_text: 'x' }),
		],
		[
			'51 blocks at the end',
			'msg_blocks_too_many',
			async () => client.chat.stopStream({ ...(await start()), blocks: dividers(51) }),
		],
		['a message that is no stream', 'message_not_in_streaming_state', plainStream],
		[
			'a message of a person',
			'message_not_owned_by_app',
			() => client.chat.appendStream({ channel: 'C1', ts: root, markdown_text: 'x' }),
		],
		[
			'a stream that is none',
			'message_not_found',
			() => client.chat.stopStream({ channel: 'C1', ts: '1000000000.000000' }),
		],
	])('refuses %s: %s', async (_what, expected, call) => {
		expect(await errorOf(call())).toBe(expected);
	});

	it('holds no more than 10,600 bytes, and loses nothing that it took', async () => {
		const stream = await start({ chunks: [text('x'.repeat(10_000))] });
		expect(await errorOf(append(stream, [text('y'.repeat(601))]))).toBe('msg_too_long');
		expect(await errorOf(append(stream, [text('z'.repeat(600))]))).toBe('ok');
		expect(seen(stream.ts).text).toHaveLength(10_600);
	});

	it('is unknown where streaming is not to be had', async () => {
		await using plain = await startFakeSlack({ noStreaming: 'unknown_method' });
		const web = slackClient(plain);
		const { ts = '' } = await web.chat.postMessage({ channel: 'C1', text: 'root' });
		expect(await errorOf(web.chat.startStream({ channel: 'C1', thread_ts: ts, ...recipient }))).toBe('unknown_method');
	});

	it('is written by Slack’s own streamer', async () => {
		const streamer = client.chatStream({ channel: 'C1', thread_ts: root, ...recipient, buffer_size: 4 });
		await streamer.append({ markdown_text: 'hello ' });
		await streamer.append({ markdown_text: 'world' });
		await streamer.stop();
		expect(slack.messages('C1', root).at(-1)).toMatchObject({ text: 'hello world', stream: 'stopped' });
	});
});

async function plainStream(): Promise<unknown> {
	const { ts = '' } = await client.chat.postMessage({ channel: 'C1', text: 'plain', thread_ts: root });
	return client.chat.appendStream({ channel: 'C1', ts, markdown_text: 'x' });
}

function dividers(count: number): { type: 'divider' }[] {
	return Array.from({ length: count }, () => ({ type: 'divider' }));
}
