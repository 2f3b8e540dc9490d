import { join } from 'node:path';
import { type APIMessage, ComponentType, InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Adapter } from '../../../src/adapters/adapter.ts';
import { createDiscord } from '../../../src/adapters/discord/discord.ts';
import { withoutMarkers } from '../../../src/adapters/discord/marker.ts';
import { threadAt } from '../../../src/adapters/discord/thread-keys.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import type { Question } from '../../../src/chat/question.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import type { Records } from '../../../src/store/records.ts';
import { askedByCall } from '../../support/asked-by-call.ts';
import { customIdsOf } from '../../support/discord-demo/own-messages.ts';
import { type DiscordTwin, startDiscordTwin, twin } from '../../support/discord-twin.ts';
import { waitFor } from '../../support/wait-for.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { everybody } from '../everybody.ts';

// What the package cannot do, and what is therefore left out here:
// - Mentions are never parsed: the thread is ours from the beginning, so that it is heard without one.
// - Threads begun on a message have an id of their own, which Discord's never have: everybody talks in a thread that is there already.
// - A callback with `with_response` is answered without the message, so `/smith ask` in a channel learns no id for its thread.
// - Uploads of the bot end in 500: no artifacts. Files of people have no address that it serves.
// - Nothing opens a direct conversation: POST /users/@me/channels is 404.
// - GET of the registered commands is 404, so none are registered; a command can be used all the same.
// - Pings are not known, allowed_mentions is not kept, nonces are not enforced.
// - No resume, no rate limits, no limits of length; Components V2 and modals are not checked.

interface Opened extends AsyncDisposable {
	readonly twin: DiscordTwin;
	readonly adapter: Adapter;
	readonly inbounds: readonly Inbound[];
	readonly records: Records;
}

const thread = threadAt({ kind: 'thread', guild: twin.guild, parent: twin.channel, channel: twin.thread });

