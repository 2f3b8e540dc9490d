import { join } from 'node:path';
import type { RunningTurns } from '../agent/dispatch/work/running-turns.ts';
import type { Lines } from '../agent/turn/queue/lines.ts';
import { quietClock } from '../base/clock.ts';
import { createAdmission } from '../base/queue/admission.ts';
import { memoryLack, perCore } from '../base/queue/machine-room.ts';
import type { Places } from '../chat/places.ts';
import type { Settings } from '../config/settings.ts';
import { partsOfRun, runOf } from '../sandbox/boxes.ts';
import type { PoolRules } from '../sandbox/podman/boot/pool-rules.ts';
import type { PlaceRules } from '../sandbox/podman/lifetime/places.ts';
import { isMachineCalm } from './calm.ts';

type Limits = Pick<Settings, 'SANDBOX_MOST' | 'SANDBOX_MEMORY' | 'TURNS_MOST'>;

type AgentLimits = Pick<Settings, 'AGENTS_MOST' | 'AGENT_MEMORY'>;

type PoolSettings = Pick<Settings, 'SANDBOX_POOL' | 'SANDBOX_DISK'>;

/** A turn waits for a model most of the time: a core has enough to do with so many, and the machine at least with these. */
const turnsPerCore = 32;
/** Sandboxes of turns compute now and then. */
const sandboxesPerCore = 8;
const leastAtOnce = 8;
/** A turn takes so much of this process's memory at most, bytes: history, request and reply of the largest are some 20 MiB. */
const turnBytes = 64 * 2 ** 20;
/** Few sandboxes take all the memory that they may: one more is begun where this share of it is free, and the kernel ends one that then finds none. */
const shareFree = 0.25;

/** An agent at work has a core to itself, and two can be compared. */
const agentsPerCore = 1;
const leastAgents = 2;

/** How many coding agents have a box at once on this machine. */
export function mostAgents({ AGENTS_MOST }: AgentLimits): number {
	return AGENTS_MOST ?? perCore(agentsPerCore, leastAgents);
}

/** As `sandboxPlaces`, of coding agents' boxes, each of which has a place of its own. */
export function agentPlaces(settings: AgentLimits, sessions: Pick<PlaceRules, 'isNeeded' | 'whose'>): PlaceRules {
	const sessionOf = (name: string) => partsOfRun(runOf(name) ?? '')?.session ?? name;
	return {
		what: 'coding agents',
		most: mostAgents(settings),
		lack: memoryLack('a coding agent', settings.AGENT_MEMORY * shareFree),
		isNeeded: (name) => sessions.isNeeded(sessionOf(name)),
		whose: (name) => sessions.whose(sessionOf(name)),
	};
}

/** How many turns run at once on this machine. */
export function mostTurns({ TURNS_MOST }: Limits): number {
	return TURNS_MOST ?? perCore(turnsPerCore, leastAtOnce);
}

/** How many sessions have a sandbox at once on this machine. */
export function mostSandboxes({ SANDBOX_MOST }: Limits): number {
	return SANDBOX_MOST ?? perCore(sandboxesPerCore, leastAtOnce);
}

/** Bytes of memory that are free where one more sandbox is begun. */
export function memoryToBegin({ SANDBOX_MEMORY }: Limits): number {
	return SANDBOX_MEMORY * shareFree;
}

/** Lets turns in, by the settings and by what is free of the machine. */
export function turnsLine(settings: Limits): Lines['turns'] {
	const lack = memoryLack('a turn', turnBytes);
	return createAdmission({ what: 'turns', most: mostTurns(settings), lack, clock: quietClock });
}

/** The sandboxes that stand ready: as many as the settings say, or else `usual`. Their disks lie in the home, as those of sessions do. */
export function poolOf(
	{ settings }: { readonly settings: PoolSettings },
	home: string,
	usual: number,
): { readonly pool: PoolRules } {
	const size = settings.SANDBOX_POOL ?? usual;
	return { pool: { size, folder: join(home, 'pool'), diskBytes: settings.SANDBOX_DISK, isCalm: isMachineCalm } };
}

/** By the settings and by what is free of the machine; a sandbox is for whoever spoke last in its session. */
export function sandboxPlaces(settings: Limits, running: RunningTurns, places: Places): PlaceRules {
	return {
		most: mostSandboxes(settings),
		lack: memoryLack('a sandbox', memoryToBegin(settings)),
		isNeeded: (session) => running.turnOf(session) !== undefined,
		whose(session) {
			const open = running.sessionOf(session)?.history().open;
			const last = open?.entries.findLast(({ step }) => step.type === 'taken')?.step;
			const person = last?.type === 'taken' && last.message.role === 'user' ? last.message.person?.id : undefined;
			const place = open && places.conversationOf(open.thread).place;
			return { place: place ?? session, person: person ?? session };
		},
	};
}
