import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Inbound } from '../../../../src/chat/inbound.ts';
import { openEmbeddedStore } from '../../../../src/store/embedded/embedded-store.ts';
import type { Store } from '../../../../src/store/store.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import type { Sent } from '../../../support/fake-slack/person/person.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openListen } from './open-listen.ts';

const files = [{ name: 'sales.csv', bytes: 'a\n1\n' }];

/** One process, on the store that all of them have. */
function processOn(slack: FakeSlack, store: Store) {
	return openListen(slack, { accept: (inbound: Inbound) => store.inbox.add('s', inbound) });
}

/** Slack's other delivery of a mention, with its files; again where it was not acknowledged. */
async function deliverMessage(slack: FakeSlack, { ts, deliveries }: Sent): Promise<void> {
	const mention = deliveries[0]?.payload['event'] as object;
	const shared = slack.messages('C1').find((message) => message.ts === ts)?.files ?? [];
	const event = {
		...mention,
		...{ type: 'message', subtype: 'file_share', channel_type: 'channel' },
		files: shared.map(({ id, name }) => ({ id, name })),
	};
	await slack.send({ subscription: 'message.channels', event });
}

async function told(store: Store): Promise<unknown[]> {
	const waiting = await store.inbox.waiting('s');
	return waiting.map((one) => one.type === 'message' && [one.text, ...one.files.map(({ name }) => name)]);
}

describe('a mention whose files come after its words', () => {
	it('has them once where the process ended in between, however often Slack delivers them', async () => {
		await using dir = await tempDir();
		await using store = openEmbeddedStore(join(dir.path, 'store.db'));
		await using slack = await startFakeSlack();
		const first = await processOn(slack, store);
		const sent = await slack
			.as('U1')
			.mention('C1', 'chart this', { files, only: 'app_mention', omitFilesFrom: 'app_mention' });
		await first[Symbol.asyncDispose]();
		expect(await told(store)).toEqual([['chart this']]);
		expect(await store.inbox.waiting('s')).toMatchObject([{ filesMayCome: true }]);
		for (let tries = 0; tries < 2; tries += 1) {
			await using _next = await processOn(slack, store);
			for (let times = 0; times < 2; times += 1) await deliverMessage(slack, sent);
		}
		expect(await told(store)).toEqual([['chart this'], ['', 'sales.csv']]);
	});

	it('has them once where they came with it, and the next process is told of it again', async () => {
		await using dir = await tempDir();
		await using store = openEmbeddedStore(join(dir.path, 'store.db'));
		await using slack = await startFakeSlack();
		const first = await processOn(slack, store);
		const sent = await slack.as('U1').mention('C1', 'chart this', { files });
		await first[Symbol.asyncDispose]();
		await using _next = await processOn(slack, store);
		await deliverMessage(slack, sent);
		expect(await told(store)).toEqual([['chart this', 'sales.csv']]);
	});
});
