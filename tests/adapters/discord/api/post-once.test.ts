import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { editMessage } from '../../../../src/adapters/discord/api/edit-message.ts';
import { findPosted } from '../../../../src/adapters/discord/api/find-posted.ts';
import { createPostOnce } from '../../../../src/adapters/discord/api/post-once.ts';
import { discordCode } from '../../../../src/adapters/discord/api/problems/discord-sentence.ts';
import { markerOf } from '../../../../src/adapters/discord/marker.ts';
import type { DiscordMessage } from '../../../../src/adapters/discord/render/discord-message.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { failureOf, openRest } from './open-rest.ts';

const text = (markdown: string) => ({ kind: 'text', markdown }) as const;
const components = { kind: 'components', components: [{ type: 10, content: 'In a display' }] } as const;
const embed = { kind: 'embed', embed: { description: 'In an embed' } } as const;

describe('a post', () => {
	it('with the same key is there once', async () => {
		await using open = await openRest();
		const { discord, postOnce, signal } = open;
		const post = { channel: discord.channel, key: 'turn/1/answer', message: text('Hello') };
		expect(await postOnce(post, signal)).toBe(await postOnce(post, signal));
		expect(discord.messages(discord.channel)).toHaveLength(1);
	});

	it('pings nobody, shows no previews, and answers a message that may be gone', async () => {
		await using open = await openRest();
		const { discord, postOnce, signal } = open;
		const asked = await discord.as(discord.grace).say(discord.channel, 'Hello');
		const message = text(`@everyone <@${discord.ada}> <@&${discord.makers}> https://example.com`);
		const post = { channel: discord.channel, message, replyTo: asked };
		const id = await postOnce({ ...post, key: 'a' }, signal);
		const silent = await postOnce({ ...post, key: 'b', replyTo: '1'.repeat(18), silent: true }, signal);
		const [first, second] = [discord.message(id), discord.message(silent)];
		expect(first).toMatchObject({ reference: asked, flags: MessageFlags.SuppressEmbeds });
		expect(second?.flags).toBe(MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications);
		expect(first && discord.pings(first)).toEqual([]);
	});

	it('has its files', async () => {
		await using open = await openRest();
		const { discord, postOnce, signal } = open;
		const files = [
			{ name: 'a.txt', data: Buffer.from('A') },
			{ name: 'b.png', data: Buffer.from('B') },
		];
		const id = await postOnce({ channel: discord.channel, key: 'k', message: text('Two'), files }, signal);
		expect(discord.message(id)?.attachments.map(({ name }) => name)).toEqual(['a.txt', 'b.png']);
	});

	it('waits where the channel is in slow mode', async () => {
		await using open = await openRest({ timePasses: false });
		const { discord, calls, signal } = open;
		const postOnce = createPostOnce({ calls, clock: systemClock });
		discord.slowmode(discord.channel, 1);
		const post = (key: string) => postOnce({ channel: discord.channel, key, message: text(key) }, signal);
		await post('a');
		const second = post('b');
		const isRefused = () => discord.calls('POST', '/channels/:id/messages').some(({ code }) => code === 20016);
		await waitFor(isRefused, 'the refusal');
		discord.advance(1000);
		await second;
		expect(discord.messages(discord.channel).map(({ content }) => content)).toEqual(['a', 'b']);
	});

	it('rejects with what Discord refuses it for', async () => {
		await using open = await openRest();
		const { discord, postOnce, signal } = open;
		discord.setPermissions(discord.channel, 1024n);
		const failure = await failureOf(postOnce({ channel: discord.channel, key: 'k', message: text('Hello') }, signal));
		expect(discordCode(failure)).toBe(50013);
	});
});

