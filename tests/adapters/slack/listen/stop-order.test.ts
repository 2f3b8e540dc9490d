import { describe, expect, it } from 'vitest';
import { createRecent } from '../../../../src/adapters/intake/recent.ts';
import type { DecodedMessage, MessageEvent } from '../../../../src/adapters/slack/decode/decode-message.ts';
import { handleMessage, mostLateStops } from '../../../../src/adapters/slack/listen/handle-message.ts';
import { createMentionDedupe } from '../../../../src/adapters/slack/listen/mention-dedupe.ts';
import { createAudiences } from '../../../../src/adapters/slack/people/audiences.ts';
import { createInOrder } from '../../../../src/base/in-order.ts';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type OpenListen, openListen } from './open-listen.ts';

const root = '1700000000.000100';

function said(text: string, seconds: number, fields: Partial<MessageEvent> = {}): MessageEvent {
	const ts = `170000000${seconds}.000100`;
	return { type: 'message', channel: 'C1', user: 'U1', text, ts, ...(seconds > 0 && { thread_ts: root }), ...fields };
}

function taking(listen: OpenListen) {
	const { deps, installations } = listen;
	const parts = {
		...deps,
		audiences: createAudiences(deps),
		dedupe: createMentionDedupe(deps),
		inOrder: createInOrder(),
		lateStops: createRecent<DecodedMessage>(mostLateStops),
	};
	return async (event: MessageEvent) => {
		const { botUser, botId } = await installations.of('T1');
		await handleMessage(event, { self: { team: 'T1', botUser, botId }, external: false }, parts);
	};
}

describe('the word that stops', () => {
	it('comes in behind the mention that is held for its twin, and does not wait for that', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const ada = slack.as('U1');
		const mention = ada.mention('C1', 'go', { only: 'app_mention' });
		const begun = await waitFor(() => slack.messages('C1')[0], 'the message');
		await ada.say('C1', 'stop', { threadTs: begun.ts });
		expect(listen.inbounds.map(({ type }) => type)).toEqual(['message', 'stop']);
		await mention;
		expect(listen.of('stop')).toMatchObject([{ thread: { id: `T1-C1-${begun.ts}` }, timed: true }]);
	});

	it('that comes in before the mention which it follows is kept for it', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const { botUser } = await listen.installations.of('T1');
		const take = taking(listen);
		await take(said('stop', 1));
		expect(listen.inbounds).toEqual([]);
		await take(said(`<@${botUser}> go`, 0));
		expect(listen.inbounds.map(({ type }) => type)).toEqual(['message', 'stop']);
	});

	it('that was said to others before anybody asked us stops nothing', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const { botUser } = await listen.installations.of('T1');
		const take = taking(listen);
		await take(said('stop', 1));
		await take(said(`<@${botUser}> go`, 2));
		expect(listen.inbounds.map(({ type }) => type)).toEqual(['message']);
	});
});
