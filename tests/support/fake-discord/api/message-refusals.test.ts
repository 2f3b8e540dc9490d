import { type APIMessage, ComponentType, MessageFlags, type REST, Routes } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeDiscord, startFakeDiscord } from '../fake-discord.ts';
import { bits, botPermissions } from '../permissions.ts';
import { fileOf, refusedWith, restClient } from './rest-client.ts';

let discord: FakeDiscord;
let rest: REST;
let messages: `/channels/${string}/messages`;

beforeAll(async () => {
	discord = await startFakeDiscord({
		autoMod: [
			{ contains: 'bad.example', code: 240000 },
			{ contains: 'rude', code: 200000 },
		],
	});
	rest = restClient(discord);
	messages = Routes.channelMessages(discord.channel);
});
afterAll(() => discord[Symbol.asyncDispose]());

const post = (body: object, files?: ReturnType<typeof fileOf>[]) =>
	rest.post(messages, { body, ...(files ? { files } : {}) }) as Promise<APIMessage>;
const v2 = (...components: object[]) => ({ flags: MessageFlags.IsComponentsV2, components });
const words = (content: string) => ({ type: ComponentType.TextDisplay, content });

describe('a message is refused', () => {
	it.each<[string, object, string]>([
		['over 2,000 characters', { content: 'x'.repeat(2001) }, 'content: BASE_TYPE_MAX_LENGTH'],
		['with an unknown field', { contents: 'x' }, 'contents: FAKE_UNKNOWN_FIELD'],
		['with a content of another type', { content: 7 }, 'content: STRING_TYPE_CONVERT'],
		['with a nonce over 25 characters', { content: 'x', nonce: 'n'.repeat(26) }, 'nonce: BASE_TYPE_MAX_LENGTH'],
		['as ephemeral', { content: 'x', flags: MessageFlags.Ephemeral }, 'flags: MESSAGE_FLAGS_INVALID'],
		[
			'with a reference to nothing',
			{ content: 'x', message_reference: { message_id: '1'.repeat(18) } },
			'message_reference: REPLIES_UNKNOWN_MESSAGE',
		],
		[
			'with an attachment that is not there',
			{ content: 'x', attachments: [{ id: 0 }] },
			'attachments[0]: ATTACHMENT_NOT_FOUND',
		],
		['with 11 embeds', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }, 'embeds: BASE_TYPE_MAX_LENGTH'],
		['with a long embed', { embeds: [{ title: 'x'.repeat(257) }] }, 'embeds[0].title: BASE_TYPE_MAX_LENGTH'],
		[
			'with embeds over 6,000 in all',
			{ embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
			'embeds: MAX_EMBED_SIZE_EXCEEDED',
		],
		['with an empty embed', { embeds: [{ color: 1 }] }, 'embeds[0].description: BASE_TYPE_REQUIRED'],
		[
			'with mentions both parsed and listed',
			{ content: 'x', allowed_mentions: { parse: ['users'], users: ['1'.repeat(18)] } },
			'allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
		],
		[
			'with content beside V2',
			{ ...v2(words('x')), content: 'x' },
			'content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
		],
		[
			'with embeds beside V2',
			{ ...v2(words('x')), embeds: [{ title: 'x' }] },
			'embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
		],
		['with V2 components without the flag', { components: [words('x')] }, 'components[0]: UNION_TYPE_CHOICES'],
	])('%s', async (_what, body, field) => {
		expect(await refusedWith(post(body))).toEqual({
			status: 400,
			code: 50035,
			message: 'Invalid Form Body',
			fields: [field],
		});
	});

	it.each<[string, object, number, number]>([
		['empty', { content: '  ' }, 400, 50006],
		['empty of V2', v2(), 400, 50006],
		['by AutoMod', { content: 'so rude' }, 400, 200000],
		['for a harmful link', v2(words('http://bad.example/')), 400, 240000],
	])('%s', async (_what, body, status, code) => {
		expect(await refusedWith(post(body))).toMatchObject({ status, code });
	});

	it('with a file over the limit of the guild, or a request over 25 MiB', async () => {
		const mebibyte = 1024 * 1024;
		const ten = fileOf('ten.bin', 10 * mebibyte);
		expect(await refusedWith(post({}, [fileOf('big.bin', 10 * mebibyte + 1)]))).toMatchObject({
			status: 413,
			code: 40005,
		});
		expect(await refusedWith(post({}, [ten, ten, ten]))).toMatchObject({ status: 413, code: 40005 });
		expect((await post({}, [ten, ten])).attachments).toHaveLength(2);
	});

	it('with a file that nobody would see', async () => {
		const fields = ['attachments: FAKE_ATTACHMENT_NOT_SHOWN'];
		expect(await refusedWith(post(v2(words('x')), [fileOf('a.txt', 'x')]))).toMatchObject({ code: 50035, fields });
	});
});