describe('an edit', () => {
	it('turns words into components and embeds, and pings nobody', async () => {
		await using open = await openRest();
		const { discord, calls, postOnce, signal } = open;
		const { channel } = discord;
		const mention = text(`<@${discord.ada}>`);
		const message = await postOnce({ channel, key: 'k', message: text('Words') }, signal);
		await editMessage({ calls }, { channel, message, content: embed }, signal);
		expect(discord.message(message)).toMatchObject({ content: '', embeds: [{ description: 'In an embed' }] });
		await editMessage({ calls }, { channel, message, content: mention }, signal);
		const seen = discord.message(message);
		expect(seen).toMatchObject({ content: mention.markdown, embeds: [], flags: MessageFlags.SuppressEmbeds });
		expect(seen && discord.pings(seen)).toEqual([]);
		await editMessage({ calls }, { channel, message, content: components }, signal);
		expect(discord.message(message)).toMatchObject({ content: '', components: [{ content: 'In a display' }] });
		await editMessage({ calls }, { channel, message, content: components }, signal);
	});

	it('keeps the files that it is told to keep', async () => {
		await using open = await openRest();
		const { discord, calls, postOnce, signal } = open;
		const { channel } = discord;
		const files = ['a', 'b'].map((name) => ({ name, data: Buffer.from(name) }));
		const message = await postOnce({ channel, key: 'k', message: text('Two'), files }, signal);
		const names = () => discord.message(message)?.attachments.map(({ name }) => name);
		await editMessage({ calls }, { channel, message, content: text('All') }, signal);
		expect(names()).toEqual(['a', 'b']);
		const keepFiles = [discord.message(message)?.attachments[1]?.id ?? ''];
		await editMessage({ calls }, { channel, message, content: text('One'), keepFiles }, signal);
		expect(names()).toEqual(['b']);
	});
});

describe('looking for what was posted', () => {
	const shown: readonly (readonly [where: string, messageWith: (marker: string) => DiscordMessage])[] = [
		['a text', (marker) => text(`Words${marker}`)],
		['an embed', (marker) => ({ kind: 'embed', embed: { description: `Words${marker}` } })],
		[
			'a text display within a container',
			(marker) => ({
				kind: 'components',
				components: [{ type: 17, components: [{ type: 10, content: `Words${marker}` }] }],
			}),
		],
	];

	it.each(shown)('finds its marker in %s', async (_where, messageWith) => {
		await using open = await openRest();
		const { discord, calls, postOnce, signal } = open;
		const { channel, botUser } = discord;
		const id = await postOnce({ channel, key: 'x', message: messageWith(markerOf('key')) }, signal);
		await postOnce({ channel, key: 'y', message: messageWith(markerOf('other')) }, signal);
		expect(await findPosted({ calls, botUser }, { channel, key: 'key' }, signal)).toBe(id);
		expect(await findPosted({ calls, botUser }, { channel, key: 'third' }, signal)).toBeUndefined();
	});

	it('does not take a copy by somebody else for it', async () => {
		await using open = await openRest();
		const { discord, calls, signal } = open;
		const { channel, botUser } = discord;
		await discord.as(discord.ada).say(channel, `Copied${markerOf('key')}`);
		expect(await findPosted({ calls, botUser }, { channel, key: 'key' }, signal)).toBeUndefined();
	});

	it.each([true, false])('turns pages (from a message on: %s)', async (fromOn) => {
		await using open = await openRest();
		const { discord, calls, postOnce, signal } = open;
		const { channel, botUser } = discord;
		const ada = discord.as(discord.ada);
		const first = await ada.say(channel, 'first');
		const write = async (count: number) => {
			for (let at = 0; at < count; at += 1) await ada.say(channel, `${at}`);
		};
		await write(120);
		const id = await postOnce({ channel, key: 'x', message: text(`Words${markerOf('key')}`) }, signal);
		await write(120);
		const query = { channel, key: 'key', ...(fromOn && { after: first }) };
		expect(await findPosted({ calls, botUser }, query, signal)).toBe(id);
		expect(await findPosted({ calls, botUser }, { ...query, after: id }, signal)).toBeUndefined();
	});

	it('finds nothing where there is no such channel, or none for us', async () => {
		await using open = await openRest();
		const { discord, calls, signal } = open;
		const { channel, botUser } = discord;
		discord.setPermissions(channel, 0n);
		for (const place of [channel, '1'.repeat(18)]) {
			expect(await findPosted({ calls, botUser }, { channel: place, key: 'key' }, signal)).toBeUndefined();
		}
	});
});
