import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import type { Sent } from '../../../support/fake-slack/person/person.ts';
import { freePort } from '../../../support/free-port.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type OpenListen, type OpenListenOptions, openListen, settingsFor } from './open-listen.ts';

/** Opens the ways in, over either transport. */
async function openBy(mode: 'socket' | 'http', slack: FakeSlack, options: OpenListenOptions = {}): Promise<OpenListen> {
	if (mode === 'socket') return openListen(slack, options);
	const listen = { host: '127.0.0.1', port: await freePort() };
	const receive = { kind: 'http', signingSecret: slack.signingSecret, listen } as const;
	const opened = await openListen(slack, { ...options, settings: { receive } });
	await slack.postEventsTo(`http://127.0.0.1:${listen.port}/slack/events`);
	return opened;
}

/** Slack comes again as often as it takes: an acknowledgement that is on its way for too long counts as none. */
const soon: readonly number[] = Array(20).fill(10);

/** Why each try to deliver it failed; undefined where it did not. */
function failuresOf({ deliveries }: Sent): (string | undefined)[] {
	return deliveries.flatMap(({ attempts }) => attempts.map(({ failure }) => failure));
}

describe.each(['socket', 'http'] as const)('by %s, an event', (mode) => {
	it('is acknowledged only once it is stored', async () => {
		await using slack = await startFakeSlack();
		const asked = Promise.withResolvers<void>();
		const stored = Promise.withResolvers<'stored'>();
		const accept = () => {
			asked.resolve();
			return stored.promise;
		};
		await using _listen = await openBy(mode, slack, { accept });
		const sending = slack.as('U1').say(slack.dm('U1'), 'hello');
		await asked.promise;
		await new Promise(setImmediate);
		expect(slack.deliveries('message').map(({ acknowledged }) => acknowledged)).toEqual([false]);
		stored.resolve('stored');
		expect((await sending).acknowledged).toBe(true);
	});

	it('is not acknowledged when it cannot be stored, and is taken in when Slack delivers it again', async () => {
		await using slack = await startFakeSlack({ ackMs: 300, retryMs: soon });
		const keys: string[] = [];
		await using _listen = await openBy(mode, slack, {
			accept: async ({ key }) => {
				keys.push(key);
				if (keys.length < 3) throw new Error('the disk is full');
				return 'stored';
			},
		});
		const sent = await slack.as('U1').say(slack.dm('U1'), 'hello');
		expect(sent.acknowledged).toBe(true);
		expect(failuresOf(sent).slice(0, 2)).not.toContain(undefined);
		expect(new Set(keys).size).toBe(1);
		expect(keys.length).toBeGreaterThanOrEqual(3);
	});

	it('is not acknowledged when nobody can tell whose it is', async () => {
		await using slack = await startFakeSlack({ ackMs: 300, retryMs: soon });
		await using listen = await openBy(mode, slack);
		slack.failNext('users.info', 'access_denied');
		const sent = await slack.as('U1').say(slack.dm('U1'), 'hello');
		expect(failuresOf(sent)[0]).toBeDefined();
		expect(sent.acknowledged).toBe(true);
		expect(new Set(listen.inbounds.map(({ key }) => key)).size).toBe(1);
	});

	it('that is delivered twice has one key', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openBy(mode, slack);
		await slack.as('U1').mention('C1', 'hello', { duplicate: true });
		expect(new Set(listen.inbounds.map(({ key }) => key)).size).toBe(1);
	});

	it('comes after what was said before it, though its person is known sooner', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openBy(mode, slack);
		const { ts: threadTs } = await slack.as('U2').mention('C1', 'begin');
		slack.failNext('users.info', 'internal_error');
		const first = slack.as('U1').say('C1', 'first', { threadTs });
		await waitFor(() => slack.calls('users.info').length === 2, 'the failed look-up');
		await Promise.all([first, slack.as('U2').say('C1', 'second', { threadTs })]);
		expect(listen.of('message').map(({ text }) => text)).toEqual(['begin', 'first', 'second']);
	});
});

