import { describe, expect, it } from 'vitest';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { nothingYet } from './open-listen.ts';
import { openPatient } from './open-patient.ts';
import { verbs } from './verbs.ts';

describe('/smith', () => {
	it('with a verb is a command, whose answer only its person sees', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const done = await slack.as('U1').slash('/smith', 'status', 'C1');
		expect(done.acknowledged).toBe(true);
		const [command] = listen.of('command');
		expect(command).toMatchObject({ name: 'status', thread: { id: 'T1-C1-U1' }, person: { id: 'slack:T1/U1' } });
		const thread = { platform: 'slack', id: 'T1-C1-U1' } as const;
		expect(await listen.privateThreads.say(thread, 'All is well')).toBe(true);
		expect(done.responses).toMatchObject([{ text: 'All is well', response_type: 'ephemeral' }]);
		expect(await listen.privateThreads.say({ platform: 'slack', id: 'T1-C1-1.2' }, 'x')).toBe(false);
	});

	it('is answered beyond what its response URL takes, and after a restart', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		await slack.as('U1').slash('/smith', 'status', 'C1');
		const thread = { platform: 'slack', id: 'T1-C1-U1' } as const;
		for (let count = 1; count <= 7; count += 1) await listen.privateThreads.say(thread, `answer ${count}`);
		const seen = slack.messages('C1').filter(({ ephemeralTo }) => ephemeralTo === 'U1');
		expect(seen.map(({ text }) => text)).toEqual([1, 2, 3, 4, 5, 6, 7].map((count) => `answer ${count}`));
		expect(slack.calls('chat.postEphemeral')).toHaveLength(2);
	});

	it('without words asks for help', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		await slack.as('U1').slash('/smith', '', 'C1');
		expect(listen.of('command')).toMatchObject([{ name: 'help' }]);
	});

	it('with anything else asks in the channel, in a thread that becomes the session', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const done = await slack.as('U1').slash('/smith', 'tell <@U2|bo> &amp; <!channel> the sum', 'C1');
		expect(done.acknowledged).toBe(true);
		const [root] = slack.messages('C1');
		expect(root).toMatchObject({ botId: slack.botId, threadTs: undefined });
		expect(root?.text).toMatch(/^\*Ada\* asks: tell /);
		expect(root && slack.pings(root)).toEqual([]);
		expect(root?.metadata).toMatchObject({ event_type: 'threadsmith' });
		expect(listen.inbounds).toMatchObject([
			{ type: 'message', key: `T1/C1/${root?.ts}`, thread: { id: `T1-C1-${root?.ts}` }, person: { name: 'Ada' } },
		]);
		expect(listen.of('message')[0]?.text).toBe('tell @Bo & @channel the sum');
		await slack.as('U2').say('C1', 'go on', { threadTs: root?.ts ?? '' });
		expect(listen.of('message').at(-1)?.text).toBe('go on');
	});

	it('with a verb that hands in a request gives it in a thread of the channel, where its answer is seen', async () => {
		await using slack = await startFakeSlack();
		const commands = [...verbs('help'), ...verbs('agent*').map((verb) => ({ ...verb, when: 'asking' as const }))];
		await using listen = await openPatient(slack, { commands });
		await slack.as('U1').slash('/smith', 'agent mend the <http://test.sh|test.sh>', 'C1');
		const [root] = slack.messages('C1');
		expect(root?.text).toMatch(/^\*Ada\* asks: agent mend the /);
		expect(listen.inbounds).toMatchObject([
			{
				...{ type: 'command', name: 'agent', args: 'mend the test.sh' },
				...{ key: `T1/C1/${root?.ts}`, thread: { id: `T1-C1-${root?.ts}` }, person: { name: 'Ada' } },
			},
		]);
	});

	it('in a channel without us says how to invite us', async () => {
		await using slack = await startFakeSlack();
		slack.addChannel({ id: 'C2', members: ['U1'], withBot: false });
		await using listen = await openPatient(slack);
		const done = await slack.as('U1').slash('/smith', 'sum this', 'C2');
		expect(done.body).toEqual({ text: 'I am not in this channel. Invite me with /invite, then ask again.' });
		expect(listen.inbounds).toEqual([]);
	});
});

