import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SlackSettings } from '../../../src/adapters/slack/settings.ts';
import { createSlack } from '../../../src/adapters/slack/slack.ts';
import { PlatformAwayError, ProblemError } from '../../../src/base/errors.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import { openSecrets } from '../../../src/store/files/secret-files.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fake-slack/fake-slack.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { everybody } from '../everybody.ts';
import { nothingYet, settingsFor } from './listen/open-listen.ts';
import { verbs } from './listen/verbs.ts';
import { answer, done, play, started, taken } from './show/open-show.ts';

const signal = new AbortController().signal;

async function open(slack: FakeSlack, changes: Partial<SlackSettings> = {}) {
	const home = await tempDir();
	const store = openEmbeddedStore(join(home.path, 'store.db'));
	const adapter = createSlack({
		openArtifact: noArtifacts,
		...store,
		settings: settingsFor(slack, changes),
		secrets: openSecrets(join(home.path, 'secrets')),
		commands: verbs('help'),
		overview: async () => nothingYet,
		denialOf: everybody,
		log: silentLogger,
	});
	return {
		adapter,
		store,
		async [Symbol.asyncDispose]() {
			await adapter[Symbol.asyncDispose]();
			await store[Symbol.asyncDispose]();
			await home[Symbol.asyncDispose]();
		},
	};
}

describe('Slack as a platform', () => {
	it('hands in what is said, its files, and what was said before', async () => {
		await using slack = await startFakeSlack();
		await using opened = await open(slack);
		const inbounds: Inbound[] = [];
		await opened.adapter.start(async (inbound) => {
			inbounds.push(inbound);
			return 'stored';
		});
		const bytes = new TextEncoder().encode('a,b\n1,2\n');
		const root = await slack.as('U2').say('C1', 'the numbers');
		const file = { name: 'sales.csv', bytes };
		const sent = await slack.as('U1').mention('C1', 'sum this', { threadTs: root.ts, files: [file] });
		const [message] = inbounds;
		if (message?.type !== 'message') throw new Error('No message came in');
		const { files, past } = opened.adapter.intake;
		const [ref] = message.files;
		if (!ref) throw new Error('The message has no file');
		expect(Buffer.concat(await Array.fromAsync(files.fetch(ref, signal)))).toEqual(Buffer.from(bytes));
		const { first } = await past.earlier(message.thread, message.key, signal);
		expect(first).toMatchObject([{ name: 'Bo', text: 'the numbers' }]);
		expect(sent.acknowledged).toBe(true);
	});

	it('shows once that something was heard and runs, long before its turn has begun, until that has ended', async () => {
		await using slack = await startFakeSlack({ distributed: true });
		await using opened = await open(slack);
		await opened.adapter.start(async () => 'stored');
		const root = await slack.as('U2').say('C1', 'the numbers');
		const { ts } = await slack.as('U1').mention('C1', 'sum this', { threadTs: root.ts });
		const statuses = () => slack.calls('agents.sessions.setStatus').map(({ args }) => args['status']);
		await waitFor(() => slack.status('C1', root.ts)?.status === 'processing', 'the sign');
		expect(slack.calls('conversations.replies')).toEqual([]);
		const thread = { platform: 'slack', id: `T1-C1-${root.ts}` } as const;
		await opened.adapter.show(thread, play(started, taken(`T1/C1/${ts}`), answer('It is 3.'), done), []);
		expect(statuses()).toEqual(['processing', 'active']);
	});

	it('shows no more that something was heard when it was taken back before its turn', async () => {
		await using slack = await startFakeSlack();
		await using opened = await open(slack);
		await opened.adapter.start(async () => 'stored');
		const { ts } = await slack.as('U1').mention('C1', 'sum this');
		await waitFor(() => slack.status('C1', ts)?.status === 'processing', 'the sign');
		const of = `T1/C1/${ts}`;
		const thread = { platform: 'slack', id: `T1-C1-${ts}` } as const;
		const telling = { session: 's', turn: `in-${of}`, answers: of, events: [{ type: 'taken-back', of }] } as const;
		await opened.adapter.tell(thread, telling, []);
		await waitFor(() => slack.status('C1', ts)?.status === 'active', 'the end of the sign');
	});

	it('finds nothing in threads that are not in Slack', async () => {
		await using slack = await startFakeSlack();
		await using opened = await open(slack);
		await opened.adapter.start(async () => 'stored');
		expect(await opened.adapter.intake.find({ platform: 'slack', id: 'elsewhere' }, 'k')).toBeUndefined();
		expect(await opened.adapter.intake.find({ platform: 'slack', id: 'T1-C1-U1' }, 'k')).toBeUndefined();
		expect(await opened.adapter.intake.find({ platform: 'slack', id: 'T1-C1-1700000000.000100' }, 'k')).toBeUndefined();
	});

	it('leaves no connection behind, also when it never got one', async () => {
		await using slack = await startFakeSlack();
		const opened = await open(slack);
		await opened.adapter.start(async () => 'stored');
		await waitFor(() => slack.sockets() === 2, 'two sockets');
		await opened[Symbol.asyncDispose]();
		await waitFor(() => slack.sockets() === 0, 'no sockets');
		const wrong = await open(slack, { install: { kind: 'token', botToken: 'xoxb-wrong' } });
		await expect(wrong.adapter.start(async () => 'stored')).rejects.toThrow(ProblemError);
		await wrong[Symbol.asyncDispose]();
		expect(slack.sockets()).toBe(0);
	});

	it.each([
		['answers 503 to everything', (slack: FakeSlack) => slack.away('unavailable')],
		['opens no socket', turnsSocketsAway],
		['has trouble of its own', troubled],
	])('can be started once it is back that %s', async (_what, leave) => {
		await using slack = await startFakeSlack();
		await using opened = await open(slack);
		{
			using _ = leave(slack);
			await expect(opened.adapter.start(async () => 'stored')).rejects.toThrow(PlatformAwayError);
			await waitFor(() => slack.sockets() === 0, 'no sockets');
		}
		await opened.adapter.start(async () => 'stored');
		await waitFor(() => slack.sockets() === 2, 'two sockets');
	});
});

function turnsSocketsAway(slack: FakeSlack): Disposable {
	slack.refuseSockets(true);
	return { [Symbol.dispose]: () => slack.refuseSockets(false) };
}

function troubled(slack: FakeSlack): Disposable {
	slack.failNext('apps.connections.open', 'internal_error', 4);
	return { [Symbol.dispose]: () => slack.failNext('apps.connections.open', 'internal_error', 0) };
}