describe('HTTP', () => {
	it('takes nothing in without Slack’s signature', async () => {
		await using slack = await startFakeSlack();
		const port = await freePort();
		const receive = { kind: 'http', signingSecret: 'another', listen: { host: '127.0.0.1', port } } as const;
		await using listen = await openListen(slack, { settings: { receive } });
		const body = JSON.stringify({ type: 'event_callback', event: { type: 'message' } });
		const url = `http://127.0.0.1:${port}/slack/events`;
		const post = (headers: Record<string, string>) =>
			fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
		expect((await post({})).status).toBe(401);
		const timestamp = String(Math.floor(Date.now() / 1000));
		const wrong = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${'0'.repeat(64)}` };
		expect((await post(wrong)).status).toBe(401);
		await expect(slack.postEventsTo(url)).rejects.toThrow();
		expect(listen.inbounds).toEqual([]);
	});

	it('says where it cannot listen', async () => {
		await using slack = await startFakeSlack();
		const port = await freePort();
		const receive = { kind: 'http', signingSecret: 'x', listen: { host: '127.0.0.1', port } } as const;
		await using _first = await openListen(slack, { settings: { receive } });
		await expect(openListen(slack, { settings: { receive } })).rejects.toThrow(
			`Cannot listen for Slack on 127.0.0.1:${port}: another program listens there`,
		);
	});
});

describe('sockets', () => {
	it('are two, and both are gone when the adapter has left', async () => {
		await using slack = await startFakeSlack();
		const listen = await openListen(slack);
		await waitFor(() => slack.sockets() === 2, 'two sockets');
		await listen[Symbol.asyncDispose]();
		await waitFor(() => slack.sockets() === 0, 'no socket');
	});

	it.each(['cut', 'close', 'warning', 'refresh_requested'] as const)(
		'are made anew when Slack ends them: %s',
		async (reason) => {
			await using slack = await startFakeSlack({ retryMs: [50, 50, 50, 500] });
			await using listen = await openListen(slack);
			await waitFor(() => slack.sockets() === 2, 'two sockets');
			const opened = slack.calls('apps.connections.open').length;
			slack.disconnectSockets(reason);
			await waitFor(() => slack.calls('apps.connections.open').length === opened + 2, 'two new requests');
			await waitFor(() => slack.sockets() === 2, 'two new sockets');
			await slack.as('U1').say(slack.dm('U1'), 'still there?');
			expect(listen.of('message').at(-1)?.text).toBe('still there?');
		},
	);

	it('that end before an acknowledgement lose nothing', async () => {
		await using slack = await startFakeSlack({ retryMs: [50, 50, 50] });
		await using listen = await openListen(slack);
		await waitFor(() => slack.sockets() === 2, 'two sockets');
		slack.disconnectSockets('cut', 'after-next-delivery');
		const sent = await slack.as('U1').say(slack.dm('U1'), 'hello');
		expect(sent.acknowledged).toBe(true);
		expect(new Set(listen.inbounds.map(({ key }) => key)).size).toBe(1);
	});

	it('that cannot be opened for a while are tried again', async () => {
		await using slack = await startFakeSlack({ retryMs: [50, 50, 50, 500] });
		await using listen = await openListen(slack);
		await waitFor(() => slack.sockets() === 2, 'two sockets');
		const opened = slack.calls('apps.connections.open').length;
		slack.failNext('apps.connections.open', 'internal_error', 2);
		slack.disconnectSockets('cut');
		await waitFor(() => slack.calls('apps.connections.open').length === opened + 4, 'two failed tries, and two more');
		await waitFor(() => slack.sockets() === 2, 'two new sockets');
		await slack.as('U1').say(slack.dm('U1'), 'hello');
		expect(listen.inbounds).toHaveLength(1);
	});

	it('say what is wrong with the app token', async () => {
		await using slack = await startFakeSlack();
		const withToken = (appToken: string) => openListen(slack, { settings: { receive: { kind: 'socket', appToken } } });
		await expect(withToken('xapp-wrong')).rejects.toThrow('refuses the app token');
		await expect(withToken(slack.botToken)).rejects.toThrow(ProblemError);
		expect(slack.sockets()).toBe(0);
		expect(settingsFor(slack).receive.kind).toBe('socket');
	});
});
