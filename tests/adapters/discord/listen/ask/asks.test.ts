import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Records } from '../../../../../src/store/records.ts';
import { startFakeDiscord } from '../../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../../support/wait-for.ts';
import { nothingKept, openListen } from '../open-listen.ts';
import { startPatientDiscord } from '../open-patient.ts';

describe('what was asked when the process ended', () => {
	it('goes on at the next start, in its thread', async () => {
		await using discord = await startPatientDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept, accept: () => Promise.reject(new Error('The disk is full')) });
		await waitFor(() => discord.commands().length === 2, 'the commands');
		const seen = await discord
			.as(discord.ada)
			.slash('smith', 'ask', { options: { prompt: 'make a chart' } }, discord.channel);
		await first[Symbol.asyncDispose]();
		await using listen = await openListen(discord, { kept });
		const [message] = await waitFor(() => listen.of('message').length === 1 && listen.of('message'), 'the request');
		const response = await waitFor(() => seen.response, 'the response');
		expect(response.content).toBe('**Ada** asks: make a chart');
		expect(message).toMatchObject({
			key: `i/${seen.id}`,
			thread: { id: `${discord.guild}-${discord.channel}-${response.id}` },
		});
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
	});

	it('is looked for before anything new can be asked', async () => {
		await using discord = await startPatientDiscord();
		const kept = nothingKept();
		const connected: number[] = [];
		const records: Records = {
			...kept.records,
			list(kind, session, schema) {
				if (session === 'discord-asks') connected.push(discord.connections().length);
				return kept.records.list(kind, session, schema);
			},
		};
		await using _listen = await openListen(discord, { kept: { ...kept, records } });
		expect(connected).toEqual([0]);
	});

	it('goes on when the answer of Discord was lost, in one thread', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openListen(discord);
		await waitFor(() => discord.commands().length === 2, 'the commands');
		discord.failNext('POST /interactions/:id/:token/callback', 'drop-response');
		const options = { prompt: 'make a chart' };
		const seen = await discord.as(discord.ada).slash('smith', 'ask', { options }, discord.channel);
		const response = await waitFor(() => seen.response, 'the response');
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		expect(listen.of('message').map(({ thread }) => thread.id)).toEqual([
			`${discord.guild}-${discord.channel}-${response.id}`,
		]);
	});

	it('is dropped when Discord did not wait for an answer, in a thread too: whoever asked asks once more', async () => {
		await using discord = await startFakeDiscord();
		await using listen = await openListen(discord);
		await waitFor(() => discord.commands().length === 2, 'the commands');
		const ada = discord.as(discord.ada);
		const { channel } = await ada.dm('hello');
		for (const place of [discord.channel, channel]) {
			discord.failNext('POST /interactions/:id/:token/callback', { status: 404, code: 10062 });
			await ada.slash('smith', 'ask', { options: { prompt: 'too late' } }, place);
			await ada.slash('smith', 'ask', { options: { prompt: `again in ${place}` } }, place);
		}
		await waitFor(() => listen.of('message').length === 3, 'what was asked again');
		expect(listen.of('message').map(({ text }) => text)).toEqual([
			'hello',
			`again in ${discord.channel}`,
			`again in ${channel}`,
		]);
	});

	it('is said to be lost when it is too late', async () => {
		await using discord = await startPatientDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept, accept: () => Promise.reject(new Error('The disk is full')) });
		await waitFor(() => discord.commands().length === 2, 'the commands');
		await discord.as(discord.ada).slash('smith', 'ask', { options: { prompt: 'make a chart' } }, discord.channel);
		await first[Symbol.asyncDispose]();
		discord.advance(16 * 60_000);
		for (let start = 0; start < 2; start += 1) {
			await using _listen = await openListen(discord, { kept });
			const lost = () => discord.messages(discord.channel).filter(({ content }) => content.includes('I was away'));
			await waitFor(() => lost().length === 1, 'the sentence');
			expect(lost()[0]?.content).toContain('**Ada**, I was away when you asked: make a chart');
		}
		expect(kept.inbounds).toEqual([]);
	});

	it('is not said to be lost to all where whoever asked has no rights any more', async () => {
		await using discord = await startPatientDiscord();
		const kept = nothingKept();
		const first = await openListen(discord, { kept, accept: () => Promise.reject(new Error('The disk is full')) });
		await waitFor(() => discord.commands().length === 2, 'the commands');
		await discord.as(discord.grace).slash('smith', 'ask', { options: { prompt: 'make a chart' } }, discord.channel);
		await first[Symbol.asyncDispose]();
		discord.advance(16 * 60_000);
		await using listen = await openListen(discord, { kept, denialOf: () => 'You may not.' });
		await waitFor(async () => (await kept.records.list('adapter', 'discord-asks', anySlot)).length > 0, 'the slots');
		await waitFor(async () => {
			const slots = await kept.records.list('adapter', 'discord-asks', anySlot);
			return slots.every(({ ask }) => ask === null);
		}, 'the end of it');
		expect(discord.messages(discord.channel).filter(({ content }) => content.includes('I was away'))).toEqual([]);
		expect(listen.kept.inbounds).toEqual([]);
	});
});

const anySlot = z.object({ ask: z.unknown() });
