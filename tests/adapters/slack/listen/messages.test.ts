import { describe, expect, it } from 'vitest';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { kept } from './kept.ts';
import { openListen } from './open-listen.ts';
import { verbs } from './verbs.ts';

const csv = { name: 'sales.csv', bytes: new TextEncoder().encode('a,b\n1,2\n') };

describe('a mention', () => {
	it('is one message, from its person, in the thread that it begins', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const sent = await slack.as('U1').mention('C1', 'sum a & b for <@U2>');
		expect(sent.acknowledged).toBe(true);
		expect(listen.inbounds).toEqual([
			{
				type: 'message',
				key: `T1/C1/${sent.ts}`,
				thread: { platform: 'slack', id: `T1-C1-${sent.ts}` },
				person: expect.objectContaining({ id: 'slack:T1/U1', name: 'Ada' }),
				at: new Date(Math.round(Number(sent.ts) * 1000)).toISOString(),
				text: 'sum a & b for @Bo',
				files: [],
				audience: 'public',
			},
		]);
		expect(listen.deps.recipients.of({ platform: 'slack', id: `T1-C1-${sent.ts}` })).toEqual({
			team: 'T1',
			user: 'U1',
		});
	});

	it.each([
		['mention-first', 'app_mention'],
		['mention-first', 'message'],
		['message-first', 'app_mention'],
		['message-first', 'message'],
	] as const)('%s keeps its files when they are missing from its %s', async (order, omitFilesFrom) => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		await slack.as('U1').mention('C1', 'chart this', { files: [csv], order, omitFilesFrom, gapMs: 50 });
		const messages = listen.of('message');
		expect(messages.flatMap(({ files }) => files.map(({ name }) => name))).toEqual(['sales.csv']);
		expect(messages.filter(({ text }) => text !== '').map(({ text }) => text)).toEqual(['chart this']);
	});

	it('alone asks what we can do', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		await slack.as('U1').mention('C1', '<@U0BOT>');
		expect(listen.of('command')).toMatchObject([{ name: 'help' }]);
	});

	it('in the middle of a thread brings what was said before along', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const root = await slack.as('U2').say('C1', 'numbers are off');
		const sent = await slack.as('U1').mention('C1', 'look into this', { threadTs: root.ts });
		expect(listen.inbounds).toMatchObject([
			{ type: 'message', thread: { id: `T1-C1-${root.ts}` }, key: `T1/C1/${sent.ts}`, withEarlier: true },
		]);
	});
});

describe('in a thread of ours', () => {
	it('later messages need no mention, unless they begin with somebody else’s name', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const { ts: threadTs } = await slack.as('U1').mention('C1', 'hello');
		await slack.as('U2').say('C1', 'and this', { threadTs });
		await slack.as('U2').say('C1', '<@U1> shall we?', { threadTs });
		await slack.as('U1').say('C1', 'with a file', { threadTs, files: [csv] });
		await slack.as('U1').say('C1', 'for all to see', { threadTs, broadcast: true });
		expect(listen.of('message').map(({ text }) => text)).toEqual([
			'hello',
			'and this',
			'with a file',
			'for all to see',
		]);
		expect(new Set(listen.inbounds.map(({ thread }) => thread.id))).toEqual(new Set([`T1-C1-${threadTs}`]));
	});

	it('the word stop stops, and nothing longer does', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const { ts: threadTs } = await slack.as('U1').mention('C1', 'hello');
		await slack.as('U1').say('C1', 'Stop', { threadTs });
		await slack.as('U1').mention('C1', 'cancel', { threadTs });
		await slack.as('U1').say('C1', 'stop the deploy', { threadTs });
		expect(listen.inbounds.map(({ type }) => type)).toEqual(['message', 'stop', 'stop', 'message']);
	});

	it('an edit and a removal follow their message', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const sent = await slack.as('U1').mention('C1', 'helo');
		await slack.as('U1').edit(sent.ts, '<@U0BOT> hello');
		await slack.as('U1').remove(sent.ts);
		const of = `T1/C1/${sent.ts}`;
		expect(kept(listen.of('edit'))).toMatchObject([{ of, text: 'hello', thread: { id: `T1-C1-${sent.ts}` } }]);
		expect(listen.of('delete')).toMatchObject([{ of, person: { id: 'slack:T1/U1' }, gone: true }]);
		expect(new Set(listen.inbounds.map(({ key }) => key)).size).toBe(3);
	});
});

