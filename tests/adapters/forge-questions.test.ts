import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Adapter } from '../../src/adapters/adapter.ts';
import { createDiscord } from '../../src/adapters/discord/discord.ts';
import { createSlack } from '../../src/adapters/slack/slack.ts';
import { unused } from '../../src/agent/forge/registry.ts';
import { defineTool, type Tool } from '../../src/agent/tool.ts';
import { silentLogger } from '../../src/log.ts';
import { routeByPlatform } from '../../src/route-by-platform.ts';
import { openSecrets } from '../../src/store/secret-files.ts';
import type { SessionFolder, Store } from '../../src/store/store.ts';
import { startFakeDiscord } from '../support/fake-discord/fake-discord.ts';
import type { InteractionSeen } from '../support/fake-discord/person/person.ts';
import { startFakeSlack } from '../support/fake-slack/fake-slack.ts';
import { keepTool } from '../support/kept-tools.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';
import { openWorkbench, type Workbench } from '../support/workbench.ts';
import { settingsFor as discordSettings } from './discord/listen/open-listen.ts';
import { verbs as discordVerbs } from './discord/listen/verbs.ts';
import { nothingYet, settingsFor as slackSettings } from './slack/listen/open-listen.ts';
import { verbs as slackVerbs } from './slack/listen/verbs.ts';

/** A platform with an admin and a member, who talk in one thread. */
interface Place extends AsyncDisposable {
	readonly admin: string;
	/** The catalog of its workspace. */
	readonly catalog: string;
	connect(store: Store, home: string): Adapter;
	/** Somebody says something to the bot; later words go to the same thread. */
	say(who: 'admin' | 'member', words: string): Promise<void>;
	/** Gives a command the way it is given here. */
	command(who: 'admin' | 'member', words: string): Promise<void>;
	/** Presses a button of the newest message with buttons. */
	press(who: 'admin' | 'member', choice: 0 | 1): Promise<void>;
	/** What everyone in the thread sees. */
	seen(): readonly string[];
	/** What somebody alone was told. */
	toldApart(): readonly string[];
	buttons(): number;
}

async function inSlack(): Promise<Place> {
	const slack = await startFakeSlack();
	const ids = { admin: 'U1', member: 'U2' };
	let threadTs = '';
	const posts = () => slack.messages('C1', threadTs).filter((message) => message.botId !== undefined);
	const asking = () => posts().filter((message) => JSON.stringify(message.blocks).includes('answer-choice-0'));
	let pressed: string | undefined;
	const say: Place['say'] = async (who, words) => {
		const sent = await slack.as(ids[who]).mention('C1', words, threadTs === '' ? {} : { threadTs });
		threadTs = sent.threadTs;
	};
	return {
		admin: 'slack:T1/U1',
		catalog: 'slack-T1',
		connect: (store, home) =>
			createSlack({
				...store,
				settings: slackSettings(slack),
				secrets: openSecrets(`${home}/secrets`),
				commands: slackVerbs('tools*'),
				overview: async () => nothingYet,
				log: silentLogger,
			}),
		say,
		command: say,
		async press(who, choice) {
			pressed = asking().at(-1)?.ts ?? pressed;
			await slack.as(ids[who]).click(pressed ?? '', `answer-choice-${choice}`);
		},
		seen: () =>
			posts()
				.filter(({ ephemeralTo }) => !ephemeralTo)
				.map((message) => slack.plainText(message)),
		toldApart: () =>
			posts()
				.filter(({ ephemeralTo }) => ephemeralTo)
				.map((message) => slack.plainText(message)),
		buttons: () => asking().length,
		[Symbol.asyncDispose]: () => slack[Symbol.asyncDispose](),
	};
}

async function inDiscord(): Promise<Place> {
	const discord = await startFakeDiscord();
	const ids = { admin: discord.ada, member: discord.grace };
	const answers: InteractionSeen[] = [];
	let thread = '';
	// The bot makes the thread
	const isThere = () => discord.threads(discord.channel).some(({ id }) => id === thread);
	const posts = () => (isThere() ? discord.messages(thread).filter(({ author }) => author === discord.botUser) : []);
	const idsOf = (message: { readonly components: unknown }) =>
		[...JSON.stringify(message.components).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = '']) => id);
	const asking = () =>
		posts().filter((message) => /Install|Share it/.test(discord.plainText(message)) && idsOf(message).length > 1);
	let pressed: { readonly id: string; readonly buttons: readonly string[] } | undefined;
	return {
		admin: `discord:${discord.guild}/${discord.ada}`,
		catalog: `discord-${discord.guild}`,
		connect: (store) =>
			createDiscord({
				...store,
				settings: discordSettings(discord),
				commands: discordVerbs('tools*'),
				log: silentLogger,
			}),
		async say(who, words) {
			const id = await discord.as(ids[who]).say(thread || discord.channel, words, { mention: true });
			thread ||= id;
		},
		async command(who, words) {
			const [command = '', ...rest] = words.split(' ');
			answers.push(await discord.as(ids[who]).slash('smith', command, { options: { id: rest.join(' ') } }, thread));
		},
		async press(who, choice) {
			const message = asking().at(-1);
			if (message) pressed = { id: message.id, buttons: idsOf(message) };
			answers.push(await discord.as(ids[who]).click(pressed?.id ?? '', pressed?.buttons[choice] ?? ''));
		},
		seen: () =>
			posts()
				.filter(({ ephemeralTo }) => !ephemeralTo)
				.map((message) => discord.plainText(message)),
		toldApart: () =>
			answers.flatMap(({ response, followUps }) =>
				[response, ...followUps].flatMap((one) => (one ? discord.plainText(one) : [])),
			),
		buttons: () => asking().length,
		[Symbol.asyncDispose]: () => discord[Symbol.asyncDispose](),
	};
}