/** The adapter on a Discord that others wrote. */
async function open(token: string = twin.token): Promise<Opened> {
	await using building = new AsyncDisposableStack();
	const twinned = building.use(await startDiscordTwin());
	const store = building.use(openEmbeddedStore(join(twinned.folder, 'store.db')));
	const settings = { token, apiUrl: twinned.discord.restUrl, permissions: [], maxFileBytes: 1_000_000 };
	const adapter = building.use(
		createDiscord({
			openArtifact: noArtifacts,
			...store,
			settings,
			commands: [],
			denialOf: everybody,
			log: silentLogger,
		}),
	);
	await store.bindings.bind(thread, 's');
	const inbounds: Inbound[] = [];
	await adapter.start(async (inbound) => {
		inbounds.push(inbound);
		return 'stored';
	});
	const parts = building.move();
	return {
		twin: twinned,
		adapter,
		inbounds,
		records: store.records,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

function ada({ twin: { discord } }: Opened) {
	return discord.thread(twin.thread).user(twin.ada);
}

async function said(opened: Opened, text: string): Promise<Inbound> {
	await ada(opened).sendMessage({ content: text });
	return await waitFor(() => opened.inbounds.find((one) => one.type === 'message' && one.text === text), `"${text}"`);
}

/** What the bot has written in the thread. */
async function written({ twin: { discord } }: Opened): Promise<readonly APIMessage[]> {
	const messages = await discord.thread(twin.thread).getMessages();
	return messages.filter(({ author }) => author.id === twin.bot);
}

async function* play(...events: AgentEvent[]): AsyncGenerator<AgentEvent> {
	yield { type: 'turn-started', session: 's', turn: 't1' };
	yield* events;
}

const answer = { type: 'message', key: 't1/1/message', step: 1, text: 'It is **42**', final: true } as const;
const done = { type: 'turn-ended', key: 't1/end/ended', turn: 't1', outcome: 'done' } as const;

describe('on a Discord that others wrote', () => {
	it('listens on loopback alone', async () => {
		await using twinned = await startDiscordTwin();
		expect(twinned.address).toBe('127.0.0.1');
	});

	it('logs in, and is refused with a wrong token', async () => {
		await using opened = await open();
		expect(opened.adapter.platform).toBe('discord');
		await expect(open('another-token')).rejects.toThrow(/token/i);
	});

	it('hears what is written in a thread as the message of a named person', async () => {
		await using opened = await open();
		const inbound = await said(opened, 'how much is it?');
		expect(inbound.person).toMatchObject({ id: `discord:${twin.guild}/${twin.ada}`, name: 'Ada' });
		expect(inbound.thread).toEqual(thread);
	});

	it('answers in the thread once, and finds the answer again', async () => {
		await using opened = await open();
		await said(opened, 'how much is it?');
		await opened.adapter.show(thread, play(answer, done), []);
		const [posted, ...others] = await written(opened);
		expect(withoutMarkers(posted?.content ?? '')).toBe('It is **42**');
		expect(others).toEqual([]);
		expect(await opened.adapter.intake.find(thread, answer.key)).toBe(posted?.id);
	});

	it('shows what is done in one message, which is edited, and offers no stop in the end', async () => {
		await using opened = await open();
		await said(opened, 'look');
		const tool = { callId: 'c1', tool: 'bash', title: 'ls' };
		const started = { type: 'tool-started', key: 't1/1/started', ...tool } as const;
		const finished = {
			type: 'tool-finished',
			key: 't1/1/finished',
			callId: 'c1',
			ok: true,
			summary: '',
			ms: 5,
		} as const;
		await opened.adapter.show(thread, play(started, finished, answer, done), []);
		const messages = await written(opened);
		expect(messages.map((message) => JSON.stringify(message).includes('bash'))).toEqual([true, false]);
		expect(messages.flatMap(({ components = [] }) => customIdsOf({ components }))).not.toContain('stop');
	});

	it('hears when a message is changed and taken back', async () => {
		await using opened = await open();
		const { id } = await ada(opened).sendMessage({ content: 'secnod' });
		await waitFor(() => opened.inbounds.some((one) => one.type === 'message' && one.text === 'secnod'), 'the second');
		await ada(opened).editMessage({ messageId: id, content: 'second' });
		await waitFor(() => opened.inbounds.some((one) => one.type === 'edit' && one.text === 'second'), 'the edit');
		await ada(opened).deleteMessage({ messageId: id });
		await waitFor(() => opened.inbounds.some(({ type }) => type === 'delete'), 'the deletion');
	});

	it('takes a slash command, and fills in the answer that it has deferred', async () => {
		await using opened = await open();
		const prompt = { name: 'prompt', type: 3, value: 'how much is it?' };
		const used = await ada(opened).runSlashCommand({
			name: 'smith',
			options: [{ name: 'ask', type: 1, options: [prompt] }],
		});
		const inbound = await waitFor(() => opened.inbounds.find(({ type }) => type === 'message'), 'the message');
		expect(inbound).toMatchObject({ text: 'how much is it?', key: `i/${used.id}` });
		const asked = async () => (await written(opened)).find(({ content }) => content.includes('how much is it?'));
		expect((await waitFor(asked, 'the answer to the command')).content).toContain('Ada');
	});

	it('takes the click on a feedback button', async () => {
		await using opened = await open();
		await said(opened, 'how much is it?');
		await opened.adapter.show(thread, play(answer, done), []);
		const [{ id = '', components = [] } = {}] = await written(opened);
		const good = customIdsOf({ components }).find((customId) => customId.startsWith('feedback good')) ?? '';
		const clicked = await ada(opened).clickButton({ messageId: id, customId: good });
		await opened.twin.discord.thread(twin.thread).waitForInteractionAck({ interactionId: clicked.id });
		expect(opened.inbounds.at(-1)).toMatchObject({ type: 'feedback', turn: 't1', value: 'good' });
	});

	it('opens a form for a question, and takes what is filled in', async () => {
		await using opened = await open();
		await said(opened, 'ask me');
		await opened.records.put('question', 's', question.id, question);
		const asks = { type: 'question', key: 't1/1/question', question } as const;
		const waiting = {
			type: 'turn-ended',
			key: 't1/end/ended',
			turn: 't1',
			outcome: 'waiting',
			question: question.id,
		} as const;
		await opened.adapter.show(thread, play(asks, waiting), []);
		const [{ id = '', components = [] } = {}] = await written(opened);
		const customId = customIdsOf({ components }).find((one) => one.startsWith('open-form')) ?? '';
		const { modal, input } = await openForm(opened, { messageId: id, customId });
		const component = { type: ComponentType.TextInput, custom_id: input, value: 'region' };
		await opened.twin.discord.simulateInteraction({
			type: InteractionType.ModalSubmit,
			channelId: twin.thread,
			userId: twin.ada,
			messageId: id,
			data: { custom_id: modal, components: [{ type: ComponentType.Label, component }] },
		});
		const answered = await waitFor(() => opened.inbounds.find(({ type }) => type === 'answer'), 'the answer');
		expect(answered).toMatchObject({ question: question.id, value: 'region' });
	});
});

const question: Question = {
	id: 'q1',
	session: 's',
	turn: 't1',
	...askedByCall('c1'),
	text: 'Which column?',
	answer: { kind: 'text' },
	whoMayAnswer: [],
	until: '2999-01-01T00:00:00.000Z',
	state: 'open',
};

const modalSchema = z.object({
	custom_id: z.string(),
	components: z.tuple([z.object({ component: z.object({ custom_id: z.string() }) })]),
});

/** The form that a click opens: its own id, and that of its one field. */
async function openForm(opened: Opened, button: { readonly messageId: string; readonly customId: string }) {
	const clicked = await ada(opened).clickButton(button);
	const scope = opened.twin.discord.thread(twin.thread);
	const { type } = await scope.waitForInteractionAck({ interactionId: clicked.id });
	expect(type).toBe(InteractionResponseType.Modal);
	const { data } = (await scope.getInteractionResponse(clicked.id)) ?? {};
	const { custom_id: modal, components } = modalSchema.parse(JSON.parse(data ?? ''));
	return { modal, input: components[0].component.custom_id };
}
