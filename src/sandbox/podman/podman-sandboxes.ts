import { setTimeout as delay } from 'node:timers/promises';
import { quietClock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { Admission } from '../../base/queue/admission.ts';
import { createDiskRoom } from '../files/disk/disk-room.ts';
import { sweepPool } from '../files/disk/pool-disk.ts';
import { placeFiles } from '../files/place.ts';
import type { PlacedInto, Sandboxes, SandboxHome } from '../sandbox.ts';
import type { Guested } from './boot/boot-guest.ts';
import { makeWarm } from './boot/make-warm.ts';
import { hasRoom, type PoolRules } from './boot/pool-rules.ts';
import { createWarmPool, noPool, type WarmPoolOptions } from './boot/warm-pool.ts';
import { imageNow, type PodmanOptions } from './container/options.ts';
import { inKernelSteps } from './container/sandbox-limits.ts';
import { faultOfRuntime, isGoneUnderStart, startProblem } from './container/start-problem.ts';
import type { Host } from './host/host.ts';
import { lazyHost } from './host/lazy-host.ts';
import { createBudgets } from './lifetime/budgets.ts';
import type { LiveSandbox } from './lifetime/live-sandbox.ts';
import { anyNumber, createPlacesLine } from './lifetime/places.ts';
import { createSessionPool } from './lifetime/session-pool.ts';
import { createUnfinished } from './lifetime/unfinished.ts';

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
 * Sandboxes in Podman containers, for a process that is root, has root's helper, or whose options say in which namespace it is. Nothing is started before the
 * first `acquire` or `prepare`, unless a dead process of this home has left something: that is cleared at once, in the background.
 */
export function createPodmanSandboxes(given: PodmanOptions): PodmanSandboxes {
	const options = { ...given, limits: inKernelSteps(given.limits) };
	const { limits, fileLimits, log, room = createDiskRoom(), seams = {} } = options;
	const budgets = createBudgets(options.packages?.sessionBytes ?? 0);
	const unfinished = createUnfinished();
	const host = hostOf(options);
	/** The runtimes that gave all that was asked for, with why those before them were not taken. */
	const proven = new Map<string, readonly string[]>();
	const { places = anyNumber } = options;
	const line = createPlacesLine(places, quietClock);
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
	const clearing = host.clear();
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
			throw startProblem(error, await imageNow(options).catch(() => ''));
		}
	}

	/** With the next runtime where the one that was chosen does not do, unless it has done so before: nothing becomes weaker while it runs. */
	async function startOnRuntime(home: SandboxHome, signal: AbortSignal): Promise<LiveSandbox> {
		// The MCP client and dockerode: 48 MB that a bot without sandboxes does not need
		const { startSandbox } = await import('./boot/start-sandbox.ts');
		const { runtime = '', passedOver } = await host.ready(signal);
		try {
			const live = await startTwice(
				() => startSandbox({ options, host, budgets, unfinished, warm }, home, signal),
				signal,
			);
			proven.set(live.runtime, passedOver);
			return live;
		} catch (error) {
			const fault = signal.aborted || proven.has(runtime) ? undefined : faultOfRuntime(error);
			if (fault === undefined || !(await host.passOver(runtime, fault))) throw error;
			log.warn('Runtime is passed over', { runtime, why: fault });
			await warm.drop();
			return startOnRuntime(home, signal);
		}
	}

	function warmOptions(rules: PoolRules | undefined): WarmPoolOptions<Guested> {
		if (!rules) return { ...noPool, log };
		return {
			rules: { ...rules, isCalm: async () => hasRoom(line.now(), warm.waiting()) && (await rules.isCalm()) },
			make: (signal) => makeWarm(rules, host, log, signal),
			sweep: () => sweepPool(rules.folder),
			log,
		};
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
			await host.ready(signal);
		},
		async [Symbol.asyncDispose]() {
			await Promise.all([pool[Symbol.asyncDispose](), warm[Symbol.asyncDispose]()]);
			await Promise.allSettled([clearing]);
			await host[Symbol.asyncDispose]();
		},
	};
}

/** A bot with a helper needs nothing of what takes rights, which is 10 MB, and one without it nothing of the line. */
function hostOf(options: PodmanOptions): Host {
	const { helper } = options;
	return lazyHost(async () =>
		helper === undefined
			? (await import('./host/near-host.ts')).createNearHost(options)
			: (await import('./host/far-host.ts')).createFarHost(helper),
	);
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
