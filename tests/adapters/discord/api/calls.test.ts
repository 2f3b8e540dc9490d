import { RateLimitError } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createCalls } from '../../../../src/adapters/discord/api/create-calls.ts';
import { editMessage } from '../../../../src/adapters/discord/api/edit-message.ts';
import { discordCode, discordSentence } from '../../../../src/adapters/discord/api/problems/discord-sentence.ts';
import { awayOf } from '../../../../src/adapters/discord/api/problems/trouble.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { failureOf, openRest } from './open-rest.ts';
import { recordingLogger } from './recording-logger.ts';

const messages = 'POST /channels/:id/messages';
const text = (markdown: string) => ({ kind: 'text', markdown }) as const;

describe('a call', () => {
	it('is sent again after failures of Discord, of the network and of an answer on its way, and happens once', async () => {
		await using open = await openRest();
		const { discord, postOnce, signal } = open;
		discord.failNext(messages, { status: 502 });
		discord.failNext(messages, 'drop-request');
		discord.failNext(messages, 'drop-response', 2);
		const id = await postOnce({ channel: discord.channel, key: 'k', message: text('Hello') }, signal);
		expect(discord.messages(discord.channel).map((message) => message.id)).toEqual([id]);
		expect(discord.calls('POST', messages)).toHaveLength(5);
	});

	it('is given up after five tries', async () => {
		await using open = await openRest();
		const { discord, calls, signal } = open;
		discord.failNext('GET /users/@me', { status: 500 }, 9);
		const failure = await failureOf(calls.run({ method: 'GET', route: Routes.user() }, signal));
		expect(discordSentence('ask', failure)).toBe('Cannot ask: Discord answered with status 500. Try again later');
		expect(discord.calls('GET', '/users/@me')).toHaveLength(5);
	});

	it('is not repeated when Discord refuses it', async () => {
		await using open = await openRest();
		const { discord, calls, signal } = open;
		const route = Routes.channel('1'.repeat(18));
		expect(discordCode(await failureOf(calls.run({ method: 'GET', route }, signal)))).toBe(10003);
		expect(discord.calls('GET', '/channels/:id')).toHaveLength(1);
	});

	it('that hangs ends with the signal', async () => {
		await using open = await openRest();
		const { discord, calls } = open;
		discord.failNext('GET /users/@me', 'hang');
		const leaving = new AbortController();
		const failure = failureOf(calls.run({ method: 'GET', route: Routes.user() }, leaving.signal));
		await waitFor(() => discord.calls('GET', '/users/@me').length === 1, 'the request');
		leaving.abort(new Error('enough'));
		expect((await failure).message).toBe('enough');
	});

	it('that hangs is sent again after 15 seconds', async () => {
		const restClock = createHandClock();
		await using open = await openRest({ restClock });
		const { discord, calls, signal } = open;
		discord.failNext('GET /users/@me', 'hang');
		const answer = calls.run<{ id: string }>({ method: 'GET', route: Routes.user() }, signal);
		await waitFor(() => discord.calls('GET', '/users/@me').length === 1, 'the request');
		await restClock.advance(14_999);
		expect(discord.calls('GET', '/users/@me')).toHaveLength(1);
		await restClock.advance(1);
		expect(await answer).toMatchObject({ id: discord.botUser });
	});

	it('after a token that was refused is not sent, and says what to do', async () => {
		const { log, lines } = recordingLogger();
		await using open = await openRest({ settings: { token: 'wrong-token' }, log });
		const { discord, calls, signal } = open;
		const ask = () => failureOf(calls.run({ method: 'GET', route: Routes.user() }, signal));
		const [first, second] = [await ask(), await ask()];
		expect(first).toMatchObject({
			message: "Cannot call Discord: the bot's token is not valid any more",
			mend: expect.stringContaining('DISCORD_TOKEN'),
		});
		expect(second).toBe(first);
		expect(discord.calls()).toHaveLength(1);
		expect(lines.map(({ level }) => level)).toEqual(['error']);
		expect(JSON.stringify(lines)).not.toContain('wrong-token');
	});

	it('is sent again once Discord takes the token again, which is asked once a minute', async () => {
		await using open = await openRest();
		const { discord, rest, signal } = open;
		const clock = createHandClock();
		await using calls = createCalls({ rest, token: discord.token, clock, log: silentLogger });
		const ask = () => calls.run({ method: 'GET', route: Routes.channel(discord.channel) }, signal);
		const refused = { status: 401, message: '401: Unauthorized' } as const;
		discord.failNext('GET /channels/:id', refused);
		discord.failNext('GET /users/@me', refused);
		const first = await failureOf(ask());
		await clock.advance(59_999);
		expect(await failureOf(ask())).toBe(first);
		expect(discord.calls()).toHaveLength(1);
		await clock.advance(1);
		expect(await Promise.all([failureOf(ask()), failureOf(ask())])).toEqual([first, first]);
		expect(discord.calls()).toHaveLength(2);
		await clock.advance(60_000);
		expect(await ask()).toMatchObject({ id: discord.channel });
		expect(await ask()).toMatchObject({ id: discord.channel });
		expect(discord.calls('GET', '/users/@me')).toHaveLength(2);
	});

	it('keeps its token when a page that is not from Discord has the status of a bad one', async () => {
		await using open = await openRest();
		const { discord, calls, signal } = open;
		discord.failNext('GET /users/@me', { status: 401, text: '<html>Sign in to the proxy</html>' });
		const ask = () => calls.run({ method: 'GET', route: Routes.user() }, signal);
		expect(awayOf(await failureOf(ask()))).toBeDefined();
		expect(await ask()).toMatchObject({ id: discord.botUser });
	});

	it('has no token of an interaction, and nothing that was said, in its error', async () => {
		await using open = await openRest();
		const { calls, signal } = open;
		const route = Routes.webhook('123', 'secret-token');
		const failure = await failureOf(calls.run({ method: 'POST', route, body: { content: 'private' } }, signal));
		expect(JSON.stringify({ ...failure, text: failure.message })).not.toMatch(/secret-token|private/);
	});

	it('is not taken any more once disposing has begun, which waits for those there are', async () => {
		await using open = await openRest();
		const { discord, rest, signal } = open;
		const calls = createCalls({ rest, token: discord.token, clock: systemClock, log: silentLogger });
		const running = calls.run<{ id: string }>({ method: 'GET', route: Routes.user() }, signal);
		const closed = calls[Symbol.asyncDispose]();
		await expect(calls.run({ method: 'GET', route: Routes.user() }, signal)).rejects.toThrow('closing');
		await closed;
		expect(await running).toMatchObject({ id: discord.botUser });
	});
});

