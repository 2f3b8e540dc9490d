import { type APIMessage, ComponentType, MessageFlags, type REST, Routes } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeDiscord, startFakeDiscord } from '../fake-discord.ts';
import { bits } from '../permissions.ts';
import { fileOf, refusedWith, restClient } from './rest-client.ts';

let discord: FakeDiscord;
let rest: REST;
let messages: `/channels/${string}/messages`;

beforeAll(async () => {
	discord = await startFakeDiscord();
	rest = restClient(discord);
	messages = Routes.channelMessages(discord.channel);
});
afterAll(() => discord[Symbol.asyncDispose]());

const post = (body: object, files?: ReturnType<typeof fileOf>[]) =>
	rest.post(messages, { body, ...(files ? { files } : {}) }) as Promise<APIMessage>;
const v2 = (...components: object[]) => ({ flags: MessageFlags.IsComponentsV2, components });

describe('a message of the bot', () => {
	it('is answered as it was posted, and stands in the channel', async () => {
		const { id, content, author } = await post({ content: 'hello', nonce: 'n1' });
		expect({ content, author: author.id }).toEqual({ content: 'hello', author: discord.botUser });
		expect(discord.message(id)).toMatchObject({ content: 'hello', nonce: 'n1', channel: discord.channel });
	});

	it('is posted once under an enforced nonce, until minutes have passed', async () => {
		const body = { content: 'once', nonce: 'k'.repeat(25), enforce_nonce: true };
		const [first, second] = [await post(body), await post(body)];
		expect(second.id).toBe(first.id);
		discord.advance(6 * 60_000);
		expect((await post(body)).id).not.toBe(first.id);
	});

	it('carries files, byte for byte, under the names that it gives', async () => {
		const attachments = [{ id: 0, description: 'a table', filename: 'b.csv' }];
		const { attachments: shown } = await post({ attachments }, [fileOf('a.csv', '1,2\n3,4')]);
		expect(shown[0]).toMatchObject({ filename: 'b.csv', description: 'a table', size: 7 });
		const answer = await fetch(shown[0]?.url ?? '');
		expect(await answer.text()).toBe('1,2\n3,4');
	});

	it('shows files through components, and lists them no more', async () => {
		const file = { type: ComponentType.File, file: { url: 'attachment://a.txt' } };
		const { attachments, components } = await post(v2(file), [fileOf('a.txt', 'x')]);
		expect(attachments).toEqual([]);
		expect(components?.[0]).toMatchObject({
			id: 1,
			name: 'a.txt',
			size: 1,
			file: { url: expect.stringMatching(/^http/) },
		});
	});

	it('keeps on an edit the files that the edit names', async () => {
		const { id, attachments } = await post({ content: 'two' }, [fileOf('a.txt', 'a'), fileOf('b.txt', 'b')]);
		const kept = [{ id: attachments[1]?.id }, { id: 0 }];
		const edited = (await rest.patch(Routes.channelMessage(discord.channel, id), {
			body: { attachments: kept },
			files: [fileOf('c.txt', 'c')],
		})) as APIMessage;
		expect(edited.attachments.map(({ filename }) => filename)).toEqual(['b.txt', 'c.txt']);
		expect(edited).toMatchObject({ content: 'two', edited_timestamp: expect.any(String) });
	});

	it('records what may be pinged, and an edit without it goes back to the defaults', async () => {
		const { id } = await post({ content: `<@${discord.ada}>`, allowed_mentions: { parse: [] } });
		const seen = () => discord.message(id);
		expect(discord.pings(seen() ?? fail())).toEqual([]);
		await rest.patch(Routes.channelMessage(discord.channel, id), { body: { content: `<@${discord.ada}> again` } });
		expect(discord.pings(seen() ?? fail())).toEqual([discord.ada]);
	});

	it('replies', async () => {
		const { id } = await post({ content: 'root' });
		const answer = await post({ content: 'reply', message_reference: { message_id: id } });
		expect(answer).toMatchObject({ type: 19, message_reference: { message_id: id }, referenced_message: { id } });
		const orphan = { message_id: '1'.repeat(18), fail_if_not_exists: false };
		expect(await post({ content: 'orphan', message_reference: orphan })).not.toHaveProperty('message_reference');
	});
});

function fail(): never {
	throw new Error('There is no such message');
}

describe('history', () => {
	it('is answered newest first, in pages', async () => {
		const channel = discord.addChannel();
		const ids: string[] = [];
		for (const content of ['a', 'b', 'c', 'd']) {
			ids.push(((await rest.post(Routes.channelMessages(channel), { body: { content } })) as APIMessage).id);
		}
		const page = async (query: Record<string, string>) => {
			const options = { query: new URLSearchParams(query) };
			return ((await rest.get(Routes.channelMessages(channel), options)) as APIMessage[]).map(({ content }) => content);
		};
		expect(await page({})).toEqual(['d', 'c', 'b', 'a']);
		expect(await page({ limit: '2' })).toEqual(['d', 'c']);
		expect(await page({ after: ids[0] ?? '', limit: '2' })).toEqual(['c', 'b']);
		expect(await page({ before: ids[2] ?? '' })).toEqual(['b', 'a']);
		expect(await page({ around: ids[1] ?? '', limit: '3' })).toEqual(['c', 'b', 'a']);
		expect(await refusedWith(page({ limit: '101' }))).toMatchObject({
			code: 50035,
			fields: ['limit: NUMBER_TYPE_MAX'],
		});
		discord.setPermissions(channel, bits('ViewChannel'));
		expect(await page({})).toEqual([]);
	});
});
