import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { waitFor } from '../../wait-for.ts';
import { connectHttpApp, connectSocketApp } from '../bolt-app.ts';
import { type FakeSlack, startFakeSlack } from '../fake-slack.ts';
import { errorOf, slackClient } from '../slack-client.ts';

interface Envelope {
	readonly envelope_id: string;
	readonly type: string;
	readonly reason?: string;
	readonly retry_attempt?: number;
	readonly retry_reason?: string;
	readonly payload?: { readonly event_id?: string };
}

/** A socket that keeps what it gets; `acks`: answers everything. */
async function listen(slack: FakeSlack, acks: boolean): Promise<{ got: Envelope[]; socket: WebSocket }> {
	const { url = '' } = await slackClient(slack, slack.appToken).apps.connections.open();
	const socket = new WebSocket(url);
	const got: Envelope[] = [];
	socket.on('message', (data) => {
		const envelope = JSON.parse(String(data)) as Envelope;
		got.push(envelope);
		if (acks && envelope.envelope_id) socket.send(JSON.stringify({ envelope_id: envelope.envelope_id }));
	});
	socket.on('error', () => {});
	await waitFor(() => got.some(({ type }) => type === 'hello'), 'hello');
	return { got, socket };
}

const fast = { retryMs: [10, 20, 30] };
/** Slack comes again until a new socket is there. */
const untilThere = { retryMs: Array<number>(200).fill(50) };
const say = (slack: FakeSlack) => slack.as('U1').say('C1', 'hi');
const events = ({ got }: { got: readonly Envelope[] }) => got.filter(({ type }) => type === 'events_api');

describe('sockets of the fake Slack', () => {
	it('get an event again, in a new envelope, when nobody acknowledges it', async () => {
		await using slack = await startFakeSlack({ ...fast, ackMs: 100 });
		const deaf = await listen(slack, false);
		const { acknowledged, deliveries } = await say(slack);
		expect(acknowledged).toBe(false);
		expect(deliveries[0]?.attempts.map(({ failure }) => failure)).toEqual(Array(4).fill('timeout'));
		const got = await waitFor(() => events(deaf).length >= 4 && events(deaf), 'the last of them');
		expect(got.map(({ retry_attempt, retry_reason }) => [retry_attempt, retry_reason])).toEqual([
			[0, ''],
			...[1, 2, 3].map((attempt) => [attempt, 'timeout']),
		]);
		expect(new Set(got.map(({ envelope_id }) => envelope_id)).size).toBe(4);
		expect(new Set(got.map(({ payload }) => payload?.event_id)).size).toBe(1);
	});

	it('end when the other end answers no pings any more, and leave the event to another', async () => {
		await using slack = await startFakeSlack({ ackMs: 1000, pingMs: 1000, ...untilThere });
		const gone = await listen(slack, true);
		gone.socket.pause();
		const sent = say(slack);
		await waitFor(() => slack.sockets() === 0, 'the end of the silent one');
		await listen(slack, true);
		expect((await sent).acknowledged).toBe(true);
		gone.socket.terminate();
	});

	it('get each payload once among them', async () => {
		await using slack = await startFakeSlack(fast);
		const all = [await listen(slack, true), await listen(slack, true)];
		for (let index = 0; index < 6; index += 1) await say(slack);
		expect(all.map((one) => events(one).length)).toEqual([3, 3]);
	});

	it('that end before they acknowledge leave the event to another', async () => {
		await using slack = await startFakeSlack(untilThere);
		const first = await listen(slack, true);
		slack.disconnectSockets('cut', 'after-next-delivery');
		const sent = say(slack);
		await waitFor(() => first.socket.readyState === first.socket.CLOSED, 'the cut');
		const second = await listen(slack, true);
		const { acknowledged, deliveries } = await sent;
		expect(acknowledged).toBe(true);
		expect(deliveries[0]?.attempts[0]?.failure).toBe('connection_failed');
		expect(events(second).length).toBe(1);
	});

	it('are told before they end, ten at most, each by a ticket that is good once', async () => {
		await using slack = await startFakeSlack(fast);
		const socket = await listen(slack, true);
		slack.disconnectSockets('warning');
		const told = await waitFor(() => socket.got.find(({ type }) => type === 'disconnect'), 'the word');
		expect(told.reason).toBe('warning');
		for (let index = 1; index < 10; index += 1) await listen(slack, true);
		expect(slack.sockets()).toBe(10);
		const { url = '' } = await slackClient(slack, slack.appToken).apps.connections.open();
		const eleventh = new WebSocket(url);
		const [word] = await new Promise<unknown[]>((resolve) =>
			eleventh.once('message', (data) => resolve([String(data)])),
		);
		expect(JSON.parse(String(word))).toMatchObject({ type: 'disconnect' });
		const again = new WebSocket(url);
		const error = await new Promise((resolve) => again.once('error', resolve));
		expect(String(error)).toContain('503');
	});

	it('are connected anew by Slack’s own client after every kind of end', async () => {
		await using slack = await startFakeSlack(untilThere);
		await using bot = await connectSocketApp(slack, 500);
		const heard: string[] = [];
		bot.app.event('message', async ({ event }) => {
			heard.push(event.ts);
		});
		for (const reason of ['cut', 'close', 'refresh_requested'] as const) {
			slack.disconnectSockets(reason);
			const { ts, acknowledged } = await say(slack);
			expect([reason, acknowledged]).toEqual([reason, true]);
			await waitFor(() => heard.includes(ts), `the message after ${reason}`);
			await waitFor(() => slack.sockets() === 1, 'a new socket');
		}
	});

	it('can be turned away', async () => {
		await using slack = await startFakeSlack(fast);
		slack.refuseSockets(true);
		const { url = '' } = await slackClient(slack, slack.appToken).apps.connections.open();
		const error = await new Promise((resolve) => new WebSocket(url).once('error', resolve));
		expect(String(error)).toContain('503');
	});

	it('may deliver a mention in either order, only once, or twice over', async () => {
		await using slack = await startFakeSlack(fast);
		const one = await listen(slack, true);
		const ada = slack.as('U1');
		const types = async (options: object) => {
			const { deliveries } = await ada.mention('C1', 'hi', options);
			return deliveries.map(({ type }) => type);
		};
		expect(await types({ order: 'message-first', gapMs: 5 })).toEqual(['message', 'app_mention']);
		expect(await types({ only: 'app_mention' })).toEqual(['app_mention']);
		const before = one.got.length;
		await types({ duplicate: true });
		const ids = one.got.slice(before).map(({ payload }) => payload?.event_id);
		expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
	});
});

