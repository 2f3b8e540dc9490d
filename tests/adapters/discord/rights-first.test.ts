import { ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { writeCustomId } from '../../../src/adapters/discord/custom-ids.ts';
import { createDiscord } from '../../../src/adapters/discord/discord.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { customIdsOf } from '../../support/discord-demo/own-messages.ts';
import { type FakeDiscord, startFakeDiscord } from '../../support/fake-discord/fake-discord.ts';
import { type ScriptedModel, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { noArtifacts } from '../artifacts-from.ts';
import { openStage, type Place, type Stage } from '../forge-place.ts';
import { settingsFor } from './listen/open-listen.ts';

/** The core on a Discord where Ada alone has rights. */
async function open(brain: ScriptedModel = scriptedModel([])) {
	await using building = new AsyncDisposableStack();
	const discord = building.use(await startFakeDiscord());
	const dir = building.use(await tempDir());
	const members = [`discord:${discord.guild}/${discord.ada}`];
	const place: Pick<Place, 'connect' | 'started' | 'admins'> = {
		admins: [],
		connect: ({ store, commands, denialOf }) =>
			createDiscord({
				openArtifact: noArtifacts,
				...store,
				settings: settingsFor(discord),
				commands,
				denialOf,
				log: silentLogger,
			}),
		started: () => waitFor(() => discord.commands().length === 2, 'the commands').then(() => {}),
	};
	const roles = { admins: [], members, guests: undefined };
	const stage: Stage = building.use(await openStage(place as Place, { home: dir.path, brain, roles }));
	const parts = building.move();
	return { discord, brain, ...stage, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** All that others than `user` see of the bot: messages, marks, typing, threads. */
function seenByOthers(discord: FakeDiscord, user: string): unknown[] {
	const channels = discord
		.channelsOf(discord.guild)
		.filter((id) => discord.channelOf(id).type !== ChannelType.GuildForum);
	const threads = [...channels, discord.forum].flatMap((channel) => discord.threads(channel));
	const all = [...channels, ...threads.map(({ id }) => id)].flatMap((id) => discord.messages(id));
	const own = all.filter(({ author, ephemeralTo }) => author === discord.botUser && ephemeralTo !== user);
	const marks = all.flatMap(({ reactions }) => Object.values(reactions).flat()).filter((by) => by === discord.botUser);
	const typing = [...channels, ...threads.map(({ id }) => id)].flatMap((id) => discord.typing(id));
	const begun = threads.filter(({ owner }) => owner === discord.botUser);
	return [...own.map((message) => discord.plainText(message)), ...marks, ...typing, ...begun];
}

async function toldDirectly(discord: FakeDiscord, user: string): Promise<readonly string[]> {
	const channel = await waitFor(() => discord.dmOf(user), 'the direct conversation');
	return await waitFor(() => {
		const own = discord.messages(channel).filter(({ author }) => author === discord.botUser);
		return own.length > 0 && own.map((message) => discord.plainText(message));
	}, 'the direct words');
}

const denied = 'You may not use Threadsmith here';

describe('somebody without rights in Discord', () => {
	it('is told so directly where they name the bot, and nothing is seen of it', async () => {
		await using opened = await open();
		const { discord } = opened;
		const grace = discord.as(discord.grace);
		await grace.say(discord.channel, 'sum this up', { mention: true });
		expect(await toldDirectly(discord, discord.grace)).toEqual([expect.stringContaining(denied)]);
		const root = await discord.as(discord.ada).say(discord.channel, 'Lunch?');
		await grace.say(await grace.startThread(root, 'Lunch'), 'and this', { mention: true });
		await grace.forumPost(discord.forum, 'A post', 'and this', { mention: true });
		await waitFor(async () => (await toldDirectly(discord, discord.grace)).length === 3, 'a denial for each thread');
		expect(seenByOthers(discord, discord.grace)).toEqual([]);
		expect(opened.brain.requests).toEqual([]);
	});

	it('hears nothing where no thread can be, and is not seen to have asked', async () => {
		await using opened = await open();
		const { discord } = opened;
		const voice = discord.addChannel({ type: ChannelType.GuildVoice, name: 'voice' });
		await discord.as(discord.grace).say(voice, 'hello', { mention: true });
		await discord.as(discord.ada).say(voice, 'hello', { mention: true });
		const own = () => discord.messages(voice).filter(({ author }) => author === discord.botUser);
		await waitFor(() => own().length > 0, 'the words to Ada');
		expect(own()).toHaveLength(1);
	});

	it('is answered for their eyes only by every command, and nothing is deferred for all', async () => {
		await using opened = await open();
		const { discord } = opened;
		const grace = discord.as(discord.grace);
		const target = await discord.as(discord.ada).say(discord.channel, 'Numbers of May');
		const thread = await grace.startThread(await grace.say(discord.channel, 'Lunch?'), 'Lunch');
		const asked = [
			await grace.slash('smith', 'ask', { options: { prompt: 'hello' } }, discord.channel),
			await grace.slash('smith', 'ask', { options: { prompt: 'hello' } }, thread),
			await grace.messageCommand('Work on this', target),
			await grace.slash('smith', 'status', {}, discord.channel),
			await grace.slash('smith', 'new', {}, thread),
		];
		for (const seen of asked) {
			const said = await waitFor(() => !seen.thinking && [seen.response, ...seen.followUps], 'the answer');
			expect(seen.ephemeral).toBe(true);
			expect(said.map((message) => message?.content).join('\n')).toContain(denied);
		}
		expect(seenByOthers(discord, discord.grace)).toEqual([]);
		expect(opened.brain.requests).toEqual([]);
	});

	it('is offered no values of arguments', async () => {
		const brain = scriptedModel([{ text: 'Done.' }]);
		await using opened = await open(brain);
		const { discord } = opened;
		await discord.as(discord.ada).say(discord.channel, 'begin', { mention: true });
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await opened.bench.dispatch.settled();
		const complete = async (who: string) =>
			(await discord.as(who).autocomplete('smith', 'load', { option: 'id', value: '' }, discord.channel)).choices
				.length;
		expect([await complete(discord.ada), await complete(discord.grace)]).toEqual([1, 0]);
	});

	it('presses and marks in vain, and nobody else sees that they tried', async () => {
		const brain = scriptedModel([{ text: 'working', hangs: true }]);
		await using opened = await open(brain);
		const { discord } = opened;
		const ada = discord.as(discord.ada);
		const thread = await ada.say(discord.channel, 'begin', { mention: true });
		await waitFor(() => brain.requests.length === 1, 'the turn');
		const live = await waitFor(() => {
			const own = discord.threads(discord.channel).length > 0 ? discord.messages(thread) : [];
			return own.find((message) => customIdsOf(message).includes(writeCustomId({ does: 'stop' })));
		}, 'the live message');
		const grace = discord.as(discord.grace);
		const seen = await grace.click(live.id, writeCustomId({ does: 'stop' }));
		await waitFor(() => seen.followUps.some(({ content }) => content.includes(denied)), 'the denial');
		await grace.react(live.id, '❌');
		await grace.say(thread, 'Thanks, I call them');
		await grace.say(thread, 'and another thing', { mention: true });
		const told = await waitFor(async () => {
			const words = await toldDirectly(discord, discord.grace);
			return words.length === 2 && words;
		}, 'the denials');
		expect(told.every((word) => word.includes(denied))).toBe(true);
		const words = discord.messages(thread).filter(({ ephemeralTo }) => ephemeralTo === undefined);
		expect(words.filter(({ author }) => author === discord.botUser).map(({ id }) => id)).toEqual([live.id]);
		await ada.say(thread, 'stop');
		await opened.bench.dispatch.settled();
	});
});

describe('files of people without rights in Discord', () => {
	const file = (name: string) => ({ name, bytes: new TextEncoder().encode('1') });
	const toldBy = (brain: ScriptedModel) => brain.requests.map(({ messages }) => messages.at(-1)?.text).join('\n');

	it('are named and not taken in where a member names the bot in their thread; words come along', async () => {
		const brain = scriptedModel([{ text: 'Done.' }]);
		await using opened = await open(brain);
		const { discord } = opened;
		const [ada, grace] = [discord.as(discord.ada), discord.as(discord.grace)];
		const root = await grace.say(discord.channel, 'words of Grace', { files: [file('hers.csv')] });
		const thread = await grace.startThread(root, 'Numbers');
		await ada.say(thread, 'words of Ada', { files: [file('mine.csv')] });
		await ada.say(thread, 'sum it up', { mention: true });
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await opened.bench.dispatch.settled();
		expect(toldBy(brain)).toMatch(/words of Grace[\s\S]*words of Ada/);
		expect(toldBy(brain)).toContain('[New files in /inputs: mine.csv (1 byte)]');
		expect(toldBy(brain)).toContain('[Not taken in: "hers.csv" was shared by Grace, who may not ask for work here.');
	});

	it('are named and not taken in where a member replies to them, or takes "Work on this"', async () => {
		const brain = scriptedModel([{ text: 'Done.' }, { text: 'Done.' }, { text: 'Done.' }]);
		await using opened = await open(brain);
		const { discord } = opened;
		const [ada, grace] = [discord.as(discord.ada), discord.as(discord.grace)];
		const hers = await grace.say(discord.channel, 'hers', { files: [file('hers.csv')] });
		await ada.say(discord.channel, 'sum these up', { mention: true, replyTo: hers });
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await ada.messageCommand('Work on this', await grace.say(discord.channel, 'more', { files: [file('more.csv')] }));
		await waitFor(() => brain.requests.length === 2, 'the next turn');
		await ada.messageCommand('Work on this', await ada.say(discord.channel, 'mine', { files: [file('mine.csv')] }));
		await waitFor(() => brain.requests.length === 3, 'the last turn');
		await opened.bench.dispatch.settled();
		expect(toldBy(brain)).toMatch(/> hers[\s\S]*\[Not taken in: "hers.csv" was shared by Grace/);
		expect(toldBy(brain)).toMatch(/> more[\s\S]*\[Not taken in: "more.csv" was shared by Grace/);
		expect(toldBy(brain)).toContain('[New files in /inputs: mine.csv (1 byte)]');
	});
});
