import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../../src/adapters/adapter.ts';
import { createSlack } from '../../../src/adapters/slack/slack.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import { type EmulatedSlack, emulated, startEmulatedSlack } from '../../support/emulate-slack.ts';
import { freePort } from '../../support/free-port.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { artifactsFrom } from '../artifacts-from.ts';
import { everybody } from '../everybody.ts';
import { memorySecrets } from './listen/memory-secrets.ts';
import { nothingYet } from './listen/open-listen.ts';

interface Opened extends AsyncDisposable {
	readonly slack: EmulatedSlack;
	readonly adapter: Adapter;
	readonly inbounds: readonly Inbound[];
	/** Ada, who writes. */
	readonly ada: WebClient;
	readonly bot: WebClient;
	readonly botUser: string;
	/** A scratch folder. */
	readonly folder: string;
}

/** The adapter in HTTP mode on a Slack that others wrote. */
async function open(): Promise<Opened> {
	await using building = new AsyncDisposableStack();
	const slack = building.use(await startEmulatedSlack());
	const dir = building.use(await tempDir());
	const store = building.use(openEmbeddedStore(join(dir.path, 'store.db')));
	const port = await freePort();
	const adapter = building.use(
		createSlack({
			openArtifact: artifactsFrom(dir.path),
			...store,
			settings: {
				apiUrl: slack.apiUrl,
				install: { kind: 'token', botToken: emulated.botToken },
				receive: { kind: 'http', signingSecret: emulated.signingSecret, listen: { host: '127.0.0.1', port } },
				groups: [],
				maxFileBytes: 1_000_000,
			},
			secrets: memorySecrets(),
			commands: [],
			overview: async () => nothingYet,
			denialOf: everybody,
			log: silentLogger,
		}),
	);
	const inbounds: Inbound[] = [];
	await adapter.start(async (inbound) => {
		inbounds.push(inbound);
		await store.bindings.bind(inbound.thread, 's');
		return 'stored';
	});
	slack.sendEventsTo(`http://127.0.0.1:${port}/slack/events`);
	const client = (token: string) => new WebClient(token, { slackApiUrl: slack.apiUrl });
	const bot = client(emulated.botToken);
	await bot.conversations.join({ channel: emulated.channel });
	const { user_id: botUser = '' } = await bot.auth.test();
	const parts = building.move();
	return {
		slack,
		adapter,
		inbounds,
		ada: client(emulated.userToken),
		bot,
		botUser,
		folder: dir.path,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

async function mentioned({ ada, botUser, inbounds }: Opened, text: string): Promise<Inbound> {
	await ada.chat.postMessage({ channel: emulated.channel, text: `<@${botUser}> ${text}` });
	return await waitFor(() => inbounds.find((one) => one.type === 'message' && one.text === text), 'the mention');
}

async function* play(...events: AgentEvent[]): AsyncGenerator<AgentEvent> {
	yield { type: 'turn-started', session: 's', turn: 't1' };
	yield* events;
}

const answer = { type: 'message', key: 't1/1/message', step: 1, text: 'It is **42**', final: true } as const;
const done = { type: 'turn-ended', key: 't1/end/ended', turn: 't1', outcome: 'done' } as const;

describe('on an emulator that others wrote, Slack', () => {
	it('delivers a signed event, which becomes a message of a named person', async () => {
		await using opened = await open();
		const inbound = await mentioned(opened, 'how much is it?');
		expect(inbound.person.name).toBe('ada');
		expect(inbound.thread.platform).toBe('slack');
		await waitFor(() => opened.slack.answers().includes(200), 'the acknowledgement');
	});

	it('takes an answer into the thread of the mention, though it does not stream', async () => {
		await using opened = await open();
		const { thread } = await mentioned(opened, 'how much is it?');
		await opened.adapter.show(thread, play(answer, done), []);
		const [, , ts = ''] = thread.id.split('-');
		const { messages = [] } = await opened.bot.conversations.replies({ channel: emulated.channel, ts });
		expect(messages.map(({ user, text }) => [user, text]).at(-1)).toEqual([
			opened.botUser,
			expect.stringContaining('It is *42*'),
		]);
		expect(await opened.adapter.intake.find(thread, answer.key)).toBe(messages.at(-1)?.ts);
	});

	it('takes an artifact, and gives back the bytes of a file', async () => {
		await using opened = await open();
		const { thread } = await mentioned(opened, 'make a file');
		const bytes = Buffer.from('region,total\nnorth,12\n');
		await writeFile(join(opened.folder, 'totals.csv'), bytes);
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		const artifact = { type: 'artifact', key: 'a', name: 'totals.csv', size: bytes.length, sha256 } as const;
		await opened.adapter.show(thread, play(answer, artifact, done), []);
		const { files = [] } = await opened.bot.files.list({ channel: emulated.channel });
		const file = files.find(({ name }) => name === 'totals.csv');
		const source = `${thread.id.split('-')[0]}/${file?.id}`;
		const ref = { name: 'totals.csv', size: bytes.length, source };
		const signal = AbortSignal.timeout(10_000);
		expect(Buffer.concat(await Array.fromAsync(opened.adapter.intake.files.fetch(ref, signal)))).toEqual(bytes);
	});
});
