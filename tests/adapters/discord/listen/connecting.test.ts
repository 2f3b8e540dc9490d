import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import { type FakeDiscord, startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { recordingLogger } from '../api/recording-logger.ts';
import { openListen } from './open-listen.ts';

const run = promisify(execFile);

async function problemOf(starting: Promise<AsyncDisposable>): Promise<ProblemError> {
	try {
		await using _opened = await starting;
	} catch (error) {
		if (error instanceof ProblemError) return error;
		throw error;
	}
	throw new Error('It has started');
}

/** Takes connections, and says nothing. */
async function startSilentServer() {
	const called = Promise.withResolvers<void>();
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket.on('error', () => {}));
		called.resolve();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		called: called.promise,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}

async function heard(discord: FakeDiscord, listen: Awaited<ReturnType<typeof openListen>>): Promise<void> {
	const id = await discord.as(discord.ada).say(discord.channel, 'hello', { mention: true });
	await waitFor(() => listen.of('message').some(({ key }) => key.endsWith(id)), 'the message', 20_000);
}

describe('a start', () => {
	it('rejects when the token is wrong', async () => {
		await using discord = await startFakeDiscord();
		const problem = await problemOf(openListen(discord, { settings: { token: 'a.wrong.token' } }));
		expect(problem.message).toMatch(/token/);
		expect(`${problem.message} ${problem.mend}`).not.toContain('a.wrong.token');
		expect(discord.connections()).toEqual([]);
	});

	it('rejects when nothing answers at the address', async () => {
		await using discord = await startFakeDiscord();
		await discord[Symbol.asyncDispose]();
		const problem = await problemOf(openListen(discord));
		expect(problem.message).toMatch(/^Cannot connect to Discord: /);
	});

	it('rejects when no more sessions may begin today', async () => {
		await using discord = await startFakeDiscord({ startLimit: { remaining: 0, resetAfter: 600_000 } });
		const problem = await problemOf(openListen(discord));
		expect(problem.message).toMatch(/of the connections that it grants a day 0 are left/);
		expect(problem.mend).toBe('Start again in 10 minutes');
		expect(discord.starts().identified).toBe(0);
	});

	it('rejects when the gateway turns it away, and leaves nothing behind', async () => {
		await using discord = await startFakeDiscord();
		discord.refuseConnections(true);
		const problem = await problemOf(openListen(discord));
		expect(problem.message).toMatch(/^Cannot connect to Discord's gateway: /);
		discord.refuseConnections(false);
		await using listen = await openListen(discord);
		await heard(discord, listen);
		expect(discord.starts().identified).toBe(1);
	});

	it('rejects when the gateway does not answer in time', async () => {
		await using discord = await startFakeDiscord();
		await using silent = await startSilentServer();
		const limit = { total: 1000, remaining: 1000, reset_after: 1000, max_concurrency: 1 };
		const text = JSON.stringify({ url: `ws://127.0.0.1:${silent.port}`, shards: 1, session_start_limit: limit });
		const headers = { 'content-type': 'application/json' };
		discord.failNext('GET /gateway/bot', { status: 200, text, headers }, 2);
		const clock = createHandClock(Date.now());
		const starting = problemOf(openListen(discord, { clock }));
		await silent.called;
		await clock.advance(60_000);
		expect((await starting).message).toBe("Cannot connect to Discord's gateway: it has not answered in time");
	});

	it('asks for the words only where the portal gives them', async () => {
		await using discord = await startFakeDiscord({ messageContent: false });
		const { log, lines } = recordingLogger();
		await using listen = await openListen(discord, { log });
		await heard(discord, listen);
		expect(discord.starts().identified).toBe(1);
		expect(lines.find(({ message }) => message === 'Discord is connected')?.fields).toMatchObject({
			readsContent: false,
		});
	});

	it('goes without the words when the gateway refuses them all the same, and says so', async () => {
		await using discord = await startFakeDiscord({ messageContent: false });
		const { log, lines } = recordingLogger();
		const told = { id: discord.applicationId, bot: { id: discord.botUser }, flags: 1 << 19 };
		const headers = { 'content-type': 'application/json' };
		discord.failNext('GET /applications/@me', { status: 200, text: JSON.stringify(told), headers });
		await using listen = await openListen(discord, { log });
		await heard(discord, listen);
		expect(lines.some(({ message }) => message.startsWith('Discord refuses the intent for message content'))).toBe(
			true,
		);
	});
});

describe('a connection', () => {
	it('goes on where it was cut, and misses nothing', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		await heard(discord, listen);
		for (const how of ['cut', 'reconnect', 'invalid-session-resumable', 4000] as const) {
			discord.disconnect(how);
			await heard(discord, listen);
		}
		expect(discord.starts().identified).toBe(1);
		expect(listen.of('message')).toHaveLength(5);
	});

	it('is made anew as long as the gateway turns it away', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		await heard(discord, listen);
		discord.refuseConnections(true);
		discord.disconnect('cut');
		await waitFor(() => discord.connections().length === 0, 'the cut');
		await discord.as(discord.ada).say(discord.channel, 'meanwhile', { mention: true });
		discord.refuseConnections(false);
		await heard(discord, listen);
		expect(listen.of('message').map(({ text }) => text)).toEqual(['hello', 'meanwhile', 'hello']);
	});

	it('that Discord has refused for good is logged as a problem, and tried again', async () => {
		await using discord = await startFakeDiscord();
		const { log, lines } = recordingLogger();
		const clock = createHandClock(Date.now());
		await using listen = await openListen(discord, { log, clock });
		discord.disconnect(4014);
		await waitFor(() => lines.some(({ level, fields }) => level === 'error' && fields['code'] === 4014), 'the line');
		await clock.advance(30_000);
		await waitFor(() => discord.connections().length === 1, 'the new connection');
		await heard(discord, listen);
	});

	it('is closed when it is disposed of, after what was being taken in', async () => {
		await using discord = await startFakeDiscord();
		const begun = Promise.withResolvers<void>();
		const held = Promise.withResolvers<void>();
		const listen = await openListen(discord, {
			accept: async (inbound, keep) => {
				begun.resolve();
				await held.promise;
				return keep(inbound);
			},
		});
		await discord.as(discord.ada).say(discord.channel, 'hello', { mention: true });
		await begun.promise;
		const disposed = listen[Symbol.asyncDispose]();
		held.resolve();
		await disposed;
		expect(listen.of('message')).toHaveLength(1);
		await waitFor(() => discord.connections().length === 0, 'the end of the connection');
	});

	it('lets nothing that goes wrong in it end the process', async () => {
		await using discord = await startFakeDiscord();
		const child = join(import.meta.dirname, 'odd-events-child.ts');
		const running = run(process.execPath, [child, discord.apiUrl, discord.token]);
		await waitFor(() => discord.commands().length === 2, 'the child');
		const odd = { id: '1', channel_id: discord.channel, author: null, mentions: null, attachments: 7 };
		discord.send('MESSAGE_CREATE', odd, discord.guild);
		discord.send('INTERACTION_CREATE', { id: '1', type: 2, data: null, token: 't' }, discord.guild);
		discord.send('GUILD_ROLE_UPDATE', { guild_id: discord.guild, role: null }, discord.guild);
		discord.send('THREAD_LIST_SYNC', { guild_id: discord.guild, threads: null }, discord.guild);
		discord.send('GUILD_CREATE', { id: '7' }, discord.guild);
		discord.send('NO_SUCH_EVENT', {}, discord.guild);
		const made = () => discord.starts().identified + discord.starts().resumed;
		for (const how of ['cut', 'invalid-session', 4000] as const) {
			// It may be made anew before anybody sees that it has ended.
			const before = made();
			discord.disconnect(how);
			await waitFor(() => made() > before, 'the next connection');
		}
		await discord.as(discord.ada).say(discord.channel, 'goodbye', { mention: true });
		await expect(running).resolves.toMatchObject({ stdout: 'tried twice, then: goodbye' });
	});
});