describe('an edit is refused', () => {
	const patch = (id: string, body: object) => rest.patch(Routes.channelMessage(discord.channel, id), { body });

	it('of a message of somebody else', async () => {
		const theirs = await discord.as(discord.ada).say(discord.channel, 'mine');
		expect(await refusedWith(patch(theirs, { content: 'x' }))).toMatchObject({ status: 403, code: 50005 });
	});

	it('that takes V2 away, or leaves nothing', async () => {
		const { id } = await post(v2(words('x')));
		const fields = ['flags: MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG'];
		expect(await refusedWith(patch(id, { flags: 0 }))).toMatchObject({ fields });
		expect(await refusedWith(patch(id, { content: 'x' }))).toMatchObject({ code: 50035 });
		expect(await refusedWith(patch(id, { components: [] }))).toMatchObject({ code: 50006 });
	});

	it('in an archived thread', async () => {
		const { id } = await post({ content: 'root' });
		await rest.post(Routes.threads(discord.channel, id), { body: { name: 'thread' } });
		const inside = (await rest.post(Routes.channelMessages(id), { body: { content: 'x' } })) as APIMessage;
		discord.archive(id);
		const edit = rest.patch(Routes.channelMessage(id, inside.id), { body: { content: 'y' } });
		expect(await refusedWith(edit)).toMatchObject({ status: 400, code: 50083 });
	});

	it('of a message older than an hour, after some', async () => {
		await using other = await startFakeDiscord({ oldEdits: 1 });
		const client = restClient(other);
		const { id } = (await client.post(Routes.channelMessages(other.channel), { body: { content: 'x' } })) as APIMessage;
		const path = Routes.channelMessage(other.channel, id);
		other.advance(3_600_001);
		await client.patch(path, { body: { content: 'y' } });
		await expect(client.patch(path, { body: { content: 'z' } })).rejects.toMatchObject({
			name: expect.stringMatching(/RateLimit/),
		});
		expect(other.calls().at(-1)).toMatchObject({ status: 429, code: 30046 });
	});
});

describe('without a permission', () => {
	const all = botPermissions;

	it.each<[string, bigint, number, object]>([
		['to see', bits('ViewChannel'), 50001, { content: 'x' }],
		['to write', bits('SendMessages'), 50013, { content: 'x' }],
		['to embed', bits('EmbedLinks'), 50013, { embeds: [{ title: 'x' }] }],
		[
			'to read history, a reply',
			bits('ReadMessageHistory'),
			160002,
			{ content: 'x', message_reference: { message_id: '1'.repeat(18) } },
		],
	])('%s, a message is refused', async (_what, missing, code, body) => {
		const channel = discord.addChannel({ permissions: all & ~missing });
		expect(await refusedWith(rest.post(Routes.channelMessages(channel), { body }))).toMatchObject({ code });
	});

	it('to attach, files are refused', async () => {
		const channel = discord.addChannel({ permissions: all & ~bits('AttachFiles') });
		const files = [fileOf('a.txt', 'x')];
		expect(await refusedWith(rest.post(Routes.channelMessages(channel), { files }))).toMatchObject({ code: 50013 });
	});

	it('slow-mode holds the bot too', async () => {
		const channel = discord.addChannel();
		discord.slowmode(channel, 30);
		const write = () => rest.post(Routes.channelMessages(channel), { body: { content: 'x' } });
		await write();
		await expect(write()).rejects.toThrow();
		expect(discord.calls().at(-1)).toMatchObject({ status: 429, code: 20016 });
	});
});
