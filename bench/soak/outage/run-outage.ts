import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import { botProcesses } from '../../parts/bot-processes.ts';
import { botSettings } from '../../parts/bot-settings.ts';
import { homeIdOf } from '../../parts/home-id.ts';
import { removeLeftOvers } from '../../parts/podman-cli.ts';
import { createRestartableBot } from '../../parts/restartable-bot.ts';
import { openDiscord } from '../open-discord.ts';
import { openSlack } from '../open-slack.ts';
import type { SoakWish } from '../plan.ts';
import { readInputs } from '../read-inputs.ts';
import type { SoakContext, SoakResult } from '../run-soak.ts';
import type { FicklePlatform } from '../soak-platform.ts';
import { judge } from '../verdicts.ts';
import { asleepIn } from './asleep.ts';
import { type Curtain, createStage } from './curtains.ts';
import { diskHome } from './disk-home.ts';
import { joinPlatforms } from './joined-platform.ts';
import { fillDisk, starveDescriptors } from './machine-troubles.ts';
import { planOutages, type Round } from './outage-plan.ts';
import { createWatch, type Watch } from './watch.ts';

/**
 * Says one message in each thread of Slack and Discord at once, takes the platforms, the disk or the descriptors away in the middle of the
 * turns, and gives them back. Nobody writes afterwards, and the bot is never started again. Rejects when it ends by itself.
 */
export async function runOutage(wish: Pick<SoakWish, 'threads' | 'seed'>, context: SoakContext): Promise<SoakResult> {
	await using stack = new AsyncDisposableStack();
	const { path } = stack.use(await diskHome());
	const home = join(path, 'home');
	const each = Math.floor(wish.threads / 2);
	const rounds = planOutages({ threads: each * 2, seed: wish.seed });
	const stage = createStage(rounds);
	const server = stack.use(await startModelServer({ brain: stage.script }));
	const [slack, discord] = [stack.use(await openSlack(each, retryMs)), stack.use(await openDiscord(each))];
	const platform = joinPlatforms({ slack, discord }, each);
	stack.defer(() => homeIdOf(home).then(removeLeftOvers, () => undefined));
	const settings = {
		...botSettings(home, server.url),
		SANDBOX_IDLE_MINUTES: '0.05',
		SANDBOX_DISK: '128m',
		...platform.settings,
	};
	const bot = stack.use(createRestartableBot(path, settings));
	const pid = botProcesses(await bot.start()).bot;
	await platform.begin(context.signal);
	const watch = stack.use(createWatch(platform, bot, context));
	const untaken: string[] = [];
	for (const curtain of stage.curtains) {
		const begin = (round: Round) => troubled(round, { platform, home: path, pid });
		await playRound(curtain, { platform, begin, watch, untaken }, context);
	}
	await watch.untilAnswered(rounds.flatMap(({ messages }) => messages).length - untaken.length);
	const plan = {
		threads: rounds.flatMap(({ messages }) => messages.map((one) => [one])).toSorted(byThread),
		killAt: [],
	};
	const seen = platform.look();
	const inputs = await Promise.all(seen.map(({ thread }) => readInputs(home, thread)));
	const asleep = { name: 'sessions-asleep', unit: 'sessions', offenders: asleepIn(join(home, 'store.db')) };
	return {
		verdicts: [...judge({ plan, seen, inputs, untaken }), asleep, watch.lateness()],
		counts: [
			{ name: 'threads', value: plan.threads.length, unit: 'threads' },
			{ name: 'outages', value: rounds.length, unit: 'times' },
			{ name: 'away', value: rounds.reduce((sum, { seconds }) => sum + seconds, 0), unit: 's' },
			{ name: 'delivered-after-p50', value: watch.delay(0.5), unit: 's' },
			{ name: 'delivered-after-most', value: watch.delay(1), unit: 's' },
			...platform.counts(),
		],
	};
}

function byThread(
	[one]: readonly { readonly thread: number }[],
	[other]: readonly { readonly thread: number }[],
): number {
	return (one?.thread ?? 0) - (other?.thread ?? 0);
}

interface RoundParts {
	readonly platform: FicklePlatform;
	readonly begin: (round: Round) => Promise<AsyncDisposable>;
	readonly watch: Watch;
	/** Why messages were never acknowledged. */
	readonly untaken: string[];
}

/** Slack's own last time is after five minutes. Here one outage follows another: an event is to outlast them all. */
const retryMs = [100, 5000, 15_000, 30_000, ...Array.from({ length: 14 }, () => 60_000)];

/** A turn that does not get where its round is about begins without the others after so long. */
const patienceMs = 20_000;
/** Between two rounds; nobody waits for the answers of the one before. */
const pauseMs = 3000;

async function playRound(curtain: Curtain, parts: RoundParts, { signal, say }: SoakContext): Promise<void> {
	const { round, reached, fallen } = curtain;
	const { phase, trouble, seconds, messages } = round;
	say(`  ${phase}: ${trouble} for ${seconds} s, ${messages.length} threads`);
	const sayAll = () =>
		Promise.all(
			messages.map((message) =>
				parts.platform.say(message).catch((error: unknown) => void parts.untaken.push(String(error))),
			),
		);
	const before = phase === 'said-meanwhile' ? [] : [sayAll()];
	const there = phase === 'taken' ? before : before.map(() => reached);
	await Promise.race([Promise.all(there), delay(patienceMs, undefined, { signal })]);
	{
		await using _trouble = await parts.begin(round);
		fallen();
		if (before.length === 0) void sayAll();
		await delay(seconds * 1000, undefined, { signal });
	}
	parts.watch.ended(messages.map(({ number }) => number));
	await delay(pauseMs, undefined, { signal });
}

interface Troubled {
	readonly platform: FicklePlatform;
	/** On the disk that is filled. */
	readonly home: string;
	readonly pid: number;
}

async function troubled({ trouble, left }: Round, { platform, home, pid }: Troubled): Promise<AsyncDisposable> {
	if (trouble === 'disk' || trouble === 'most-of-disk') return fillDisk(home, left);
	if (trouble === 'descriptors') return starveDescriptors(pid);
	const away = platform.away(trouble);
	return { [Symbol.asyncDispose]: async () => away[Symbol.dispose]() };
}
