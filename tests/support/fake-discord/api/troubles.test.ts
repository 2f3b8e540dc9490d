import { type APIAttachment, type APIMessage, HTTPError, RateLimitError, Routes } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import { type FakeDiscord, startFakeDiscord } from '../fake-discord.ts';
import { fileOf, refusedWith, restClient } from './rest-client.ts';

let discord: FakeDiscord;
let rest: ReturnType<typeof restClient>;
beforeAll(async () => {
	discord = await startFakeDiscord();
	rest = restClient(discord);
});
afterAll(() => discord[Symbol.asyncDispose]());

const post = (channel = discord.channel, client = rest) =>
	client.post(Routes.channelMessages(channel), { body: { content: 'x' } }) as Promise<APIMessage>;
const pattern = 'POST /channels/:id/messages';

describe('a request', () => {
	it('is refused without the right token, of no route, and with another method', async () => {
		const wrong = restClient({ apiUrl: discord.apiUrl, token: 'wrong' });
		expect(await refusedWith(wrong.get(Routes.user('@me')))).toMatchObject({
			status: 401,
			code: 0,
			message: '401: Unauthorized',
		});
		expect(await refusedWith(rest.get('/nothing'))).toMatchObject({ status: 404, code: 0 });
		expect(await refusedWith(rest.put(Routes.user('@me')))).toMatchObject({ status: 405, code: 0 });
	});

	it('is refused as broken JSON or as another type', async () => {
		const send = async (type: string, body: string) => {
			const headers = { authorization: `Bot ${discord.token}`, 'content-type': type };
			const answer = await fetch(`${discord.apiUrl}/v10${Routes.channelMessages(discord.channel)}`, {
				method: 'POST',
				headers,
				body,
			});
			return ((await answer.json()) as { code: number }).code;
		};
		expect(await send('application/json', '{')).toBe(50109);
		expect(await send('text/plain', 'hello')).toBe(50035);
		expect(await send('multipart/form-data; boundary=x', 'nonsense')).toBe(50109);
	});

	it('of the older version is answered too', async () => {
		const old = restClient(discord, { version: '9' });
		expect(await old.get(Routes.user('@me'))).toMatchObject({ id: discord.botUser });
	});

	it('is recorded with its body, its files and its status', async () => {
		await rest.post(Routes.channelMessages(discord.channel), {
			body: { content: 'seen' },
			files: [fileOf('a.txt', 'abc')],
		});
		const [call] = discord.calls('POST', '/channels/:id/messages').slice(-1);
		expect(call).toMatchObject({
			status: 200,
			body: { content: 'seen' },
			files: [{ field: 'files[0]', name: 'a.txt' }],
		});
		expect(Buffer.from(call?.files[0]?.bytes ?? []).toString()).toBe('abc');
	});
});

describe('a trouble', () => {
	it('is met as often as it was ordered', async () => {
		discord.failNext(pattern, { status: 500 });
		await expect(post()).rejects.toBeInstanceOf(HTTPError);
		discord.failNext(pattern, { status: 403, code: 50001, message: 'Missing Access' });
		expect(await refusedWith(post())).toEqual({ status: 403, code: 50001, message: 'Missing Access', fields: [] });
		expect((await post()).content).toBe('x');
	});

	it('cuts before it is done, or after', async () => {
		const channel = discord.addChannel();
		discord.failNext(pattern, 'drop-request');
		await expect(post(channel)).rejects.toThrow();
		expect(discord.messages(channel)).toHaveLength(0);
		discord.failNext(pattern, 'drop-response');
		await expect(post(channel)).rejects.toThrow();
		expect(discord.messages(channel)).toHaveLength(1);
	});

	it('hangs until the client gives up', async () => {
		discord.failNext(pattern, 'hang');
		const leaving = new AbortController();
		const body = { content: 'is anybody there?' };
		const asked = rest.post(Routes.channelMessages(discord.channel), { body, signal: leaving.signal });
		const refused = expect(asked).rejects.toThrow(/abort/i);
		const arrived = () => discord.calls('POST').some((call) => JSON.stringify(call.body) === JSON.stringify(body));
		await waitFor(arrived, 'the request');
		leaving.abort();
		await refused;
	});

	it('may be a page of Cloudflare', async () => {
		discord.failNext(pattern, { status: 429, text: '<html>error code: 1015</html>', headers: { 'retry-after': '1' } });
		await expect(post()).rejects.toBeInstanceOf(RateLimitError);
	});
});