interface Stage extends AsyncDisposable {
	readonly bench: Workbench;
	readonly folder: () => Promise<SessionFolder>;
}

/** The core on the platform's own adapter. */
async function openStage(place: Place, home: string, moreTools: readonly Tool[] = []): Promise<Stage> {
	const call = { name: 'ask_first', args: {} };
	const brain = scriptedModel([{ text: 'Hello.' }, { calls: [call] }, { text: 'It is done.' }, { text: 'Later.' }]);
	let adapter: Adapter | undefined;
	const bench = openWorkbench({
		home,
		brain,
		moreTools,
		roles: { admins: [place.admin], members: undefined, guests: undefined },
		platforms: (store) => {
			adapter = place.connect(store, home);
			return routeByPlatform([adapter]);
		},
	});
	await adapter?.start(bench.dispatch.accept);
	return {
		bench,
		folder: async () => bench.sessions.open((await bench.sessions.list())[0] ?? ''),
		async [Symbol.asyncDispose]() {
			await adapter?.[Symbol.asyncDispose]();
			await bench[Symbol.asyncDispose]();
		},
	};
}

const has = (texts: readonly string[], words: string) => texts.some((text) => text.includes(words));

/** A tool that needs an admin's yes, as the forge does for packages. */
const askFirst = defineTool({
	name: 'ask_first',
	description: '',
	args: z.strictObject({}),
	run: async (_args, { call: { answer } }) =>
		answer
			? { ok: true, text: `Told ${answer.value}` }
			: { ask: { text: 'Install it?', answer: { kind: 'choices', choices: ['Install', 'Do not'] }, role: 'admin' } },
});

describe.each([
	['Slack', inSlack],
	['Discord', inDiscord],
])('in %s', (_, open) => {
	it('a tool is shared by an admin’s button alone, also after a restart', async () => {
		await using place = await open();
		await using dir = await tempDir();
		{
			await using stage = await openStage(place, dir.path);
			await place.say('admin', 'hello');
			await waitFor(() => has(place.seen(), 'Hello.'), 'the answer', 10_000);
			await keepTool(await stage.folder(), {}, { use: { ...unused, calls: 1 } });
			await place.command('admin', 'tools share double_number');
			await waitFor(() => place.buttons() === 1, 'the question', 10_000);
			expect(has(place.seen(), 'double_number')).toBe(true);
			await place.press('member', 0);
			await waitFor(() => has(place.toldApart(), 'for an admin'), 'the refusal', 10_000);
			expect(await (await stage.bench.sessions.catalog(place.catalog)).tools.list()).toEqual([]);
		}
		await using stage = await openStage(place, dir.path);
		await place.press('admin', 0);
		await waitFor(() => has(place.seen(), 'Shared: '), 'that it is shared', 10_000);
		expect(place.buttons()).toBe(0);
		const { tools } = await stage.bench.sessions.catalog(place.catalog);
		expect(await tools.list()).toEqual([{ tool: 'numbers/double_number', version: 1 }]);
	});

	it('a call that needs an admin’s yes waits for it, and is finished in the thread', async () => {
		await using place = await open();
		await using dir = await tempDir();
		await using _stage = await openStage(place, dir.path, [askFirst]);
		await place.say('admin', 'hello');
		await waitFor(() => has(place.seen(), 'Hello.'), 'the answer', 10_000);
		await place.say('admin', 'make it');
		await waitFor(() => place.buttons() === 1, 'the question', 10_000);
		await place.press('member', 0);
		await waitFor(() => has(place.toldApart(), 'for someone else'), 'the refusal', 10_000);
		expect(has(place.seen(), 'It is done.')).toBe(false);
		await place.press('admin', 0);
		await waitFor(() => has(place.seen(), 'It is done.'), 'the answer', 10_000);
		expect(has(place.seen(), 'answered: Install')).toBe(true);
		expect(place.buttons()).toBe(0);
	});
});
