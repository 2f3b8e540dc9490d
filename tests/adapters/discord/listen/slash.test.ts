import { ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { sentence } from '../../../../src/adapters/discord/render/parts.ts';
import type { FakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { openListen } from './open-listen.ts';
import { openPatient, startPatientDiscord } from './open-patient.ts';
import { verbs } from './verbs.ts';

async function registered(discord: FakeDiscord): Promise<void> {
	await waitFor(() => discord.commands().length === 2, 'the commands');
}

function bytes(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}

describe('/smith ask', () => {
	it('begins a thread on its answer in a channel, with its files', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		const options = { prompt: 'sum **this** up', file1: { name: 'may.csv', bytes: bytes('5') } };
		const seen = await discord.as(discord.ada).slash('smith', 'ask', { options }, discord.channel);
		expect(seen).toMatchObject({ deferred: true, ephemeral: false });
		const [message] = await waitFor(() => listen.of('message').length === 1 && listen.of('message'), 'the message');
		const response = await waitFor(() => seen.response, 'the response');
		expect(response.content).toBe('**Ada** asks: sum **this** up\n-# 📎 may.csv');
		expect(discord.pings(response)).toEqual([]);
		expect(message).toMatchObject({
			key: `i/${seen.id}`,
			text: 'sum **this** up',
			files: [{ name: 'may.csv', size: 1 }],
			thread: { id: `${discord.guild}-${discord.channel}-${response.id}` },
			person: { id: `discord:${discord.guild}/${discord.ada}`, name: 'Ada' },
		});
		const thread = await waitFor(() => discord.threads(discord.channel)[0], 'the thread');
		expect(thread).toMatchObject({ id: response.id, name: 'sum this up' });
	});

	it('goes on in the thread, or the direct conversation, in which it is asked', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		const ada = discord.as(discord.ada);
		const { channel } = await ada.dm('hello');
		await waitFor(() => listen.of('message').length === 1, 'the greeting');
		const root = await ada.say(discord.channel, 'Lunch?');
		const thread = await ada.startThread(root, 'Lunch');
		const inThread = await ada.slash('smith', 'ask', { options: { prompt: 'what is there?' } }, thread);
		const directly = await ada.slash('smith', 'ask', { options: { prompt: 'and here?' } }, channel);
		await waitFor(() => !inThread.thinking && !directly.thinking, 'the answers');
		expect(inThread.response?.content).toBe('**Ada** asks: what is there?');
		expect(directly.response?.content).toBe('**Ada** asks: and here?');
		const [, first, second] = listen.of('message');
		expect(first).toMatchObject({ withEarlier: true, thread: { id: `${discord.guild}-${discord.channel}-${thread}` } });
		expect(second?.thread.id).toBe(`dm-${channel}`);
		expect(second).not.toHaveProperty('withEarlier');
	});

	it('goes on in the direct conversation where no thread can be, or the bot is not', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		discord.installFor(discord.ada);
		const elsewhere = discord.addGuild({ name: 'Elsewhere', withBot: false });
		discord.addMember({ guild: elsewhere, user: discord.ada });
		const [general = ''] = discord.channelsOf(elsewhere);
		const voice = discord.addChannel({ type: ChannelType.GuildVoice, name: 'voice' });
		const ada = discord.as(discord.ada);
		for (const channel of [general, voice]) {
			const seen = await ada.slash('smith', 'ask', { options: { prompt: `in ${channel}` } }, channel);
			expect(seen).toMatchObject({ deferred: true, ephemeral: true });
			const dm = await waitFor(() => discord.dmOf(discord.ada), 'the direct conversation');
			await waitFor(() => !seen.thinking, 'the answer');
			expect(seen.response?.content).toContain(`https://discord.com/channels/@me/${dm}`);
			expect(discord.messages(dm).at(-1)?.content).toBe(`**Ada** asks: in ${channel}`);
			expect(listen.of('message').at(-1)).toMatchObject({ thread: { id: `dm-${dm}` }, text: `in ${channel}` });
		}
	});

	it('says so where the bot may write neither there nor directly', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		discord.setDms(discord.ada, 'closed');
		const voice = discord.addChannel({ type: ChannelType.GuildVoice, name: 'voice' });
		const seen = await discord.as(discord.ada).slash('smith', 'ask', { options: { prompt: 'hello' } }, voice);
		await waitFor(() => !seen.thinking, 'the answer');
		expect(seen.response?.content).toMatch(/^Cannot answer you here, or write to you directly: /);
		expect(listen.kept.inbounds).toEqual([]);
	});
});

