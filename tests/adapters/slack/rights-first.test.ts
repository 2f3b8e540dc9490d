import { describe, expect, it } from 'vitest';
import { createSlack } from '../../../src/adapters/slack/slack.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { openSecrets } from '../../../src/store/files/secret-files.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fake-slack/fake-slack.ts';
import { createHandClock } from '../../support/jumping-clock.ts';
import { type ScriptedModel, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { openStage, type Place } from '../forge-place.ts';
import { nothingYet, settingsFor } from './listen/open-listen.ts';

/** The core on a Slack where Ada has rights; Gus is a guest of the workspace, Eve is of another one, Bo is no member. */
async function open(brain: ScriptedModel = scriptedModel([]), clock?: Clock) {
	await using building = new AsyncDisposableStack();
	const slack = building.use(await startFakeSlack());
	slack.addUser({ id: 'U5', name: 'gus', restricted: true });
	slack.addUser({ id: 'U9', team: 'T9', name: 'eve' });
	slack.addChannel({ id: 'C5', members: ['U1', 'U2', 'U5', 'U9'], extShared: true });
	const dir = building.use(await tempDir());
	const place: Pick<Place, 'connect' | 'started' | 'admins'> = {
		admins: [],
		connect: ({ store, commands, home, denialOf }) =>
			createSlack({
				openArtifact: noArtifacts,
				...store,
				...{ settings: settingsFor(slack), commands, denialOf, log: silentLogger, ...(clock && { clock }) },
				secrets: openSecrets(`${home}/secrets`),
				overview: async () => ({ ...nothingYet, tools: [{ session: 's', name: 'sums/add', purpose: 'Adds' }] }),
			}),
		started: async () => {},
	};
	const roles = { admins: [], members: ['slack:T1/U1'], guests: undefined };
	const stage = building.use(await openStage(place as Place, { home: dir.path, brain, roles }));
	const parts = building.move();
	return { slack, brain, ...stage, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** All that others than `user` see of the bot: messages, marks, statuses. */
function seenByOthers(slack: FakeSlack, user: string): unknown[] {
	const all = ['C1', 'C5'].flatMap((channel) => slack.messages(channel));
	const own = all.filter(({ botId, ephemeralTo }) => botId !== undefined && ephemeralTo !== user);
	const marks = all.flatMap(({ reactions }) => Object.values(reactions).flat()).filter((by) => by === slack.botUser);
	const statuses = slack.calls('agents.sessions.setStatus');
	return [...own.map((message) => slack.plainText(message)), ...marks, ...statuses];
}

function toldAlone(slack: FakeSlack, user: string): string[] {
	const channels = ['C1', 'C5', slack.dm(user)];
	return channels.flatMap((channel) =>
		slack.messages(channel).flatMap((message) => (message.ephemeralTo === user ? [slack.plainText(message)] : [])),
	);
}

const denied = 'You may not use Threadsmith here';

describe.each([
	['a member of the workspace who is not let in', 'U2'],
	['a guest', 'U5'],
	['somebody of another workspace', 'U9'],
])('%s in Slack', (_, user) => {
	it('asks by the slash command in vain, and nothing stands in the channel', async () => {
		// By this clock no second passes, after which an acknowledgement comes without words.
		await using opened = await open(scriptedModel([]), createHandClock(Date.now()));
		const { slack } = opened;
		const asked = await slack.as(user).slash('/smith', 'sum this up', 'C5');
		expect(asked.body).toMatchObject({ text: expect.stringContaining(denied) });
		const verb = await slack.as(user).slash('/smith', 'status', 'C5');
		await waitFor(() => verb.responses.length > 0, 'the denial');
		expect(verb.responses).toMatchObject([{ response_type: 'ephemeral', text: expect.stringContaining(denied) }]);
		expect(slack.messages('C5').filter(({ ephemeralTo }) => ephemeralTo === undefined)).toEqual([]);
		expect(opened.brain.requests).toEqual([]);
	});

	it('is told so alone where they name the bot, write to it, or take the shortcut', async () => {
		await using opened = await open();
		const { slack } = opened;
		const root = await slack.as('U1').say('C5', 'Lunch?');
		await slack.as(user).mention('C5', 'sum this up');
		await slack.as(user).mention('C5', 'and this', { threadTs: root.ts });
		await slack.as(user).say(slack.dm(user), 'and this');
		await waitFor(() => toldAlone(slack, user).length === 3, 'the denials');
		const shortcut = await slack.as(user).shortcut('work_on_this', root.ts);
		await waitFor(() => shortcut.responses.length > 0, 'the denial');
		expect(shortcut.responses).toMatchObject([{ response_type: 'ephemeral', text: expect.stringContaining(denied) }]);
		expect(seenByOthers(slack, user)).toEqual([]);
		expect(toldAlone(slack, user).every((text) => text.includes(denied))).toBe(true);
	});
});

describe('somebody without rights in Slack', () => {
	it('sees on our page why there is nothing, and is offered nothing to ask', async () => {
		await using opened = await open();
		const { slack } = opened;
		await slack.as('U2').openHome('messages');
		await slack.as('U2').openHome('home');
		const home = await waitFor(() => slack.home('U2'), 'the page');
		expect(JSON.stringify(home)).toContain(denied);
		expect(JSON.stringify(home)).not.toContain('sums/add');
		expect(slack.calls('assistant.threads.setSuggestedPrompts')).toEqual([]);
	});

	it('presses, stops and speaks in vain in a thread of others, who see nothing of it', async () => {
		const asks = { calls: [{ name: 'ask_user', args: { question: 'How many?' } }] };
		await using opened = await open(scriptedModel([asks]));
		const { slack } = opened;
		const root = await slack.as('U1').mention('C1', 'begin');
		const question = await waitFor(
			() => slack.messages('C1', root.ts).find(({ blocks }) => JSON.stringify(blocks).includes('answer-open')),
			'the question',
		);
		await opened.bench.dispatch.settled();
		const before = seenByOthers(slack, 'U2').length;
		const pressed = await slack.as('U2').click(question.ts, 'answer-open');
		await waitFor(() => pressed.responses.length > 0, 'the denial');
		expect(slack.calls('views.open')).toEqual([]);
		await slack.as('U2').say('C1', 'stop', { threadTs: root.ts });
		await slack.as('U2').say('C1', 'Thanks, I call them', { threadTs: root.ts });
		await slack.as('U2').mention('C1', 'seven', { threadTs: root.ts });
		await waitFor(() => toldAlone(slack, 'U2').length >= 3, 'the denials');
		expect(seenByOthers(slack, 'U2')).toHaveLength(before);
	});

	it('is not the one who is told that a message of somebody else waits', async () => {
		const brain = scriptedModel([{ text: 'working', hangs: true }]);
		await using opened = await open(brain);
		const { slack } = opened;
		const root = await slack.as('U1').mention('C1', 'begin');
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await slack.as('U2').say('C1', 'me too', { threadTs: root.ts });
		await slack.as('U1').mention('C1', 'and this', { threadTs: root.ts });
		await waitFor(() => toldAlone(slack, 'U1').some((text) => text.includes('waits')), 'the word to Ada');
		expect(toldAlone(slack, 'U2').filter((text) => text.includes('waits'))).toEqual([]);
		await slack.as('U1').say('C1', 'stop', { threadTs: root.ts });
		await opened.bench.dispatch.settled();
	});
});

describe('files of people without rights in Slack', () => {
	const file = (name: string) => ({ name, bytes: new TextEncoder().encode('1') });

	it('are named and not taken in where a member names the bot in their thread; words come along', async () => {
		const brain = scriptedModel([{ text: 'Done.' }]);
		await using opened = await open(brain);
		const { slack } = opened;
		const root = await slack.as('U1').say('C5', 'mine', { files: [file('mine.csv')] });
		for (const user of ['U2', 'U5', 'U9'])
			await slack.as(user).say('C5', `words of ${user}`, { threadTs: root.ts, files: [file(`${user}.csv`)] });
		await slack.as('U1').mention('C5', 'sum it up', { threadTs: root.ts });
		await opened.bench.dispatch.settled();
		const text = brain.requests[0]?.messages.at(-1)?.text ?? '';
		expect(text).toContain('[New files in /inputs: mine.csv (1 byte)]');
		for (const user of ['U2', 'U5', 'U9']) {
			expect(text).toContain(`words of ${user}`);
			expect(text).toMatch(
				new RegExp(`^\\[Not taken in: "${user}.csv" was shared by .+, who may not ask for work`, 'm'),
			);
		}
	});

	it('are named and not taken in by the shortcut', async () => {
		const brain = scriptedModel([{ text: 'Done.' }, { text: 'Done.' }]);
		await using opened = await open(brain);
		const { slack } = opened;
		const theirs = await slack.as('U5').say('C5', 'theirs', { files: [file('theirs.csv')] });
		const own = await slack.as('U1').say('C5', 'mine', { files: [file('mine.csv')] });
		for (const { ts } of [theirs, own]) await slack.as('U1').shortcut('work_on_this', ts);
		await opened.bench.dispatch.settled();
		const text = brain.requests.map(({ messages }) => messages.at(-1)?.text).join('\n');
		expect(text).toMatch(/> theirs[\s\S]*\[Not taken in: "theirs.csv" was shared by gus/);
		expect(text).toContain('[New files in /inputs: mine.csv (1 byte)]');
	});
});