describe('a limit of Discord', () => {
	it('holds up its own bucket alone', async () => {
		await using open = await openRest({ timePasses: false });
		const { discord, postOnce, signal } = open;
		const other = discord.addChannel();
		discord.rateLimit(messages, { limit: 1, perMs: 1000 });
		const post = (channel: string, key: string) => postOnce({ channel, key, message: text(key) }, signal);
		await post(discord.channel, 'first');
		const ended: string[] = [];
		const waits = post(discord.channel, 'second').then(() => ended.push('second'));
		await post(other, 'elsewhere').then(() => ended.push('elsewhere'));
		discord.advance(1000);
		await waits;
		expect(ended).toEqual(['elsewhere', 'second']);
		expect(discord.messages(discord.channel).map(({ content }) => content)).toEqual(['first', 'second']);
	});

	it('of an edit rejects at once, and does not hold up a message', async () => {
		await using open = await openRest();
		const { discord, calls, postOnce, signal } = open;
		discord.rateLimit('PATCH /channels/:id/messages/:message', { limit: 1, perMs: 60_000 });
		const { channel } = discord;
		const message = await postOnce({ channel, key: 'live', message: text('0') }, signal);
		const edit = (markdown: string) => editMessage({ calls }, { channel, message, content: text(markdown) }, signal);
		await edit('1');
		const failures = await Promise.all([failureOf(edit('2')), failureOf(edit('3'))]);
		expect(failures.every((failure) => failure instanceof RateLimitError)).toBe(true);
		expect(failures[0]).toMatchObject({ timeToReset: expect.any(Number) });
		await postOnce({ channel, key: 'answer', message: text('Done') }, signal);
		expect(discord.messages(channel).map(({ content }) => content)).toEqual(['1', 'Done']);
		// One 429 tells the limit; then none is sent.
		expect(discord.calls('PATCH').map(({ status }) => status)).toEqual([200, 429]);
	});

	it('for everything is waited for', async () => {
		await using open = await openRest({ timePasses: false });
		const { discord, calls, signal } = open;
		discord.globalLimit({ limit: 1, perMs: 1000 });
		const ask = () => calls.run({ method: 'GET', route: Routes.user() }, signal);
		const both = Promise.all([ask(), ask()]);
		await waitFor(() => discord.calls().some(({ status }) => status === 429), 'the limit');
		discord.advance(1000);
		await both;
		expect(discord.calls().map(({ status }) => status)).toEqual([200, 429, 200]);
	});

	it('without a time, as at the gate of Discord, is not asked about again at once', async () => {
		await using open = await openRest();
		const { discord, calls } = open;
		discord.failNext('GET /users/@me', { status: 429, text: '<html>slow down</html>' }, 100);
		const leaving = new AbortController();
		const failure = failureOf(calls.run({ method: 'GET', route: Routes.user() }, leaving.signal));
		await waitFor(() => discord.calls().length === 1, 'the request');
		await calls.run({ method: 'GET', route: Routes.gatewayBot() }, leaving.signal);
		expect(discord.calls('GET', '/users/@me')).toHaveLength(1);
		leaving.abort(new Error('enough'));
		expect((await failure).message).toBe('enough');
	});
});
