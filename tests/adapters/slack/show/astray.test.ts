import { describe, expect, it } from 'vitest';
import { slackTrouble } from '../../../../src/adapters/slack/api/problems/trouble.ts';
import { placeOf } from '../../../../src/adapters/slack/thread-keys.ts';
import { PlatformAwayError } from '../../../../src/base/errors.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { answer, done, type OpenShow, openShow, play, started, taken } from './open-show.ts';

/** What the bot has said in the channel outside of threads. */
function inChannel({ slack }: OpenShow): string[] {
	return slack.messages('C1').flatMap((one) => (one.botId && one.threadTs === undefined ? [slack.plainText(one)] : []));
}

/** A thread that is known to be there, and whose first message is deleted while the answer is on its way. */
async function openDeleted({ failsAt }: { readonly failsAt?: 'intend' | 'sent' } = {}) {
	let deleted = () => {};
	let hasFailed = false;
	const outbox = createMemoryOutbox((call, key) => {
		if (call === failsAt && key.endsWith('/astray') && !hasFailed) {
			hasFailed = true;
			throw new Error('The disk is full');
		}
		if (call === 'intended' && key === 't1-x/1/message') deleted();
	});
	const opened = await openShow({ outbox });
	const { thread, key } = opened.root();
	const word = { type: 'notice', key: 'w/1/notice', text: 'Hello' } as const;
	await opened.until(opened.tell(thread, { session: 's', turn: 'w', answers: key, events: [word] }));
	for (const { ts } of opened.shown(thread)) opened.slack.deleteAsAdmin(ts).catch(() => {});
	deleted = () => {
		deleted = () => {};
		void opened.slack
			.as('U1')
			.remove(placeOf(thread).ts)
			.catch(() => {});
	};
	const rows = () => outbox.all.filter(({ turn }) => turn === 't1-x').map((row) => ({ ...row }));
	const show = () => opened.until(opened.show(thread, play(started, taken(key), answer('It is 42.'), done), rows()));
	return { opened, thread, show, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

describe('an answer in Slack whose thread is deleted while it is on its way', () => {
	it('is taken out of the channel, and the turn ends', async () => {
		await using deleted = await openDeleted();
		await deleted.show();
		expect(inChannel(deleted.opened)).toEqual([]);
		expect(deleted.opened.slack.calls('chat.delete')).toHaveLength(1);
	});

	it.each(['intend', 'sent'] as const)(
		'is taken out of the channel though the outbox fails at "%s"',
		async (failsAt) => {
			await using deleted = await openDeleted({ failsAt });
			await deleted.show();
			expect(inChannel(deleted.opened)).toEqual([]);
			expect(deleted.opened.slack.calls('chat.delete')).toHaveLength(1);
		},
	);

	it('stands in the channel once while Slack is away, and is taken out when it is back', async () => {
		await using deleted = await openDeleted();
		const { opened, thread } = deleted;
		opened.slack.failNext('chat.delete', { status: 503 }, 1000);
		for (const _try of [1, 2]) {
			const trouble = await deleted.show().catch((error: unknown) => slackTrouble(error, thread));
			expect(trouble).toBeInstanceOf(PlatformAwayError);
			expect(inChannel(opened)).toEqual([expect.stringContaining('42')]);
		}
		opened.slack.failNext('chat.delete', '', 0);
		await deleted.show();
		expect(inChannel(opened)).toEqual([]);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
	});

	it('is posted once where Slack does not let it be taken away', async () => {
		await using deleted = await openDeleted();
		const { opened } = deleted;
		opened.slack.failNext('chat.delete', 'cant_delete_message', 1000);
		for (const _try of [1, 2]) await deleted.show();
		expect(inChannel(opened)).toEqual([expect.stringContaining('42')]);
		expect(opened.slack.calls('chat.delete')).toHaveLength(1);
	});
});
