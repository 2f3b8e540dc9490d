import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../src/base/errors.ts';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { replyBy } from '../../src/demo/provider/plan.ts';
import { startProvider } from '../../src/demo/provider/provider.ts';
import { agentsImage } from '../../src/process/agents/agent-boxes.ts';
import { installedAgents } from '../../src/process/agents/coding-parts.ts';
import { hasOwnKernel } from '../../src/sandbox/podman/service/own-kernel.ts';
import { type FakeIndex, startFakeIndex } from '../../tests/support/fake-index/fake-index.ts';
import { botSettings } from '../parts/bot-settings.ts';
import { homeIdOf } from '../parts/home-id.ts';
import { removeLeftOvers } from '../parts/podman-cli.ts';
import { createRestartableBot } from '../parts/restartable-bot.ts';
import { openSlack } from '../soak/open-slack.ts';
import { asleepIn } from '../soak/outage/asleep.ts';
import { diskHome } from '../soak/outage/disk-home.ts';
import { createWatch } from '../soak/outage/watch.ts';
import { below, createRandom } from '../soak/random.ts';
import { readInputs } from '../soak/read-inputs.ts';
import type { SoakContext, SoakResult } from '../soak/run-soak.ts';
import { judge } from '../soak/verdicts.ts';
import { findClock } from './clock.ts';
import { createDraw, neverBefallen } from './draw.ts';
import { endsOf } from './ends.ts';
import { execsOf, idsIn, kinds, leftOf } from './host.ts';
import { judged, lostOf, rewrittenIn, withNames } from './judged.ts';
import { agentOfChaos, agentPlans, chaosScript, kindsWith, type Load, packageNames, talk } from './load.ts';
import { troubles, type Victim } from './troubles.ts';

export interface ChaosWish {
	readonly minutes: number;
	readonly threads: number;
	/** Equal seeds give equal troubles, though not at equal moments of a turn. */
	readonly seed: number;
	/** libfaketime, where it is not at its usual place. */
	readonly faketime: string | undefined;
	/** As `SANDBOX_RUNTIME` takes it. */
	readonly runtime: string;
}

/** Slack's own last time is after five minutes; here one trouble follows the other. */
const retryMs = [100, 2000, 5000, 15_000, 30_000, ...Array.from({ length: 30 }, () => 60_000)];

/**
 * Lets people talk with the installed bot while one part of it after the other is killed, taken away or filled up, then lets it come to rest,
 * has it leave, and looks for what is left. Rejects when it cannot be started, or ends by itself.
 */
