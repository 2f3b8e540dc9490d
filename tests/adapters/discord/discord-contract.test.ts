import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { questionDigest, writeCustomId } from '../../../src/adapters/discord/custom-ids.ts';
import { createDiscord } from '../../../src/adapters/discord/discord.ts';
import { placeOf, threadAt } from '../../../src/adapters/discord/thread-keys.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { Thread } from '../../../src/chat/thread.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import { type FakeDiscord, startFakeDiscord } from '../../support/fake-discord/fake-discord.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type AdapterHarness, contractQuestion, describeAdapter } from '../adapter-contract.ts';
import { artifactsFrom } from '../artifacts-from.ts';
import { everybody } from '../everybody.ts';

describeAdapter('Discord in a direct conversation', () => makeHarness(directly));
describeAdapter('Discord in a thread', () => makeHarness(inThread));

async function directly(discord: FakeDiscord): Promise<Thread> {
	const { channel } = await discord.as(discord.ada).dm('before anybody listens');
	return threadAt({ kind: 'dm', channel });
}

async function inThread(discord: FakeDiscord): Promise<Thread> {
	const { guild, channel: parent } = discord;
	const ada = discord.as(discord.ada);
	const channel = await ada.startThread(await ada.say(parent, 'before anybody listens'), 'A thread');
	return threadAt({ kind: 'thread', guild, parent, channel });
}

/** What the bot remembers of the messages that it has taken in: Discord has no other acknowledgement. */
const seenSchema = z.object({ taken: z.array(z.string()) });

async function makeHarness(begin: (discord: FakeDiscord) => Promise<Thread>): Promise<AdapterHarness> {
	await using building = new AsyncDisposableStack();
	const discord = building.use(await startFakeDiscord());
	const dir = building.use(await tempDir());
	const store = building.use(openEmbeddedStore(join(dir.path, 'store.db')));
	const thread = await begin(discord);
	const { channel } = placeOf(thread);
	await store.bindings.bind(thread, 's');
	await store.records.put('question', 's', contractQuestion.id, contractQuestion);
	const ada = discord.as(discord.ada);
	const said = new Map<string, string>();
	const own = () => discord.messages(channel).filter(({ author }) => author === discord.botUser);
	const parts = building.move();
	return {
		thread,
		async open(accept, outbox) {
			const { apiUrl, token } = discord;
			const settings = { apiUrl, token, permissions: [], maxFileBytes: 2 ** 20 };
			const adapter = createDiscord({
				...store,
				outbox,
				settings,
				commands: [],
				denialOf: everybody,
				openArtifact: artifactsFrom(dir.path),
				log: silentLogger,
			});
			await adapter.start(accept);
			return adapter;
		},
		async say(text, { delivery = text, file } = {}) {
			const before = said.get(delivery);
			if (before !== undefined) return sendAgain(discord, before);
			const files = file?.bytes === undefined ? [] : [{ name: file.name, bytes: file.bytes }];
			said.set(delivery, await ada.say(channel, text, { files }));
		},
		async choose({ id, answer, text }, choice) {
			const asked = await waitFor(
				() => own().find((message) => discord.plainText(message).includes(text)),
				'the question',
			);
			const index = answer.kind === 'choices' ? answer.choices.indexOf(choice) : -1;
			await ada.click(asked.id, writeCustomId({ does: 'choose', question: questionDigest(id), choice: index }));
		},
		async acknowledged() {
			const notes = await store.records.list('adapter', 'discord-seen', seenSchema);
			const taken = notes.flatMap((note) => note.taken);
			return [...said.values()].filter((id) => taken.includes(id)).length;
		},
		posts: async () => own().map((message) => discord.plainText(message)),
		async fileOf(name) {
			const file = own()
				.flatMap(({ attachments }) => attachments)
				.find((one) => one.name === name);
			if (!file) throw new Error(`There is no file "${name}"`);
			return file.bytes;
		},
		keepArtifact: (name, bytes) => writeFile(join(dir.path, name), bytes),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** The same event once more, as after a resume. */
function sendAgain(discord: FakeDiscord, id: string): void {
	const event = discord.events('MESSAGE_CREATE').find(({ data }) => (data as { readonly id: string }).id === id);
	if (!event) throw new Error(`There is no event of message "${id}"`);
	discord.send('MESSAGE_CREATE', event.data as object);
}
