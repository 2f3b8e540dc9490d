import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../base/log.ts';
import type { Processes } from '../host/host.ts';
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
	/** They run. */
	readonly processes: Pick<Processes, 'kill' | 'oom' | 'exitCode'>;
	/** Resolves when its stream has ended, with what the guest did wrong, if it did. */
	readonly gone: Promise<string | undefined>;
	/** Ends the stream. */
	readonly hangUp: () => Promise<void>;
	readonly memoryBytes: number;
	readonly log: Logger;
}

/** The stream of a killed container ends within milliseconds; after this long, ms, it is ended from this side. */
const hangUpMs = 1_000;

export function createDeath(options: DeathOptions): Death {
	const { processes, gone, hangUp, log } = options;
	let why: string | undefined;

	function kill(reason: string): void {
		why ??= reason;
		void processes.kill();
		void Promise.race([gone, delay(hangUpMs, undefined, { ref: false })]).then(hangUp);
	}

	const dead = gone.then(async (how) => {
		// At once: the counter goes with the container, some 100 ms from now
		const oom = await processes.oom.look();
		if (how !== undefined) kill(`its guest cannot be trusted any more: ${how}`);
		if (oom === 'killed' || why === undefined) {
			const exitCode = oom === 'killed' ? undefined : await processes.exitCode();
			why = whyEnded({ oom, exitCode, memoryBytes: options.memoryBytes });
		}
		// The stream may end alone, with Podman's service
		await processes.kill();
		log.info('Sandbox ended', { why });
		return why;
	});

	return { kill, why: () => why, dead };
}
