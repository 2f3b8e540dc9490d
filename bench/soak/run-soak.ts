import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { botSettings } from '../parts/bot-settings.ts';
import { homeIdOf } from '../parts/home-id.ts';
import { removeLeftOvers } from '../parts/podman-cli.ts';
import { createRestartableBot, type RestartableBot } from '../parts/restartable-bot.ts';
import { tempHome } from '../parts/temp-home.ts';
import { makePlan, messagesOf, type SoakPlan, type SoakWish } from './plan.ts';
import { createProgress, type Progress } from './progress.ts';
import { createRandom } from './random.ts';
import { readInputs } from './read-inputs.ts';
import { sendAll } from './send-all.ts';
import type { Count, SoakPlatform } from './soak-platform.ts';
import { soakScript } from './soak-script.ts';
import { judge, type Verdict } from './verdicts.ts';

export interface SoakContext {
	/** Fires when the person leaves; the soak then rejects with its reason, having removed what it made. */
	readonly signal: AbortSignal;
	/** Progress, for people. */
	say(line: string): void;
}

export interface SoakResult {
	readonly verdicts: readonly Verdict[];
	readonly counts: readonly Count[];
}

/**
 * Lets people talk in many threads of a platform at once, while the bot is killed and the platform plays up, and judges what is there in
 * the end. Rejects when the bot cannot be started or ends by itself.
 */
export async function runSoak(
	wish: SoakWish,
	openPlatform: () => Promise<SoakPlatform>,
	context: SoakContext,
): Promise<SoakResult> {
	await using stack = new AsyncDisposableStack();
	const { path } = stack.use(await tempHome());
	const home = join(path, 'home');
	const server = stack.use(await startModelServer({ brain: soakScript }));
	const platform = stack.use(await openPlatform());
	stack.defer(() => homeIdOf(home).then(removeLeftOvers, () => undefined));
	const bot = stack.use(createRestartableBot(path, { ...settingsOf(home, server.url), ...platform.settings }));
	await bot.start();
	await platform.begin(context.signal);
	const plan = makePlan(wish);
	context.say(`  ${wish.messages} messages`);
	const progress = createProgress(plan, platform);
	const startedAt = performance.now();
	const kills = await play({ plan, platform, bot, progress, seed: wish.seed }, context);
	await settle(platform, bot, context);
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	const seen = platform.look();
	const inputs = await Promise.all(seen.map(({ thread }) => readInputs(home, thread)));
	const counts = [
		{ name: 'threads', value: plan.threads.length, unit: 'threads' },
		{ name: 'messages', value: messagesOf(plan).length, unit: 'messages' },
		{ name: 'duration', value: seconds, unit: 's' },
		{ name: 'kills', value: kills, unit: 'times' },
		...platform.counts(),
		{ name: 'waiting-marks-left', value: seen.reduce((sum, { state }) => sum + state.marks.length, 0), unit: 'marks' },
	];
	return { verdicts: judge({ plan, seen, inputs, untaken: progress.untaken() }), counts };
}

function settingsOf(home: string, url: string): Record<string, string> {
	return { ...botSettings(home, url), SANDBOX_IDLE_MINUTES: '0.05' };
}

interface Game {
	readonly plan: SoakPlan;
	readonly platform: SoakPlatform;
	readonly bot: RestartableBot;
	readonly progress: Progress;
	readonly seed: number;
}

const lookMs = 1000;
const tellMs = 5000;
/** When nothing more is answered for so long, nothing will be. */
const patienceMs = 90_000;

/** Sends everything, kills the bot at its times, and waits for the answers. Resolves with how often it was killed. */
async function play({ plan, platform, bot, progress, seed }: Game, { signal, say }: SoakContext): Promise<number> {
	const over = new AbortController();
	const either = AbortSignal.any([signal, over.signal]);
	const sending = sendAll(plan, { say: platform.say, random: createRandom(seed + 1), onSent: progress.sent }, either);
	sending.catch(() => undefined);
	let kills = 0;
	let toldAt = 0;
	let grewAt = performance.now();
	try {
		for (let last = -1; !progress.isDone(); ) {
			await delay(lookMs, undefined, { signal });
			bot.check();
			const share = progress.look();
			const now = performance.now();
			if (share > last) grewAt = now;
			last = share;
			if (now - toldAt > tellMs) {
				say(`  ${progress.words()}`);
				toldAt = now;
			}
			if (now - grewAt > patienceMs) break;
			if (share < (plan.killAt[kills] ?? Number.POSITIVE_INFINITY)) continue;
			kills += 1;
			say(`  kill -9 at ${Math.round(share * 100)} %: ${progress.words()}`);
			await bot.kill();
			await bot.start();
		}
		await Promise.race([sending, delay(patienceMs, undefined, { signal: either })]);
	} finally {
		over.abort(new Error('The soak is over'));
	}
	return kills;
}

/** So long nothing must have changed. */
const quietMs = 8000;
const settleMs = 120_000;

/** Waits until nothing is under way any more, and nothing more appears. */
async function settle(platform: SoakPlatform, bot: RestartableBot, { signal, say }: SoakContext): Promise<void> {
	const end = performance.now() + settleMs;
	let quietSince = performance.now();
	for (let last = ''; performance.now() < end; ) {
		await delay(lookMs, undefined, { signal });
		bot.check();
		const threads = platform
			.look()
			.map(({ state: { marks, ...state }, answers, files }) => ({ state, answers, files }));
		const now = JSON.stringify(threads.map(({ files, ...thread }) => [thread, files.map(({ name }) => name)]));
		const open = threads.filter(({ state }) => state.underWay !== undefined || state.unfinished.length > 0).length;
		if (now !== last) quietSince = performance.now();
		last = now;
		if (performance.now() - quietSince < quietMs) continue;
		if (open === 0) return;
		say(`  waiting for ${open} threads to settle`);
	}
}