describe('"Work on this"', () => {
	it('takes a message with its words as data and its files, in its thread', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const file = { name: 'sales.csv', bytes: new TextEncoder().encode('a\n1\n') };
		const root = await slack.as('U1').say('C1', 'numbers');
		const { ts } = await slack.as('U2').say('C1', 'two\nlines', { threadTs: root.ts, files: [file] });
		const done = await slack.as('U1').shortcut('work_on_this', ts);
		expect(done.acknowledged).toBe(true);
		expect(listen.inbounds).toMatchObject([
			{
				type: 'message',
				thread: { id: `T1-C1-${root.ts}` },
				person: { name: 'Ada' },
				text: 'Work on this message of Bo:\n> two\n> lines',
				files: [{ name: 'sales.csv' }],
				withEarlier: true,
			},
		]);
	});

	it('works on a message of ours again and again', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const { ts } = await slack.as('U1').mention('C1', 'hello');
		await slack.as('U1').shortcut('work_on_this', ts);
		await slack.as('U1').shortcut('work_on_this', ts);
		expect(new Set(listen.of('message').map(({ key }) => key)).size).toBe(3);
		expect(listen.of('message')[1]).not.toHaveProperty('withEarlier');
	});

	it('says how to invite us where we are not', async () => {
		await using slack = await startFakeSlack();
		slack.addChannel({ id: 'C2', members: ['U1'], withBot: false });
		await using listen = await openPatient(slack);
		const { ts } = await slack.as('U1').say('C2', 'numbers');
		const done = await slack.as('U1').shortcut('work_on_this', ts);
		expect(done.acknowledged).toBe(true);
		await waitFor(() => done.responses.length === 1, 'the sentence');
		expect(done.responses).toMatchObject([{ text: expect.stringContaining('/invite') }]);
		expect(listen.inbounds).toEqual([]);
	});
});

describe('"Work on this" in a direct or group conversation', () => {
	// The app is given no scope that tells what such a one is.
	it('works on it where we are, and says so where we are not', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const own = await slack.as('U1').say(slack.dm('U1'), 'numbers');
		await slack.as('U1').shortcut('work_on_this', own.ts);
		await waitFor(() => listen.of('message').some(({ text }) => text.startsWith('Work on this')), 'the message');
		slack.addChannel({ id: 'G9', kind: 'mpim', members: ['U1', 'U2'], withBot: false });
		const { ts } = await slack.as('U1').say('G9', 'between us');
		const done = await slack.as('U1').shortcut('work_on_this', ts);
		await waitFor(() => done.responses.length === 1, 'the sentence');
		expect(done.responses).toMatchObject([{ text: expect.stringContaining('/invite') }]);
	});
});

describe('our page in Slack', () => {
	it('shows somebody their sessions, with links', async () => {
		await using slack = await startFakeSlack({ retryMs: [] });
		const placeholder = await slack.as('U1').say('C1', 'numbers');
		const session = { id: 's1', title: 'The numbers', usedAt: '2026-01-01T00:00:00Z' };
		const sessions = [
			{ ...session, thread: `T1-C1-${placeholder.ts}` },
			{ ...session, id: 's2', title: 'In a terminal', thread: 'local-1' },
		];
		await using _listen = await openPatient(slack, { overview: { ...nothingYet, sessions } });
		await slack.as('U1').openHome('home');
		const home = await waitFor(() => slack.home('U1'), 'the page');
		expect(JSON.stringify(home)).toContain('The numbers');
		expect(JSON.stringify(home)).toContain('https://t1.slack.com/archives/C1/p');
	});

	it('suggests what to ask where people write to us', async () => {
		await using slack = await startFakeSlack();
		await using _listen = await openPatient(slack);
		await slack.as('U1').openHome('messages');
		const prompts = await waitFor(() => slack.prompts(slack.dm('U1'))[0], 'the suggestions');
		expect(prompts).toMatchObject({ title: expect.any(String), message: expect.any(String) });
	});

	it('that cannot be shown harms nothing', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		slack.failNext('views.publish', 'invalid_arguments');
		await slack.as('U1').openHome('home');
		await slack.as('U1').mention('C1', 'hello');
		expect(listen.inbounds).toHaveLength(1);
	});
});
