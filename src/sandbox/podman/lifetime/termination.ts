import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../base/log.ts';
import type { OomWatch } from './oom-watch.ts';
import { whyEnded } from './why-ended.ts';

/** The end of one sandbox, whoever brings it about. */
export interface Death {
	/** Ends it at once, for this reason (half a sentence); the first reason stays. Needs no Podman. */
	kill(why: string): void;
	/** The reason, once it is dead or dying. */
	readonly why: () => string | undefined;
	/** Resolves with the reason when it is dead. */
	readonly dead: Promise<string>;
}

export interface DeathOptions {
	/** The container's id and the host's id of its first process. */
	readonly id: string;
	readonly pid: number;
	/** Resolves when its stream has ended, with what the guest did wrong, if it did. */
	readonly gone: Promise<string | undefined>;
	/** Ends the stream. */
	readonly hangUp: () => Promise<void>;
	readonly oom: OomWatch;
	/** Asked once the stream has ended. */
	readonly exitCode: () => Promise<number | undefined>;
	readonly memoryBytes: number;
	readonly log: Logger;
}

/** The stream of a killed container ends within milliseconds; after this long, ms, it is ended from this side. */
const hangUpMs = 1_000;

export function createDeath(options: DeathOptions): Death {
	const { id, pid, gone, hangUp, log } = options;
	let why: string | undefined;

	function kill(reason: string): void {
		why ??= reason;
		void killContainer(pid, id);
		void Promise.race([gone, delay(hangUpMs, undefined, { ref: false })]).then(hangUp);
	}

	const dead = gone.then(async (how) => {
		// At once: the counter goes with the container, some 100 ms from now
		const oom = await options.oom.look();
		if (how !== undefined) kill(`its guest cannot be trusted any more: ${how}`);
		if (oom === 'killed' || why === undefined) {
			const exitCode = oom === 'killed' ? undefined : await options.exitCode();
			why = whyEnded({ oom, exitCode, memoryBytes: options.memoryBytes });
		}
		// The stream may end alone, with Podman's service
		await killContainer(pid, id);
		log.info('Sandbox ended', { why });
		return why;
	});

	return { kill, why: () => why, dead };
}

/** Kills the container's first process, and the kernel with it all others. Only if `pid` still is that container's: ids are used again. */
async function killContainer(pid: number, id: string): Promise<void> {
	const groups = await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '');
	if (!groups.includes(id)) return;
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It ended by itself
	}
}
