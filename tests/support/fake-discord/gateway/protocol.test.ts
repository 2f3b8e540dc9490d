import { GatewayIntentBits } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import { type FakeDiscord, startFakeDiscord } from '../fake-discord.ts';

test('a token that REST takes and the gateway does not closes with 4004', async () => {
	await using fake = await startFakeDiscord({ startLimit: { remaining: 0 } });
	expect(await closeCodeOf(fake, [filled(identifyOf({}), fake)])).toBe(4004);
});

test.each([
	['no payload of Discord', 'nonsense', 4002],
	['too much', { op: 1, d: 'x'.repeat(5000) }, 4002],
	['an unknown opcode before it has identified', { op: 99, d: null }, 4003],
	['a shard that is none', identifyOf({ shard: [2, 2] }), 4010],
	['intents that are none', identifyOf({ intents: 1 << 30 }), 4013],
	['a privileged intent', identifyOf({ intents: 2 }), 4014],
])('a client that sends %s is closed', async (_what, payload, code) => {
	await using fake = await startFakeDiscord();
	expect(await closeCodeOf(fake, [typeof payload === 'string' ? payload : filled(payload, fake)])).toBe(code);
});

test('a client that sends over 120 events a minute is closed with 4008', async () => {
	await using fake = await startFakeDiscord();
	const beats = Array.from({ length: 121 }, () => JSON.stringify({ op: 1, d: null }));
	expect(await closeCodeOf(fake, beats)).toBe(4008);
});

test('two shards of the same turn cannot identify at once', async () => {
	await using fake = await startFakeDiscord({ startLimit: { maxConcurrency: 1 }, identifyMs: 60_000 });
	const identify = (shard: number) => filled(identifyOf({ shard: [shard, 2] }), fake);
	const first = await answersOf(fake, [identify(0)], 1);
	const second = await answersOf(fake, [identify(1)], 1);
	expect(first[0]).toMatchObject({ op: 0, t: 'READY' });
	expect(second[0]).toEqual({ op: 9, d: false });
});

test.each([
	[1000, { op: 9, d: false }],
	[4000, { op: 0, t: 'MESSAGE_CREATE' }],
])('after a close with %i a resume is answered with %o', async (code, answer) => {
	await using fake = await startFakeDiscord();
	const intents = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages;
	const [ready] = await answersOf(fake, [filled(identifyOf({ intents }), fake)], 1, code);
	await waitFor(() => fake.connections().length === 0, 'the end');
	await fake.as(fake.ada).say(fake.channel, 'missed');
	const { session_id } = (ready?.d ?? {}) as { session_id?: string };
	const resume = { op: 6, d: { token: 'TOKEN', session_id, seq: 2 } };
	expect((await answersOf(fake, [filled(resume, fake)], 1))[0]).toMatchObject(answer);
});

function identifyOf(more: object) {
	return { op: 2, d: { token: 'TOKEN', intents: 1, properties: { os: 'x' }, ...more } };
}

function filled(payload: object, { token }: FakeDiscord): string {
	return JSON.stringify(payload).replace('TOKEN', token);
}

function openSocket(fake: FakeDiscord, payloads: readonly string[]): WebSocket {
	const socket = new WebSocket(`${fake.url.replace('http', 'ws')}/gateway?v=10&encoding=json`);
	socket.addEventListener('open', () => {
		for (const payload of payloads) socket.send(payload);
	});
	return socket;
}

/** How the gateway ends a connection on which this was sent. */
function closeCodeOf(fake: FakeDiscord, payloads: readonly string[]): Promise<number> {
	const socket = openSocket(fake, payloads);
	return new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
}

interface Answer {
	readonly op: number;
	readonly t?: string;
	readonly d?: unknown;
}

/** The first answers to this, hello and guilds left out; then closes with the code. */
function answersOf(fake: FakeDiscord, payloads: readonly string[], count: number, code = 1000): Promise<Answer[]> {
	const socket = openSocket(fake, payloads);
	const answers: Answer[] = [];
	return new Promise((resolve) => {
		socket.addEventListener('message', ({ data }) => {
			const answer = JSON.parse(String(data)) as Answer;
			if (answer.op !== 10 && answer.t !== 'GUILD_CREATE') answers.push(answer);
			if (answers.length >= count) socket.close(code);
		});
		socket.addEventListener('close', () => resolve(answers));
	});
}
