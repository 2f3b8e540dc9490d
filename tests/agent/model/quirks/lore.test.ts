import { expect, it } from 'vitest';
import type { Learned, QuirkMemory } from '../../../../src/agent/model/quirks/lore.ts';
import { startModelServer } from '../../../../src/demo/model-server/model-server.ts';
import { brainAt, hi, never } from '../../../support/brain-at.ts';
import { collectReply } from '../../../support/collect-reply.ts';
import { startWireServer } from '../../../support/wire-server.ts';

const day = 86_400_000;
const start = Date.parse('2026-11-28T10:00:00Z');

function memory(): QuirkMemory & { readonly kept: () => readonly Learned[] } {
	let kept: readonly Learned[] = [];
	return {
		kept: () => kept,
		read: async () => kept,
		keep: async (lesson) => {
			kept = [...kept, lesson];
		},
	};
}

async function serverWithout(feature: 'stream_options') {
	return await startModelServer({ brain: () => ({ text: 'Hi' }) }, { refuses: [feature] });
}

it('what was learned is known after a restart, with the words that taught it', async () => {
	await using server = await serverWithout('stream_options');
	const kept = memory();
	for (const _ of [1, 2]) await collectReply(brainAt(server.url, { memory: kept, now: () => start }).reply(hi, never));
	expect(server.requests.map(({ problem }) => problem !== undefined)).toEqual([true, false, false]);
	expect(kept.kept()).toEqual([
		{
			change: { streamOptions: false },
			words: expect.stringContaining('Extra inputs are not permitted: stream_options'),
			at: '2026-11-28T10:00:00.000Z',
		},
	]);
});

it('after a day it is tried again, and learned again', async () => {
	await using server = await serverWithout('stream_options');
	let now = start;
	const model = brainAt(server.url, { now: () => now });
	await collectReply(model.reply(hi, never));
	now += day - 1;
	await collectReply(model.reply(hi, never));
	now += 1;
	await collectReply(model.reply(hi, never));
	expect(server.requests.map(({ problem }) => problem !== undefined)).toEqual([true, false, false, true, false]);
});

it('a memory that does not work costs no reply', async () => {
	await using server = await serverWithout('stream_options');
	const broken: QuirkMemory = {
		read: () => Promise.reject(new Error('EIO')),
		keep: () => Promise.reject(new Error('ENOSPC')),
	};
	const { reply } = await collectReply(brainAt(server.url, { memory: broken }).reply(hi, never));
	expect(reply.text).toBe('Hi');
});

it.each<readonly [what: string, status: number, type: string, body: string]>([
	[
		'a server that fails',
		503,
		'application/json',
		'{"error":{"message":"upstream model not available, stream not supported"}}',
	],
	["a proxy's page", 400, 'text/html', '<html>stream_options and streaming are not supported</html>'],
	['words about something else', 400, 'application/json', '{"error":{"message":"upstream unsupported region"}}'],
])('%s teaches nothing', async (_, status, type, body) => {
	await using server = await startWireServer([{ status, headers: { 'content-type': type }, chunks: [body] }]);
	const kept = memory();
	await expect(collectReply(brainAt(server.url, { memory: kept }).reply(hi, never))).rejects.toThrow();
	expect(kept.kept()).toEqual([]);
});
