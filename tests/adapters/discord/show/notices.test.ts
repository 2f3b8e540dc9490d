import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import type { Telling, ToldEvent } from '../../../../src/chat/events.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { answer, done, notice, play, started, taken } from './events.ts';
import { type OpenShow, openShow } from './open-show.ts';

function answering(key: string, ...events: readonly ToldEvent[]): Telling {
	return { session: 's', turn: `in-${key}`, answers: key, events };
}

function denial({ discord }: OpenShow, key: string): ToldEvent {
	const to = { id: `discord:${discord.guild}/${discord.grace}`, name: 'Grace' };
	return { type: 'notice', key: `in-${key}/1/notice`, text: 'You may not ask here.', to };
}

/** An interaction that was deferred, as `listen/` leaves it. */
async function deferred(opened: OpenShow, more: { readonly forAll?: boolean } = {}) {
	const { discord } = opened;
	const using = discord.as(discord.ada).slash('smith', 'help', {}, discord.channel);
	const interaction = await waitFor(() => discord.interactions().at(-1), 'the interaction');
	const { id, token } = interaction;
	await fetch(`${discord.apiUrl}/v10/interactions/${id}/${token}/callback`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ type: 5, data: { flags: MessageFlags.Ephemeral } }),
	});
	opened.replies.remember(`i/${id}`, { application: discord.applicationId, token, deferred: true, ...more });
	return { key: `i/${id}`, seen: await using };
}

async function registered(): Promise<OpenShow> {
	const opened = await openShow();
	const { discord } = opened;
	const help = { type: 1, name: 'help', description: 'Says what can be done' };
	await fetch(`${discord.apiUrl}/v10/applications/${discord.applicationId}/commands`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json', authorization: `Bot ${discord.token}` },
		body: JSON.stringify([{ name: 'smith', description: 'Threadsmith', options: [help] }]),
	});
	return opened;
}

describe('a notice in Discord', () => {
	it('is a line of the turn that it comes in', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const events = [started, taken(key), notice('Not taken in: "@everyone.bin" is too large'), answer('Yes.'), done];
		await opened.until(opened.show(thread, play(...events)));
		const [lines = '', ...others] = opened.texts(thread);
		expect(lines).toContain('Not taken in');
		expect(others).toHaveLength(1);
	});

	it('that comes after the answer stands below it, with those that follow it', async () => {
		await using opened = await openShow();
		const { thread } = await opened.root();
		const events = [
			started,
			answer('Yes.'),
			notice('Not handed over: a.csv', 2),
			notice('Not handed over: b.csv', 3),
			done,
		];
		await opened.until(opened.show(thread, play(...events)));
		expect(opened.texts(thread)).toEqual([
			expect.stringContaining('Yes.'),
			expect.stringMatching(/a\.csv[\s\S]*b\.csv/),
		]);
	});

	it('for one person is said to them directly, and nothing is seen where they wrote', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key } = await opened.root();
		await opened.until(opened.tell(thread, answering(key, denial(opened, key))));
		expect(publicWords(opened)).toEqual([]);
		expect(discord.threads(discord.channel)).toEqual([]);
		const [word] = discord.messages(discord.dmOf(discord.grace) ?? '');
		expect(word?.content).toContain('You may not ask here.');
		expect((word?.flags ?? 0) & MessageFlags.SuppressNotifications).not.toBe(0);
	});

	it('for one person who takes no direct messages is a silent reply in a thread of ours, and nothing elsewhere', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		discord.setDms(discord.grace, 'closed');
		const { thread, key, channel } = await opened.root();
		await opened.until(opened.show(thread, play(started, taken(key), answer('Yes.'), done)));
		const word = await discord.as(discord.grace).say(channel, 'stop');
		const inside = `${channel}/${word}`;
		await opened.until(opened.tell(thread, answering(inside, denial(opened, inside))));
		await opened.until(opened.tell(thread, answering(key, denial(opened, key))));
		const reply = opened.shown(thread).find(({ reference }) => reference === word);
		expect(discord.pings(reply ?? never())).toEqual([]);
		expect(publicWords(opened)).toEqual([]);
	});

	it('for somebody who is nobody of Discord is shown to nobody', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const to = { id: 'slack:T1/U1', name: 'Bo' };
		const said = { type: 'notice', key: 'in-k/1/notice', text: 'For Bo alone.', to } as const;
		await opened.until(opened.tell(thread, answering(key, said)));
		expect([publicWords(opened), opened.shown(thread)]).toEqual([[], []]);
	});

	it('for one person goes through their interaction, seen by them alone', async () => {
		await using opened = await registered();
		const { thread } = await opened.root();
		const { key, seen } = await deferred(opened);
		await opened.until(opened.tell(thread, answering(key, denial(opened, key))));
		await opened.see(() => seen.response?.content.includes('You may not ask here.'), 'the answer');
		expect(seen.response?.ephemeralTo).toBe(opened.discord.ada);
		expect(opened.shown(thread)).toEqual([]);
	});
});

