import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSlack } from '../../../src/adapters/slack/slack.ts';
import { threadAt } from '../../../src/adapters/slack/thread-keys.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import { startFakeSlack } from '../../support/fake-slack/fake-slack.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type AdapterHarness, contractQuestion, describeAdapter } from '../adapter-contract.ts';
import { artifactsFrom } from '../artifacts-from.ts';
import { everybody } from '../everybody.ts';
import { memorySecrets } from './listen/memory-secrets.ts';
import { nothingYet, settingsFor } from './listen/open-listen.ts';

describeAdapter('Slack', makeHarness);

/** A direct conversation of Ada's with the bot: each message is delivered once. */
async function makeHarness(): Promise<AdapterHarness> {
	await using building = new AsyncDisposableStack();
	const slack = building.use(await startFakeSlack({ retryMs: [] }));
	const dir = building.use(await tempDir());
	const store = building.use(openEmbeddedStore(join(dir.path, 'store.db')));
	await store.records.put('question', 's', contractQuestion.id, contractQuestion);
	const ada = slack.as('U1');
	const channel = slack.dm('U1');
	const root = await ada.say(channel, 'before anybody listens');
	const thread = threadAt({ team: slack.team, channel, ts: root.ts });
	const said = new Set<string>();
	const inThread = () => slack.messages(channel, root.ts).filter(({ botId }) => botId === slack.botId);
	const parts = building.move();
	return {
		thread,
		async open(accept, outbox) {
			const adapter = createSlack({
				...store,
				outbox,
				settings: settingsFor(slack),
				secrets: memorySecrets(),
				commands: [],
				overview: async () => nothingYet,
				denialOf: everybody,
				openArtifact: artifactsFrom(dir.path),
				log: silentLogger,
			});
			await adapter.start(accept);
			return adapter;
		},
		async say(text, { delivery = text, file } = {}) {
			if (said.has(delivery)) {
				const first = () => slack.deliveries('message').find(({ payload }) => textOf(payload) === text);
				const before = await waitFor(() => (first()?.acknowledged ? first() : undefined), 'its first delivery');
				return void (await slack.send({ subscription: 'message.im', event: eventOf(before?.payload ?? {}) }));
			}
			said.add(delivery);
			const files = file?.bytes === undefined ? [] : [{ name: file.name, bytes: file.bytes }];
			void ada.say(channel, text, { threadTs: root.ts, files });
		},
		async choose({ answer, text }, choice) {
			const asked = await waitFor(
				() => inThread().find((message) => slack.plainText(message).includes(text)),
				'the question',
			);
			const index = answer.kind === 'choices' ? answer.choices.indexOf(choice) : -1;
			await ada.click(asked.ts, `answer-choice-${index}`);
		},
		acknowledged: async () => slack.deliveries('message').filter(({ acknowledged }) => acknowledged).length,
		posts: async () => inThread().map((message) => slack.plainText(message)),
		async fileOf(name) {
			const file = slack.files().find((one) => one.name === name);
			if (!file) throw new Error(`There is no file "${name}"`);
			return file.bytes;
		},
		keepArtifact: (name, bytes) => writeFile(join(dir.path, name), bytes),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

type Payload = Readonly<Record<string, unknown>>;

function eventOf(payload: Payload): Payload {
	return payload['event'] as Payload;
}

function textOf(payload: Payload): unknown {
	return eventOf(payload)['text'];
}
