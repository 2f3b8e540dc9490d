import { setTimeout as delay } from 'node:timers/promises';
import { quietClock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Admission } from '../../base/queue/admission.ts';
import { createDiskRoom } from '../files/disk/disk-room.ts';
import { placeFiles } from '../files/place.ts';
import type { PlacedInto, Sandboxes, SandboxHome } from '../sandbox.ts';
import { type Claimed, makeWarm, sweepWarm } from './boot/make-warm.ts';
import { hasRoom, type PoolRules } from './boot/pool-rules.ts';
import { createWarmPool, noPool, type WarmPoolOptions } from './boot/warm-pool.ts';
import { chooseBorder } from './border/choose-border.ts';
import type { PodmanOptions } from './container/options.ts';
import { createOwner } from './container/owner.ts';
import { inKernelSteps } from './container/sandbox-limits.ts';
import { faultOfRuntime, isGoneUnderStart, startProblem } from './container/start-problem.ts';
import { createBudgets } from './lifetime/budgets.ts';
import { clearLeftOvers, findLeftOverSlots, type LeftOverOptions } from './lifetime/left-overs.ts';
import type { LiveSandbox } from './lifetime/live-sandbox.ts';
import { anyNumber, createPlacesLine } from './lifetime/places.ts';
import { createSessionPool } from './lifetime/session-pool.ts';
import { createUnfinished } from './lifetime/unfinished.ts';
import { createEngine } from './service/engine.ts';
import { systemPath } from './service/run-program.ts';
import { createPodmanService } from './service/service.ts';
import { stateFolder } from './service/state-folder.ts';

/** That a service has died is told by its process, a little after its connections have broken, ms. */
const noticeMs = 200;

export interface PodmanSandboxes extends Sandboxes {
	/** Who has a place among those that run at once, and who waits for one, by session. */
	readonly line: Pick<Admission, 'watch' | 'standing'>;
	/** How many stand ready for sessions to come. */
	readonly ready: () => number;
	/**
	 * Starts Podman's service ahead of the first `acquire` and clears what dead processes of this home have left. Rejects as `acquire`
	 * does.
	 */
	prepare(signal: AbortSignal): Promise<void>;
}

/**
 * Sandboxes in Podman containers, for a process that is root or whose options say in which namespace it is. Nothing is started before the
 * first `acquire` or `prepare`, unless a dead process of this home has left something: that is cleared at once, in the background.
 */
