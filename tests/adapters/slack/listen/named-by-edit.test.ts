import { describe, expect, it } from 'vitest';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { kept } from './kept.ts';
import { type OpenListen, openListen } from './open-listen.ts';

function begun(listen: OpenListen): string[] {
	return kept(listen.of('message')).map(({ text }) => text);
}

function edits(listen: OpenListen): string[][] {
	return kept(listen.of('edit')).map(({ of, text }) => [of, text]);
}

const csv = { name: 'a.csv', bytes: 'a\n' };

describe('an edit that names us', () => {
	it.each([
		[{}],
		[{ order: 'message-first' }],
		[{ gapMs: 50 }],
		[{ order: 'message-first', gapMs: 50 }],
		[{ only: 'message' }],
		[{ only: 'app_mention' }],
	] as const)('begins one turn, in a thread that was not ours, delivered %j', async (options) => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const sent = await slack.as('U1').say('C1', 'please help');
		expect(listen.inbounds).toEqual([]);
		const edited = await slack.as('U1').edit(sent.ts, '<@U0BOT> please help', options);
		expect(edited.acknowledged).toBe(true);
		expect(listen.inbounds).toMatchObject([
			{ type: 'message', key: `T1/C1/${sent.ts}`, thread: { id: `T1-C1-${sent.ts}` }, text: 'please help' },
		]);
		expect(Date.parse(listen.inbounds[0]?.at ?? '')).toBeGreaterThanOrEqual(Number(sent.ts) * 1000);
	});

	it('begins one in a thread of others, with what was said before', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const root = await slack.as('U2').say('C1', 'numbers are off');
		const sent = await slack.as('U1').say('C1', 'please help', { threadTs: root.ts });
		await slack.as('U1').edit(sent.ts, '<@U0BOT> please help');
		expect(listen.inbounds).toMatchObject([{ thread: { id: `T1-C1-${root.ts}` }, withEarlier: true }]);
	});

	it('begins one where the message was said to somebody else, in a thread of ours', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const { ts: threadTs } = await slack.as('U1').mention('C1', 'hello');
		const sent = await slack.as('U1').say('C1', '<@U2> please help', { threadTs });
		await slack.as('U1').edit(sent.ts, '<@U0BOT> please help');
		expect(begun(listen)).toEqual(['hello', 'please help']);
	});

	it('gives a command as well', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const sent = await slack.as('U1').say('C1', 'status');
		await slack.as('U1').edit(sent.ts, '<@U0BOT> status');
		expect(listen.inbounds).toMatchObject([{ type: 'command', name: 'status' }]);
	});

	it.each([
		['mention-first', 0],
		['mention-first', 50],
		['message-first', 0],
		['message-first', 50],
	] as const)(
		'begins none where its message had come to us before, %s by %d ms: that is changed',
		async (order, gapMs) => {
			await using slack = await startFakeSlack();
			await using listen = await openListen(slack);
			const root = await slack.as('U1').mention('C1', 'helo');
			const reply = await slack.as('U1').say('C1', 'and ths', { threadTs: root.ts });
			await slack.as('U1').edit(root.ts, '<@U0BOT> hello', { order, gapMs });
			await slack.as('U1').edit(reply.ts, '<@U0BOT> and this', { order, gapMs });
			expect(begun(listen)).toEqual(['helo', 'and ths']);
			expect(edits(listen)).toEqual([
				[`T1/C1/${root.ts}`, 'hello'],
				[`T1/C1/${reply.ts}`, 'and this'],
			]);
		},
	);

	it.each([
		['as a mention first, with files', [csv], { order: 'mention-first', gapMs: 50 }],
		['as a change first, with files', [csv], { order: 'message-first', gapMs: 50 }],
		['as a mention alone', [], { only: 'app_mention' }],
		['as a mention alone, with files', [csv], { only: 'app_mention' }],
	] as const)('changes a message of a thread of ours, told %s', async (_how, files, options) => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const { ts: threadTs } = await slack.as('U1').mention('C1', 'hello');
		const sent = await slack.as('U1').say('C1', 'sum column B', { threadTs, files });
		await slack.as('U1').edit(sent.ts, '<@U0BOT> sum column C instead', options);
		expect(begun(listen)).toEqual(['hello', 'sum column B']);
		expect(edits(listen)).toEqual([[`T1/C1/${sent.ts}`, 'sum column C instead']]);
	});

	it('begins none where somebody else is named', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const sent = await slack.as('U1').say('C1', 'please help');
		await slack.as('U1').edit(sent.ts, '<@U2> please help');
		expect(listen.inbounds).toEqual([]);
	});
});