/** A receiver of HTTP events that answers as told. */
async function receive(status: number, headers: Record<string, string> = {}) {
	const got: { headers: IncomingMessage['headers']; body: string }[] = [];
	const server = createServer(async (request, response) => {
		const body = await text(request);
		if (body.includes('url_verification')) return void response.end(String(JSON.parse(body).challenge));
		got.push({ headers: request.headers, body });
		response.writeHead(status, headers).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
	return { got, url, [Symbol.asyncDispose]: async () => void server.close() };
}

describe('HTTP events of the fake Slack', () => {
	it('come three times more when they are not answered with 200, with the reason in a header', async () => {
		await using slack = await startFakeSlack(fast);
		await using receiver = await receive(500);
		await slack.postEventsTo(receiver.url);
		expect((await say(slack)).acknowledged).toBe(false);
		const retries = receiver.got.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']]);
		expect(retries).toEqual([[undefined, undefined], ...['1', '2', '3'].map((num) => [num, 'http_error'])]);
	});

	it('come no more when the answer says so', async () => {
		await using slack = await startFakeSlack(fast);
		await using receiver = await receive(500, { 'x-slack-no-retry': '1' });
		await slack.postEventsTo(receiver.url);
		await say(slack);
		expect(receiver.got).toHaveLength(1);
	});

	it('are signed: Bolt takes them, and takes none that another secret signed', async () => {
		await using slack = await startFakeSlack(fast);
		await using right = await connectHttpApp(slack);
		right.app.event('message', async () => {});
		expect((await say(slack)).acknowledged).toBe(true);
		await expect(connectHttpApp({ ...slack, signingSecret: 'wrong' })).rejects.toThrow('Cannot send events to');
	});

	it('refuse a URL that does not give the challenge back', async () => {
		await using slack = await startFakeSlack(fast);
		await expect(slack.postEventsTo(`${slack.url}/nowhere`)).rejects.toThrow('answered 404');
	});
});

describe('response URLs of the fake Slack', () => {
	it('take five answers within half an hour', async () => {
		await using slack = await startFakeSlack(fast);
		await using bot = await connectSocketApp(slack);
		bot.app.command('/smith', async ({ ack }) => ack());
		const first = await slack.as('U1').slash('/smith', '', 'C1');
		const answer = (payload: object) =>
			fetch(String(first.payload['response_url']), { method: 'POST', body: JSON.stringify(payload) });
		for (let index = 0; index < 5; index += 1) expect((await answer({ text: `${index}` })).status).toBe(200);
		const sixth = await answer({ text: 'x' });
		expect([sixth.status, await sixth.text()]).toEqual([404, 'used_url']);
		const late = await slack.as('U1').slash('/smith', '', 'C1');
		slack.advance(1_800_000);
		const response = await fetch(String(late.payload['response_url']), { method: 'POST', body: '{"text":"x"}' });
		expect(await response.text()).toBe('expired_url');
	});

	it('replace or delete the message that was acted on, and refuse wrong blocks', async () => {
		await using slack = await startFakeSlack(fast);
		await using bot = await connectSocketApp(slack);
		bot.app.action('go', async ({ ack }) => ack());
		const elements = [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } } as const];
		const { ts = '' } = await bot.app.client.chat.postMessage({
			channel: 'C1',
			text: 'q',
			blocks: [{ type: 'actions', elements }],
		});
		const { payload } = await slack.as('U1').click(ts, 'go');
		const answer = (body: object) =>
			fetch(String(payload['response_url']), { method: 'POST', body: JSON.stringify(body) });
		expect((await answer({ blocks: [{ type: 'x' }] })).status).toBe(400);
		await answer({ replace_original: true, text: 'done' });
		expect(slack.message(ts)).toMatchObject({ text: 'done', blocks: [] });
		await answer({ delete_original: true });
		expect(slack.message(ts)).toBeUndefined();
		expect(await errorOf(bot.app.client.chat.update({ channel: 'C1', ts, text: 'x' }))).toBe('message_not_found');
	});
});