describe('the answer to a command in Discord', () => {
	it('goes through its interaction, further messages as follow-ups', async () => {
		await using opened = await registered();
		const { discord } = opened;
		const { key, seen } = await deferred(opened);
		const thread = threadAt({ kind: 'private', guild: discord.guild, channel: discord.channel, user: discord.ada });
		const text = Array.from({ length: 80 }, (_, at) => `Line ${at} of what can be done, at length.`).join('\n');
		const said = { type: 'notice', key: `in-${key}/1/notice`, text } as const;
		await opened.until(opened.tell(thread, answering(key, said)));
		const all = [seen.response, ...seen.followUps];
		expect(all.length).toBeGreaterThan(1);
		expect(all.map((message) => message?.ephemeralTo)).toEqual(all.map(() => discord.ada));
		expect(all.map((message) => message?.content).join('\n')).toMatch(/Line 0 of[\s\S]*Line 79 of/);
		const answers = discord.calls().filter(({ path }) => path.startsWith('/webhooks/'));
		expect(answers.map(({ body }) => body)).toEqual(
			answers.map(() => expect.objectContaining({ allowed_mentions: { parse: [], replied_user: false } })),
		);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('that concerns everyone stands in the thread, and not beside it', async () => {
		await using opened = await registered();
		const { thread } = await opened.root();
		const { key, seen } = await deferred(opened, { forAll: true });
		const said = { type: 'notice', key: `in-${key}/1/notice`, text: 'New session.' } as const;
		await opened.until(opened.tell(thread, answering(key, said)));
		expect(opened.texts(thread)).toEqual([expect.stringContaining('New session.')]);
		await opened.see(() => !seen.thinking, 'the end of the deferral');
		expect([seen.response, ...seen.followUps]).toEqual([undefined]);
	});

	it('that concerns everyone is for one person where it is a denial', async () => {
		await using opened = await registered();
		const { thread } = await opened.root();
		const { key, seen } = await deferred(opened, { forAll: true });
		await opened.until(opened.tell(thread, answering(key, denial(opened, key))));
		await opened.see(() => seen.response?.content.includes('You may not ask here.'), 'the answer');
		expect(opened.shown(thread)).toEqual([]);
	});

	it('goes to the person when its interaction takes no answer any more', async () => {
		await using opened = await registered();
		const { discord } = opened;
		const { key } = await deferred(opened);
		discord.advance(15 * 60_000 + 1000);
		const thread = threadAt({ kind: 'private', guild: discord.guild, channel: discord.channel, user: discord.ada });
		const said = { type: 'notice', key: `in-${key}/1/notice`, text: 'No sessions yet' } as const;
		await opened.until(opened.tell(thread, answering(key, said)));
		const dm = discord.dmOf(discord.ada);
		expect(discord.messages(dm ?? '').map(({ content }) => content)).toEqual([
			expect.stringContaining('No sessions yet'),
		]);
	});

	it('is a message in the thread when it was given as one', async () => {
		await using opened = await openShow();
		const { thread, key } = await opened.root();
		const said = { type: 'notice', key: `in-${key}/1/notice`, text: 'one    two\nthree  four' } as const;
		await opened.until(opened.tell(thread, answering(key, said)));
		expect(opened.shown(thread)[0]?.content).toMatch(/```\none {4}two\nthree {2}four\n```/);
	});

	it('is given up where nobody can be told, and ends', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		discord.setDms(discord.ada, 'closed');
		const thread = threadAt({ kind: 'private', guild: discord.guild, channel: discord.channel, user: discord.ada });
		const said = { type: 'notice', key: 'in-i/1/1/notice', text: 'No sessions yet' } as const;
		await opened.until(opened.tell(thread, answering('i/1', said)));
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});
});

describe('words that a command hands in', () => {
	it('answer the command that waits, and what comes of them in no thread goes to the person', async () => {
		await using opened = await registered();
		const { discord } = opened;
		const { key, seen } = await deferred(opened);
		const thread = threadAt({ kind: 'private', guild: discord.guild, channel: discord.channel, user: discord.ada });
		const events = [started, taken(`${key}/words`), answer('It is **4**.'), done];
		await opened.until(opened.show(thread, play(...events)));
		await opened.see(() => seen.response?.content.includes('taken'), 'the answer to the command');
		const dm = discord.messages(discord.dmOf(discord.ada) ?? '');
		expect(dm.map(({ content }) => content)).toEqual([expect.stringContaining('It is **4**.')]);
		expect(discord.messages(discord.channel).filter(({ ephemeralTo }) => ephemeralTo === undefined)).toEqual([]);
	});
});

/** What the bot has written in the channel. */
function publicWords({ discord }: OpenShow): string[] {
	const own = discord.messages(discord.channel).filter(({ author }) => author === discord.botUser);
	return own.map((message) => discord.plainText(message));
}

function never(): never {
	throw new Error('It is not there');
}
