import { setTimeout as delay } from 'node:timers/promises';
import { botProcesses, isAlive } from '../parts/bot-processes.ts';
import type { RestartableBot } from '../parts/restartable-bot.ts';
import { fillDisk, starveDescriptors } from '../soak/outage/machine-troubles.ts';
import { below, type Random } from '../soak/random.ts';
import type { FakeClock } from './clock.ts';
import { containersOf, podman } from './host.ts';
import { findPart, type Part } from './parts.ts';

/** The bot that suffers. */
export interface Victim {
	readonly bot: RestartableBot;
	/** Of the process that was started. */
	pid: number;
	readonly homeId: string;
	/** On the disk that is filled. */
	readonly folder: string;
	/** Undefined where there is no libfaketime. */
	readonly clock: FakeClock | undefined;
	readonly random: Random;
	readonly signal: AbortSignal;
}

/** One thing that goes wrong, whatever is under way. Resolves when it is over; false: there was nothing to do it to. */
export interface Trouble {
	readonly name: string;
	/** How often, against the others. */
	readonly weight: number;
	/** It befalls a process inside a sandbox, which this host does not have where that has a kernel of its own. */
	readonly isInside: boolean;
	befall(victim: Victim): Promise<boolean>;
}

/** These run in sandboxes. */
const insiders: readonly Part[] = ['guest', 'relay', 'gateway', 'agent'];

function signalTo(part: Part, name: NodeJS.Signals, weight: number): Trouble {
	return {
		name: `${part}-${name === 'SIGKILL' ? 'killed' : 'stopped'}`,
		weight,
		isInside: insiders.includes(part),
		async befall(victim) {
			const found = await findSoon(part, victim);
			if (found === undefined) return false;
			try {
				process.kill(found.pid, name);
			} catch {
				return false;
			}
			return true;
		},
	};
}

/** These are there for some seconds now and then; how long one of them is waited for, ms: an agent is started, and asks its model, before it works. */
const rareMs: Readonly<Partial<Record<Part, number>>> = { relay: 10_000, gateway: 30_000, agent: 30_000 };
const lookMs = 100;

/** At once, or never; but waits for what is rare. */
async function findSoon(part: Part, { homeId, random, signal }: Victim): ReturnType<typeof findPart> {
	const end = performance.now() + (rareMs[part] ?? 0);
	for (;;) {
		const found = await findPart(part, homeId, (count) => below(Math.max(1, count), random));
		if (found !== undefined || performance.now() >= end) return found;
		await delay(lookMs, undefined, { signal });
	}
}

/** Kills one of the bot's processes, with which both go, and starts it again. */
async function startAnew(victim: Victim, which: 'bot' | 'helper'): Promise<boolean> {
	const found = botProcesses(victim.pid);
	const pid = found[which];
	if (pid === undefined) return false;
	await victim.bot.kill(pid);
	const end = performance.now() + goneMs;
	while (isAlive(found.bot) && performance.now() < end) await delay(lookMs, undefined, { signal: victim.signal });
	// A service manager waits a moment, too
	await delay(below(1500, victim.random), undefined, { signal: victim.signal });
	victim.pid = await victim.bot.start();
	return true;
}

/** A bot is gone that soon when its helper is, ms; another one then finds its home locked. */
const goneMs = 5000;

/** For so long, s. */
const lasts = (random: Random): number => 2 + below(5, random);

export const troubles: readonly Trouble[] = [
	signalTo('guest', 'SIGKILL', 6),
	signalTo('guest', 'SIGSTOP', 2),
	signalTo('init', 'SIGKILL', 3),
	signalTo('conmon', 'SIGKILL', 4),
	signalTo('service', 'SIGKILL', 4),
	signalTo('relay', 'SIGKILL', 4),
	signalTo('relay', 'SIGSTOP', 1),
	signalTo('gateway', 'SIGKILL', 3),
	signalTo('agent', 'SIGKILL', 3),
	{
		name: 'container-removed',
		weight: 3,
		isInside: false,
		async befall({ homeId, random }) {
			const containers = await containersOf(homeId);
			const container = containers[below(Math.max(1, containers.length), random)];
			if (container === undefined) return false;
			return podman('rm', '--force', '--time=0', container.id).then(
				() => true,
				() => false,
			);
		},
	},
	{ name: 'bot-killed', weight: 4, isInside: false, befall: (victim) => startAnew(victim, 'bot') },
	{ name: 'helper-killed', weight: 2, isInside: false, befall: (victim) => startAnew(victim, 'helper') },
	{
		name: 'disk-full',
		weight: 2,
		isInside: false,
		async befall({ folder, random, signal }) {
			await using _full = await fillDisk(folder, 0);
			await delay(lasts(random) * 1000, undefined, { signal });
			return true;
		},
	},
	{
		name: 'descriptors-gone',
		weight: 2,
		isInside: false,
		async befall({ pid, random, signal }) {
			await using _famine = await starveDescriptors(botProcesses(pid).bot);
			await delay(lasts(random) * 1000, undefined, { signal });
			return true;
		},
	},
	{
		name: 'clock-stepped',
		weight: 2,
		isInside: false,
		async befall({ clock, random, signal }) {
			if (clock === undefined) return false;
			await clock.step((random() < 0.5 ? -1 : 1) * (30 + below(600, random)));
			try {
				await delay(lasts(random) * 1000, undefined, { signal });
			} finally {
				await clock.step(0);
			}
			return true;
		},
	},
];