describe('a command of the core', () => {
	it('is deferred for the eyes of its person, who is answered through it', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		const ada = discord.as(discord.ada);
		const seen = await ada.slash('smith', 'load', { options: { id: 's1' } }, discord.channel);
		expect(seen).toMatchObject({ deferred: true, ephemeral: true, thinking: true });
		expect(listen.of('command')).toMatchObject([
			{
				key: `i/${seen.id}`,
				name: 'load',
				args: 's1',
				thread: { id: `${discord.guild}-${discord.channel}-u${discord.ada}` },
			},
		]);
		const reply = listen.replies.of(`i/${seen.id}`);
		expect(reply?.deferred).toBe(true);
		if (reply) await listen.answers.editOriginal(reply, sentence('Loaded.'), new AbortController().signal);
		expect(seen.response?.content).toBe('Loaded.');
	});

	it('is given in the thread where it was typed', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'make a chart', { mention: true });
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		await ada.slash('smith', 'stop', {}, root);
		expect(listen.of('command')).toMatchObject([
			{ name: 'stop', thread: { id: `${discord.guild}-${discord.channel}-${root}` } },
		]);
	});

	it('begins a thread where it hands in a request, and there is none', async () => {
		await using discord = await startPatientDiscord();
		const commands = verbs('agent*').map((verb) => ({ ...verb, when: 'asking' as const }));
		await using listen = await openPatient(discord, { commands });
		await registered(discord);
		const ada = discord.as(discord.ada);
		const seen = await ada.slash('smith', 'agent', { options: { id: 's1' } }, discord.channel);
		expect(seen).toMatchObject({ deferred: true, ephemeral: false });
		const response = await waitFor(() => seen.response, 'the response');
		expect(response.content).toBe('**Ada** asks: agent s1');
		const thread = `${discord.guild}-${discord.channel}-${response.id}`;
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		expect(listen.kept.inbounds).toMatchObject([
			{ type: 'command', key: `i/${seen.id}`, name: 'agent', args: 's1', thread: { id: thread } },
		]);
		expect(listen.replies.of(`i/${seen.id}`)).toMatchObject({ forAll: true, deferred: false });
		await ada.slash('smith', 'agent', { options: { id: 's2' } }, response.id);
		expect(listen.of('command')[1]).toMatchObject({ args: 's2', thread: { id: thread } });
	});

	it('is answered for all where it changes their session, and for one where it looks', async () => {
		await using discord = await startPatientDiscord();
		const commands = verbs('status', 'new').map((verb) =>
			verb.name === 'new' ? { ...verb, when: 'in-order' as const } : verb,
		);
		await using listen = await openPatient(discord, { commands });
		await registered(discord);
		const ada = discord.as(discord.ada);
		const root = await ada.say(discord.channel, 'make a chart', { mention: true });
		await waitFor(() => discord.threads(discord.channel).length === 1, 'the thread');
		for (const [name, channel, forAll] of [
			['new', root, true],
			['status', root, false],
			['new', discord.channel, false],
		] as const) {
			const { id } = await ada.slash('smith', name, {}, channel);
			expect(listen.replies.of(`i/${id}`)?.forAll).toBe(forAll);
		}
	});

	it('finds its interaction answered, however quick the core is', async () => {
		await using discord = await startPatientDiscord();
		let answer: Promise<unknown> = Promise.resolve();
		const listen = await openPatient(discord, {
			accept: async (inbound, keep) => {
				const reply = listen.replies.of(inbound.key);
				if (reply) answer = listen.answers.editOriginal(reply, sentence('At once.'), new AbortController().signal);
				return keep(inbound);
			},
		});
		await registered(discord);
		const seen = await discord.as(discord.ada).slash('smith', 'status', {}, discord.channel);
		await expect(answer).resolves.toBe('answered');
		expect(seen.response?.content).toBe('At once.');
		await listen[Symbol.asyncDispose]();
	});

	it('is deferred before the core has taken it in, where that takes long', async () => {
		await using discord = await startPatientDiscord();
		const held = Promise.withResolvers<void>();
		await using _listen = await openListen(discord, {
			accept: async (inbound, keep) => {
				await held.promise;
				return keep(inbound);
			},
		});
		await registered(discord);
		const seen = await discord.as(discord.ada).slash('smith', 'status', {}, discord.channel);
		expect(seen).toMatchObject({ deferred: true, thinking: true });
		held.resolve();
	});

	it('says what went wrong when the core cannot take it in', async () => {
		await using discord = await startPatientDiscord();
		await using _listen = await openPatient(discord, { accept: () => Promise.reject(new Error('The disk is full')) });
		await registered(discord);
		const seen = await discord.as(discord.ada).slash('smith', 'status', {}, discord.channel);
		expect(seen.ephemeral).toBe(true);
		expect(seen.response?.content).toBe('That did not work: The disk is full. Try it once more.');
	});

	it('offers the known values of its argument', async () => {
		await using discord = await startPatientDiscord();
		await using _listen = await openPatient(discord);
		await registered(discord);
		const typed = { option: 'id', value: 's' };
		const seen = await discord.as(discord.ada).autocomplete('smith', 'load', typed, discord.channel);
		expect(seen.choices.map(({ value }) => value)).toEqual(['s1', 's2']);
	});
});

describe('the commands', () => {
	it('are registered once, and again only when they are others', async () => {
		await using discord = await startPatientDiscord();
		const puts = () => discord.calls('PUT', '/applications/:id/commands').length;
		for (const expected of [1, 1]) {
			await using _listen = await openPatient(discord);
			await waitFor(() => discord.calls('GET', '/applications/:id/commands').length > 0 && puts() === expected, 'them');
		}
		discord.failNext('PUT /applications/:id/commands', { status: 403, code: 50001 });
		const { verbs } = await import('./verbs.ts');
		await using listen = await openPatient(discord, { commands: verbs('help', 'new') });
		await waitFor(() => puts() === 2, 'the new ones');
		await discord.as(discord.ada).say(discord.channel, 'still here', { mention: true });
		await waitFor(() => listen.of('message').length === 1, 'the message');
	});
});
