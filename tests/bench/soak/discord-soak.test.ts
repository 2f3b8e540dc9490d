import { ChannelType } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerTo, fileMadeFor, type NamedBytes } from '../../../bench/soak/conversation.ts';
import { addSpots } from '../../../bench/soak/discord-guilds.ts';
import { routeOf } from '../../../bench/soak/discord-limits.ts';
import { lookAt, strayAnswers } from '../../../bench/soak/discord-look.ts';
import type { PlannedMessage } from '../../../bench/soak/plan.ts';
import { judge } from '../../../bench/soak/verdicts.ts';
import { writeCustomId } from '../../../src/adapters/discord/custom-ids.ts';
import { markerOf } from '../../../src/adapters/discord/marker.ts';
import { type FakeDiscord, startFakeDiscord } from '../../support/fake-discord/fake-discord.ts';
import { shardOf } from '../../support/fake-discord/places.ts';

let discord: FakeDiscord;
let thread: string;

beforeEach(async () => {
	discord = await startFakeDiscord({ shards: 2 });
	({ channel: thread } = await discord.as(discord.ada).dm('This is no-0001, tool.'));
});
afterEach(() => discord[Symbol.asyncDispose]());

/** What the bot might say, rightly or not. */
async function call(method: string, path: string, body?: object, file?: NamedBytes): Promise<string> {
	const form = new FormData();
	if (file) form.set('files[0]', new Blob([Buffer.from(file.bytes)]), file.name);
	form.set('payload_json', JSON.stringify({ ...body, ...(file && { attachments: [{ id: 0, filename: file.name }] }) }));
	const json = { body: JSON.stringify(body), type: { 'content-type': 'application/json' } };
	const response = await fetch(`${discord.apiUrl}/v10${path}`, {
		method,
		headers: { authorization: `Bot ${discord.token}`, ...(body && !file && json.type) },
		...(body && { body: file ? form : json.body }),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
	return response.status === 204 ? '' : ((await response.json()) as { readonly id: string }).id;
}

const silent = { allowed_mentions: { parse: [] } };
const post = (body: object, file?: NamedBytes) =>
	call('POST', `/channels/${thread}/messages`, { ...silent, ...body }, file);
const buttons = (does: 'stop' | 'use-now') => [
	{
		type: 1,
		components: [
			{ type: 2, style: 4, label: 'Button', custom_id: writeCustomId({ does, of: `${thread}/1` } as const) },
		],
	},
];

async function answer(): Promise<void> {
	await post({ content: `Here it is${markerOf('t1/file')}` }, fileMadeFor(1));
	await post({ content: `${answerTo(1, digest)}${markerOf('t1/answer')}`, nonce: 'n1' });
}

const given: PlannedMessage = { number: 1, kind: 'tool', thread: 0, duplicate: false, disconnect: false, chance: 0 };
const digest = 'd1';

/** The promises that were not kept; that the sandbox saw other bytes is none of the platform's. */
function broken(message = given): string[] {
	const seen = [look()];
	const verdicts = judge({ plan: { threads: [[message]], killAt: [] }, seen, inputs: [new Map()], untaken: [] });
	return verdicts.flatMap(({ name, offenders }) => (offenders.length > 0 && name !== 'files-in-lost' ? [name] : []));
}

function begun() {
	return { begins: 'dm', guild: discord.guild, channel: discord.channel, person: discord.ada, thread } as const;
}

function look() {
	return lookAt(discord, begun());
}

describe('The soak for Discord', () => {
	it('finds nothing where the answer stands once with its file', async () => {
		await answer();
		expect(broken()).toEqual([]);
		expect(look()).toMatchObject({
			thread: { platform: 'discord', id: `dm-${thread}` },
			answers: [{ number: 1, digest }],
			state: { marks: [] },
		});
	});

	it('finds an answer and a file that were dropped', () => {
		expect(broken()).toEqual(['messages-unanswered', 'files-out-lost']);
	});

	it('finds a file with other bytes', async () => {
		await post({ content: 'Here it is' }, { ...fileMadeFor(1), bytes: Buffer.from('other') });
		await post({ content: answerTo(1, digest) });
		expect(broken()).toEqual(['files-out-lost']);
	});

	it('finds an answer that was posted once more under another id', async () => {
		await answer();
		await post({ content: `${answerTo(1, digest)}${markerOf('t1/answer')}`, nonce: 'n2' });
		expect(broken()).toEqual(['messages-answered-twice', 'posted-twice']);
	});

	it('finds a line that two live messages show', async () => {
		await answer();
		for (const time of [1, 2]) await post({ content: `✓ bash ${time}${markerOf('t1/call-1')}` });
		expect(broken()).toEqual(['posted-twice']);
	});

	it('finds a file that was handed over twice', async () => {
		await answer();
		await post({ content: 'Once more' }, fileMadeFor(1));
		expect(broken()).toEqual(['posted-twice']);
	});

	it.each([
		['a Stop button', { content: 'Done', components: buttons('stop') }],
		['a live message without a line', { content: 'Working …' }],
		['a call that still runs', { content: '✓ bash\n⋯ python' }],
	])('finds %s that was left', async (_what, body) => {
		await answer();
		await post(body);
		expect(broken()).toEqual(['live-messages-unfinished']);
	});

	it('counts the marks of messages that wait', async () => {
		await answer();
		const own = await post({ content: 'Your message waits', components: buttons('use-now') });
		const { id } = await discord.as(discord.ada).dm('And more');
		await call('PUT', `/channels/${thread}/messages/${id}/reactions/${encodeURIComponent('⏳')}/@me`);
		expect(look().state.marks.toSorted()).toEqual([`${own} says that something waits`, `⏳ on ${id}`].toSorted());
	});

	it('finds a thread where the bot is shown as typing, for as long as Discord shows it', async () => {
		await answer();
		discord.advance(1000);
		await call('POST', `/channels/${thread}/typing`);
		expect(broken()).toEqual(['sessions-under-way']);
		discord.advance(10_001);
		expect(broken()).toEqual([]);
	});

	it('finds that somebody was notified', async () => {
		await answer();
		await call('POST', `/channels/${thread}/messages`, { content: `<@${discord.ada}> look` });
		expect(broken()).toEqual(['pings']);
	});

	it('takes it that whoever spoke is called back, and nobody else', async () => {
		await answer();
		const content = (who: string) => `<@${who}> this is done.${markerOf(`t1/${who}`)}`;
		await call('POST', `/channels/${thread}/messages`, { content: content(discord.ada) });
		expect(broken()).toEqual([]);
		await call('POST', `/channels/${thread}/messages`, { content: content(discord.grace) });
		expect(broken()).toEqual(['pings']);
	});

	it('takes it that whoever asked by a command has spoken', async () => {
		const { channel, grace, ada } = discord;
		const asked = await call('POST', `/channels/${channel}/threads`, { name: 'asked', type: ChannelType.PublicThread });
		await call('POST', `/channels/${asked}/messages`, { content: `<@${grace}> this is done.` });
		const pings = (person: string) =>
			lookAt(discord, { ...begun(), begins: 'slash', thread: asked, person }).state.pings;
		expect(pings(grace)).toEqual([]);
		expect(pings(ada)).toEqual([expect.stringContaining(grace)]);
	});

	it('finds answers where nobody looks for them', async () => {
		await call('POST', `/channels/${discord.channel}/messages`, { content: answerTo(7), ...silent });
		const strays = (...known: readonly string[]) => strayAnswers(discord, new Set([discord.channel]), new Set(known));
		expect(strays()).toEqual([{ number: 7, digest: undefined }]);
		expect(strays(discord.channel)).toEqual([]);
	});

	it('has threads of every kind on both shards, and a person for each', () => {
		const spots = addSpots(discord, 40);
		expect(new Set(spots.map(({ person }) => person)).size).toBe(40);
		const kinds = new Set(spots.map(({ begins, guild }) => `${begins} ${shardOf(guild, 2)}`));
		expect(kinds.size).toBe(8);
	});
});

describe('routeOf()', () => {
	it.each([
		['/channels/12/messages/34', 'PATCH /channels/:id/messages/:id'],
		['/channels/12/messages/34/reactions/%E2%8F%B3/@me', 'PATCH /channels/:id/messages/:id/reactions/:id/@me'],
		[`/interactions/12/${'aB3-'.repeat(20)}/callback`, 'PATCH /interactions/:id/:id/callback'],
		['/users/@me/channels', 'PATCH /users/@me/channels'],
	])('counts %s with others of its kind', (path, route) => {
		expect(routeOf('PATCH', path)).toBe(route);
	});
});