export function createPodmanSandboxes(given: PodmanOptions): PodmanSandboxes {
	const options = { ...given, limits: inKernelSteps(given.limits) };
	const { homeId, stateDir, image, runtime, rootless, limits, fileLimits, log, seams = {} } = options;
	const path = seams.path ?? systemPath;
	const folder = stateFolder(stateDir);
	const owner = createOwner();
	const budgets = createBudgets(options.packages?.sessionBytes ?? 0);
	const unfinished = createUnfinished();
	const room = createDiskRoom();
	const border = chooseBorder({ slots: folder.slots, rootless, path, log });
	/** The runtimes that gave all that was asked for, with why those before them were not taken. */
	const proven = new Map<string, readonly string[]>();
	const leftOvers: LeftOverOptions = { homeId, slots: folder.slots, service: folder.service, border, owner, log };
	const service = createPodmanService({
		folder: folder.service,
		choice: runtime,
		socket: options.socket,
		path,
		rootless,
		beforeStart: folder.prepare,
		afterStart: (socketPath, signal) => clear(leftOvers, socketPath, signal),
		log,
	});
	const { places = anyNumber } = options;
	const line = createPlacesLine(places, quietClock);
	const parts = { options, service, owner, folder, border };
	const warm = createWarmPool(warmOptions(options.pool));
	const pool = createSessionPool({
		start: startWithRoom,
		idleMs: limits.idleMs,
		line,
		rules: places,
		onFull: () => void warm.drop(),
		now: seams.now ?? Date.now,
		log,
	});
	const clearing = clearAtOnce();
	warm.refill();

	/** Nothing is made before it is sure that the disk has room. */
	async function startWithRoom(home: SandboxHome, signal: AbortSignal): Promise<LiveSandbox> {
		const giveBack = await room.claim(options.pathsOf(home.session).disk, home.diskBytes);
		try {
			const live = await startOrProblem(home, signal);
			void live.dead.finally(giveBack);
			return live;
		} catch (error) {
			giveBack();
			throw error;
		}
	}

	async function startOrProblem(home: SandboxHome, signal: AbortSignal): Promise<LiveSandbox> {
		try {
			return await startOnRuntime(home, signal);
		} catch (error) {
			signal.throwIfAborted();
			throw startProblem(error, image);
		}
	}

	/** With the next runtime where the one that was chosen does not do, unless it has done so before: nothing becomes weaker while it runs. */
	async function startOnRuntime(home: SandboxHome, signal: AbortSignal): Promise<LiveSandbox> {
		// The MCP client and dockerode: 48 MB that a bot without sandboxes does not need
		const { startSandbox } = await import('./boot/start-sandbox.ts');
		const { runtime = '', passedOver } = await service.ready(signal);
		try {
			const live = await startTwice(() => startSandbox({ ...parts, budgets, unfinished, warm }, home, signal), signal);
			proven.set(live.runtime, passedOver);
			return live;
		} catch (error) {
			const fault = signal.aborted || proven.has(runtime) ? undefined : faultOfRuntime(error);
			if (fault === undefined || !(await service.passOver(runtime, fault))) throw error;
			log.warn('Runtime is passed over', { runtime, why: fault });
			await warm.drop();
			return startOnRuntime(home, signal);
		}
	}

	function warmOptions(rules: PoolRules | undefined): WarmPoolOptions<Claimed> {
		if (!rules) return { ...noPool, log };
		return {
			rules: { ...rules, isCalm: async () => hasRoom(line.now(), warm.waiting()) && (await rules.isCalm()) },
			make: (signal) => makeWarm(rules, parts, log, signal),
			sweep: () => sweepWarm(rules),
			log,
		};
	}

	async function clearAtOnce(): Promise<void> {
		const found = await findLeftOverSlots(leftOvers);
		if (found.length > 0) await service.ready(new AbortController().signal);
	}
	const folderOf = (session: string, into: PlacedInto): string => {
		const { trees, seen } = options.pathsOf(session);
		return into === 'seen' ? seen : trees.inputs;
	};
	clearing.catch((error: unknown) => log.warn('Left-overs cannot be cleared now', { why: messageOf(error) }));

	return {
		line,
		ready: warm.waiting,
		acquire: pool.acquire,
		end: pool.end,
		status: () => pool.status().map((one) => ({ ...one, passedOver: proven.get(one.runtime) ?? [] })),
		place: (session, files, into, signal) => placeFiles(folderOf(session, into), files, fileLimits, signal),
		async prepare(signal) {
			await service.ready(signal);
		},
		async [Symbol.asyncDispose]() {
			await Promise.all([pool[Symbol.asyncDispose](), warm[Symbol.asyncDispose]()]);
			await Promise.allSettled([clearing]);
			await service[Symbol.asyncDispose]();
			await border[Symbol.asyncDispose]();
			await folder.remove();
		},
	};
}

/** Once more where the service, or the container, went away under it. */
async function startTwice(start: () => Promise<LiveSandbox>, signal: AbortSignal): Promise<LiveSandbox> {
	return start().catch(async (error: unknown) => {
		signal.throwIfAborted();
		if (!isGoneUnderStart(error)) throw error;
		await delay(noticeMs, undefined, { signal });
		return start();
	});
}

async function clear(leftOvers: LeftOverOptions, socketPath: string, signal: AbortSignal): Promise<void> {
	try {
		await clearLeftOvers(await createEngine(socketPath), leftOvers, signal);
	} catch (error) {
		leftOvers.log.warn('Left-overs cannot be cleared now', { err: error });
	}
}