export async function runChaos(
	{ minutes, threads, seed, faketime, runtime }: ChaosWish,
	context: SoakContext,
): Promise<SoakResult> {
	await using stack = new AsyncDisposableStack();
	const { path } = stack.use(await diskHome());
	const [home, random] = [join(path, 'home'), createRandom(seed)];
	await mkdir(join(path, 'tmp'));
	const server = stack.use(await startModelServer({ brain: chaosScript }));
	const platform = stack.use(await openSlack(threads, retryMs));
	const index = stack.use(await openIndex());
	stack.defer(() => homeIdOf(home).then(removeAll, () => undefined));
	const provider = stack.use(await startProvider((asked) => replyBy(agentPlans, asked), { models: [agentModel] }));
	const agent = await agentHere().catch((error: unknown) => {
		context.say(`  no coding agent is asked: ${messageOf(error)}: ./threadsmith image agents ${agentOfChaos}`);
		return undefined;
	});
	const settings = {
		...botSettings(home, server.url),
		SANDBOX_IDLE_MINUTES: '0.3',
		SANDBOX_DISK: '64m',
		SANDBOX_RUNTIME: runtime,
		// By default that of agents is the strongest there is, in which the host sees none of their processes
		AGENT_RUNTIME: runtime,
		UV_DEFAULT_INDEX: index.url,
		PACKAGES_ALLOWED: packageNames.join(' '),
		GATEWAY_OPENAI_URL: `${provider.url}/v1`,
		GATEWAY_MODELS: agentModel,
		TMPDIR: join(path, 'tmp'),
	};
	const clock = await findClock(faketime);
	if (clock !== undefined) stack.use(clock);
	if (clock === undefined)
		context.say('  libfaketime is not there, and apt-get does not give it: the clock is not stepped');
	const bot = stack.use(createRestartableBot(path, { ...settings, ...platform.settings, ...clock?.settings }));
	const pid = await bot.start();
	const homeId = await homeIdOf(home);
	await platform.begin(context.signal);
	const load: Load = { said: Array.from({ length: threads }, () => []), untaken: [], kinds: kindsWith(agent, threads) };
	const over = AbortSignal.any([context.signal, AbortSignal.timeout(minutes * 60_000)]);
	const talking = talk(platform, threads, createRandom(seed + 1), load, over);
	const victim: Victim = { bot, pid, homeId, folder: path, clock, random, signal: context.signal };
	const counts = await plague(victim, over, context);
	await talking;
	{
		using watch = createWatch(platform, bot, context);
		await watch.untilAnswered(load.said.flat().length - load.untaken.length);
	}
	bot.check();
	const resting = await settled(
		() => execsOf(homeId),
		(execs) => execs.length === 0,
	);
	const seen = platform.look();
	const inputs = await Promise.all(
		seen.map(async ({ thread }, at) => withNames(await readInputs(home, thread), load.said[at] ?? [])),
	);
	// Before it leaves: what rests may be put away
	const ends = await endsOf(home);
	for (const [number, reason] of ends.failed) context.say(`  no ${number} failed: ${reason}`);
	await bot[Symbol.asyncDispose]();
	const asleep = { name: 'sessions-asleep', unit: 'sessions', offenders: asleepIn(join(home, 'store.db')) };
	const left = await settled(
		() => leftOf(homeId, path),
		(now) => Object.values(now).every((all) => all.length === 0),
	);
	const said = judge({ plan: { threads: load.said, killAt: [] }, seen, inputs, untaken: load.untaken });
	const { verdicts, notKept } = judged(said, ends.failed, rewrittenIn(seen));
	for (const lost of verdicts.find(({ name }) => name === 'files-in-lost')?.offenders ?? []) {
		const [name = ''] = /given-\d+\.bin/.exec(lost) ?? [];
		for (const line of ends.entriesWith(name)) context.say(`  ${name} in a journal: ${line}`);
	}
	return {
		verdicts: [
			...verdicts,
			{ name: 'sessions-lost', unit: 'sessions', offenders: lostOf(load, ends.kept) },
			{ name: 'turns-without-an-end', unit: 'turns', offenders: ends.open },
			asleep,
			{ name: 'execs-at-rest', unit: 'execs', offenders: resting },
			...kinds.map((kind) => ({ name: `left-${kind}`, unit: kind, offenders: left[kind] })),
			{
				name: 'troubles-that-befell-nothing',
				unit: 'kinds',
				offenders: neverBefallen(troubles, counts, hasOwnKernel(runtime) ? 'own' : 'shared'),
			},
		],
		counts: [
			{ name: 'threads', value: threads, unit: 'threads' },
			{ name: 'messages', value: load.said.flat().length, unit: 'messages' },
			{ name: 'minutes', value: minutes, unit: 'min' },
			{
				name: 'messages-for-agents',
				value: load.said.flat().filter(({ kind }) => kind === 'agent').length,
				unit: 'messages',
			},
			{ name: 'calls-of-agents', value: provider.requests.length, unit: 'calls' },
			{ name: 'messages-failed', value: ends.failed.size, unit: 'messages' },
			{ name: 'files-not-kept', value: notKept, unit: 'files' },
			...troubles.map(({ name }) => ({ name, value: counts.get(name) ?? 0, unit: 'times' })),
		],
	};
}

const agentModel = 'scripted-model';

/** The agent that is asked. Rejects where its image is not there, or of another version. */
async function agentHere(): Promise<string> {
	await agentsImage();
	const agent = (await installedAgents()).find(({ name }) => name === agentOfChaos)?.name;
	if (agent === undefined) throw new Error(`${agentOfChaos} is not in the agents' image`);
	return agent;
}

/** Of sessions' sandboxes, and of agents' boxes. */
async function removeAll(homeId: string): Promise<void> {
	for (const id of idsIn(homeId)) await removeLeftOvers(id);
}

/** A stand-in for a package index that has them all. */
async function openIndex(): Promise<FakeIndex> {
	const index = await startFakeIndex();
	for (const name of packageNames) index.add({ name, version: '1.0' });
	return index;
}

/** They befall agents at work alone, and so the least of all that is going on. */
const ofAgents = ['gateway-killed', 'agent-killed'];

/** Between two troubles, ms, at most. */
const restMs = 4000;

/** One trouble after the other; answers how often each befell. */
async function plague(victim: Victim, over: AbortSignal, { say }: SoakContext): Promise<ReadonlyMap<string, number>> {
	const counts = new Map<string, number>();
	const draw = createDraw(troubles, victim.random, ofAgents);
	while (!over.aborted) {
		await delay(below(restMs, victim.random), undefined, { signal: over }).catch(() => undefined);
		if (over.aborted) break;
		victim.bot.check();
		const trouble = draw.next();
		const befell = await trouble.befall(victim).catch((error: unknown) => {
			victim.signal.throwIfAborted();
			say(`  ${trouble.name}: could not be made: ${messageOf(error)}`);
			return false;
		});
		if (!befell) {
			draw.again(trouble);
			continue;
		}
		counts.set(trouble.name, (counts.get(trouble.name) ?? 0) + 1);
		say(`  ${trouble.name}`);
	}
	return counts;
}

/** Podman's clean-up of an exec comes after ten seconds (`exit_command_delay`), ms. */
const cleanUpMs = 20_000;

/** Looks until it is as it should be, or will not become so. */
async function settled<Seen>(look: () => Promise<Seen>, isRight: (seen: Seen) => boolean): Promise<Seen> {
	const end = performance.now() + cleanUpMs;
	for (;;) {
		const seen = await look();
		if (isRight(seen) || performance.now() > end) return seen;
		await delay(500);
	}
}
