import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { REST } from '@discordjs/rest';
import { ButtonStyle, ComponentType, Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/chat/events.ts';
import { callVerdicts } from './discord-demo/call-verdicts.ts';
import { threadVerdicts } from './discord-demo/thread-verdicts.ts';
import { byFetch } from './fake-discord/api/rest-client.ts';
import { startFakeDiscord } from './fake-discord/fake-discord.ts';
import type { RecordedCall } from './fake-discord/records.ts';
import { needsPodman } from './needs-podman.ts';
import { tempDir } from './temp-dir.ts';

const launcher = join(import.meta.dirname, '../../threadsmith');

const demo = (cwd: string, ...flags: string[]) => run(cwd, launcher, 'demo', 'discord', ...flags);

async function run(cwd: string, program: string, ...args: string[]) {
	const started = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	const exited = once(started, 'exit');
	const [out, problems] = await Promise.all([text(started.stdout), text(started.stderr)]);
	return { code: (await exited)[0], out, problems };
}

describe('the demo on Discord', { timeout: 300_000 }, async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing)('does every step for real and says so, leaving only artifacts', async () => {
		await using dir = await tempDir();
		const { code, out, problems } = await demo(dir.path);
		expect({ code, problems }).toEqual({ code: 0, problems: '' });
		expect(out).toContain('The server is a stand-in on this machine');
		expect(out).not.toContain('✗');
		expect(out.split('What happened')[1]?.match(/^ {2}✓ /gm)).toHaveLength(26);
		const [folder = ''] = await readdir(join(dir.path, 'artifacts'));
		const files = ['autumn-totals.csv', 'autumn-totals.png', 'sales-totals.csv', 'sales-totals.png'];
		expect((await readdir(join(dir.path, 'artifacts', folder))).sort()).toEqual(files);
	});

	it.skipIf(podman.missing)(
		'with --json prints a row for each step, says which did not happen where the bot may attach no files, and fails',
		async () => {
			await using dir = await tempDir();
			const program = join(import.meta.dirname, 'discord-demo/no-files-program.ts');
			const { code, out } = await run(dir.path, process.execPath, program, '--json');
			const lines = out
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line));
			const rows = lines.filter(({ suite }) => suite === 'demo');
			expect(rows).toHaveLength(26);
			expect(rows.filter(({ met }) => met === false).map(({ name }) => name)).toEqual([
				'the totals of sales.csv are right',
				'the chart of sales.csv is there',
				'the totals of autumn.csv are right',
				'the chart of autumn.csv is there',
				'table and chart of sales.csv are attachments in the thread',
				'table and chart of autumn.csv are attachments in the thread',
				'Discord refused no call',
			]);
			expect(code).toBe(1);
		},
	);

	it('sees a server in which nobody answers', async () => {
		await using discord = await startFakeDiscord();
		const ada = discord.as(discord.ada);
		const thread = await ada.startThread(await ada.say(discord.channel, 'nobody answers'), 'silence');
		const episodes = [{ file: 'sales.csv', sales: [], events: [] }];
		const verdicts = threadVerdicts({ discord, channel: discord.channel, thread, episodes });
		expect(verdicts.filter(({ met }) => met).map(({ name }) => name)).toEqual(['Discord refused no call']);
	});

	it.each([
		['none of them offers to stop any more', { ...words('✓ use_tool'), components: [row('stop')] }],
		['each answer stands once in the thread', words('Totals per region, highest first')],
		[
			'with feedback buttons below it',
			{ ...words('Totals per region, highest first'), components: [row('feedback good t1')] },
		],
		['what was done is left as lines', words('✓ **use_tool**')],
		['nobody was pinged', { content: '@everyone' }],
	])('does not believe that %s where there is one message too many', async (name, surplus) => {
		await using discord = await startFakeDiscord();
		const ada = discord.as(discord.ada);
		const thread = await ada.startThread(await ada.say(discord.channel, 'totals, please'), 'totals');
		const good = { ...words('Totals per region, highest first'), components: [row('feedback good t1')] };
		const post = (body: object) =>
			new REST({ api: discord.apiUrl, makeRequest: byFetch })
				.setToken(discord.token)
				.post(Routes.channelMessages(thread), { body });
		for (const body of [good, words('✓ **use_tool**'), good, words('✓ **use_tool**')]) await post(body);
		const met = () =>
			threadVerdicts({ discord, channel: discord.channel, thread, episodes: [] }).find((one) => one.name === name)?.met;
		expect(met()).toBe(true);
		await post(surplus);
		expect(met()).toBe(false);
	});

	it.each([
		['right', '2 of 2 files, bytes compared'],
		['wrong', '1 of 2 files, bytes compared'],
	])('compares the bytes that came into the thread: a chart that is %s', async (chart, value) => {
		await using discord = await startFakeDiscord();
		const ada = discord.as(discord.ada);
		const thread = await ada.startThread(await ada.say(discord.channel, 'a file, please'), 'files');
		const files = Object.entries({ table: 'right', chart }).map(([name, words]) => ({
			name,
			data: Buffer.from(words),
		}));
		await new REST({ api: discord.apiUrl, makeRequest: byFetch })
			.setToken(discord.token)
			.post(Routes.channelMessages(thread), { files });
		const events = ['table', 'chart'].map((name) => artifact(name, 'right'));
		const episodes = [{ file: 'sales.csv', sales: [], events }];
		const verdicts = threadVerdicts({ discord, channel: discord.channel, thread, episodes });
		const verdict = verdicts.find(({ name }) => name.startsWith('table and chart'));
		expect(verdict).toMatchObject({ met: chart === 'right', value });
	});

	it.each([
		['POST', '/channels/1/messages', { content: 'a' }],
		['PATCH', '/channels/1/messages/2', { content: 'a', allowed_mentions: { parse: ['users'] } }],
		['POST', '/webhooks/1/token', { content: 'a', allowed_mentions: { parse: [], users: ['1'] } }],
		['PATCH', '/webhooks/1/token/messages/@original', { content: 'a', allowed_mentions: { replied_user: false } }],
		['POST', '/interactions/1/token/callback', { type: 4, data: { content: 'a' } }],
	])('sees that a call could have pinged: %s %s %j', (method, path, body) => {
		const quiet = { content: 'a', allowed_mentions: { parse: [], replied_user: false } };
		const calls = [
			callOf('POST', '/channels/1/messages', quiet),
			callOf('POST', '/channels/1/typing', undefined),
			callOf('POST', '/interactions/1/token/callback', { type: 5, data: { flags: 64 } }),
		];
		expect(callVerdicts(calls)[0]).toMatchObject({ met: true, value: '1 calls' });
		expect(callVerdicts([...calls, callOf(method, path, body)])[0]).toMatchObject({
			met: false,
			value: '1 of 2 calls could',
		});
	});
});

function words(content: string) {
	return { content, allowed_mentions: { parse: [] } };
}

function row(customId: string) {
	const button = { type: ComponentType.Button, style: ButtonStyle.Secondary, label: customId, custom_id: customId };
	return { type: ComponentType.ActionRow, components: [button] };
}

function artifact(name: string, words: string): AgentEvent {
	const sha256 = createHash('sha256').update(words).digest('hex');
	return { type: 'artifact', key: name, name, size: words.length, sha256 };
}

function callOf(method: string, path: string, body: unknown): RecordedCall {
	return {
		method,
		path,
		query: new URLSearchParams(),
		body,
		files: [],
		headers: {},
		at: 0,
		status: 200,
		code: undefined,
	};
}