describe('what is not for us', () => {
	it('is acknowledged and left alone', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const sent = [
			await slack.as('U1').say('C1', 'good morning'),
			await slack.as('U1').say('C1', '<@U2> coffee?'),
			await slack.as('U2').say('C1', 'yes', { threadTs: slack.messages('C1').at(-1)?.ts ?? '' }),
		];
		const [first] = sent;
		if (first) sent.push(await slack.as('U1').edit(first.ts, 'good evening'), await slack.as('U1').remove(first.ts));
		expect(sent.every(({ acknowledged }) => acknowledged)).toBe(true);
		expect(listen.inbounds).toEqual([]);
	});

	it('is whatever bots say, we ourselves too, also in a thread of ours', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const { ts: thread_ts } = await slack.as('U1').mention('C1', 'hello');
		const { calls, signal } = listen.deps;
		const post = { method: 'chat.postMessage', team: 'T1', repeat: 'never' } as const;
		const args = { channel: 'C1', thread_ts, text: 'I work' };
		const posted = await calls.run({ ...post, send: (client) => client.chat.postMessage(args) }, signal);
		const update = { channel: 'C1', ts: posted.ts ?? '', text: 'I am done' };
		await calls.run(
			{ method: 'chat.update', team: 'T1', repeat: 'safe', send: (client) => client.chat.update(update) },
			signal,
		);
		const event = { type: 'message', channel: 'C1', channel_type: 'channel', thread_ts, ts: '1.2', event_ts: '1.2' };
		const foreign = { ...event, user: 'U9', bot_id: 'B9', text: '<@U0BOT> do this' };
		await slack.send({ subscription: 'message.channels', event: foreign });
		await waitFor(() => slack.deliveries('message').every(({ acknowledged }) => acknowledged), 'all deliveries');
		expect(slack.deliveries('message').length).toBeGreaterThanOrEqual(4);
		expect(listen.inbounds).toHaveLength(1);
	});
});

describe('verbs', () => {
	it('are those of the core’s table, one that was added too', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack, { commands: verbs('help', 'status', 'polish*') });
		const dm = slack.dm('U1');
		await slack.as('U1').mention('C1', 'polish the brass');
		const { ts: threadTs } = await slack.as('U1').say(dm, 'status');
		await slack.as('U1').say(dm, 'polish', { threadTs });
		const root = await slack.as('U2').mention('C1', 'hello');
		await slack.as('U2').say('C1', '!polish it', { threadTs: root.ts });
		await slack.as('U2').say('C1', 'status', { threadTs: root.ts });
		expect(listen.of('command').map(({ name, args }) => [name, args])).toEqual([
			['polish', 'the brass'],
			['status', ''],
			['polish', ''],
			['polish', 'it'],
		]);
		expect(listen.of('message').map(({ text }) => text)).toEqual(['hello', 'status']);
	});
});

describe('a direct message', () => {
	it('needs no mention, and each one begins a thread', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const dm = slack.dm('U1');
		const first = await slack.as('U1').say(dm, 'one', { files: [csv], stub: true });
		await slack.as('U1').say(dm, 'two');
		await slack.as('U1').say(dm, 'more', { threadTs: first.ts });
		expect(listen.of('message').map(({ text, thread }) => [text, thread.id === `T1-${dm}-${first.ts}`])).toEqual([
			['one', true],
			['two', false],
			['more', true],
		]);
		expect(listen.of('message')[0]?.files).toHaveLength(1);
	});

	it('has its files’ names also where Slack tells no more than their ids, unless Slack does not say', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		await slack.as('U1').say(slack.dm('U1'), 'one', { files: [csv], stub: true });
		slack.failNext('files.info', 'file_not_found');
		await slack.as('U1').say(slack.dm('U1'), 'two', { files: [csv], stub: true });
		const [named, unnamed] = listen.of('message').map(({ files }) => files[0]);
		expect(named).toMatchObject({ name: csv.name, size: csv.bytes.length });
		expect(unnamed?.name).toMatch(/^F\w+$/);
	});
});

describe('people from elsewhere', () => {
	it('have the traits that rights depend on', async () => {
		await using slack = await startFakeSlack();
		slack.addUser({ id: 'U3', name: 'guest', restricted: true });
		slack.addUser({ id: 'U4', team: 'T9', name: 'stranger' });
		slack.addChannel({ id: 'C2', members: ['U3', 'U4'], extShared: true });
		await using listen = await openListen(slack);
		await slack.as('U3').mention('C2', 'hello');
		await slack.as('U4').mention('C2', 'hello');
		const [guest, stranger] = listen.inbounds.map(({ person }) => person);
		expect(guest).toMatchObject({ id: 'slack:T1/U3', traits: expect.arrayContaining(['slack:T1/guests']) });
		expect(stranger).toMatchObject({ id: 'slack:T9/U4', traits: expect.arrayContaining(['slack:T1/externals']) });
	});
});