describe('a limit', () => {
	it('is told ahead, and holds in its bucket alone', async () => {
		const [channel, other] = [discord.addChannel(), discord.addChannel()];
		discord.rateLimit(pattern, { limit: 2, perMs: 60_000 });
		const client = restClient(discord, { rejectOnRateLimit: null });
		await post(channel, client);
		await post(channel, client);
		// The client knows from the headers that it must wait; another bucket is free.
		await expect(post(channel, restClient(discord))).rejects.toMatchObject({ limit: 2, scope: 'user', global: false });
		await post(other, client);
		discord.advance(60_001);
		await post(channel, restClient(discord));
		discord.rateLimit(pattern, undefined);
	});

	it('may be shared', async () => {
		discord.rateLimit(pattern, { limit: 0, perMs: 1000, scope: 'shared' });
		await expect(post(discord.addChannel(), restClient(discord))).rejects.toMatchObject({ scope: 'shared' });
		discord.rateLimit(pattern, undefined);
	});

	it('is waited for by the client', async () => {
		discord.rateLimit(pattern, { limit: 1, perMs: 100 });
		const channel = discord.addChannel();
		const client = restClient(discord, { rejectOnRateLimit: null });
		await Promise.all([post(channel, client), post(channel, client), post(channel, client)]);
		expect(discord.messages(channel)).toHaveLength(3);
		expect(discord.calls('POST', `/channels/${channel}/messages`).every(({ status }) => status === 200)).toBe(true);
		discord.rateLimit(pattern, undefined);
	});

	it('of everything refuses with the global header, but no answers to interactions', async () => {
		discord.globalLimit({ limit: 1, perMs: 60_000 });
		const client = restClient(discord);
		await client.get(Routes.user('@me'));
		const answer = restClient(discord).post(Routes.interactionCallback('1', 'token'), {
			auth: false,
			body: { type: 5 },
		});
		expect(await refusedWith(answer)).toMatchObject({ code: 10062 });
		await expect(client.get(Routes.user('@me'))).rejects.toMatchObject({ global: true });
		discord.globalLimit(undefined);
	});
});

describe('the link of an attachment', () => {
	it('ends after a day, and is refreshed', async () => {
		const { attachments } = (await rest.post(Routes.channelMessages(discord.channel), {
			files: [fileOf('a.txt', 'abc')],
		})) as { attachments: APIAttachment[] };
		const url = attachments[0]?.url ?? '';
		expect((await fetch(url)).status).toBe(200);
		expect((await fetch(url.replace('hm=', 'hm=0'))).status).toBe(404);
		discord.advance(25 * 3_600_000);
		expect((await fetch(url)).status).toBe(404);
		expect(discord.calls('GET', '/attachments/**').map(({ status }) => status)).toEqual([200, 404, 404]);
		const { refreshed_urls: refreshed } = (await rest.post('/attachments/refresh-urls', {
			body: { attachment_urls: [url] },
		})) as { refreshed_urls: { original: string; refreshed: string }[] };
		expect(refreshed[0]?.original).toBe(url);
		expect(await (await fetch(refreshed[0]?.refreshed ?? '')).text()).toBe('abc');
	});

	it('is cut, or refused, when that was ordered', async () => {
		const { attachments } = (await rest.post(Routes.channelMessages(discord.channel), {
			files: [fileOf('a.txt', 'abc')],
		})) as { attachments: APIAttachment[] };
		const url = attachments[0]?.url ?? '';
		discord.failNext('GET /attachments/**', { status: 503, text: 'away' });
		expect((await fetch(url)).status).toBe(503);
		discord.failNext('GET /attachments/**', 'drop-response');
		await expect(fetch(url)).rejects.toThrow();
	});
});
