import { join } from 'node:path';
import { waitUntil } from '../../src/base/wait-until.ts';
import type { PoolRules } from '../../src/sandbox/podman/boot/pool-rules.ts';
import type { BenchContext } from '../bench.ts';
import { diskBytes, openSandboxBench, type SandboxBench, type SandboxBenchOptions } from './sandbox-bench.ts';

/** Sandboxes of which one stands ready. */
export interface PooledBench extends SandboxBench {
	/** Resolves when one stands ready, and makes sure that none is made while something is measured. */
	refill(signal: AbortSignal): Promise<void>;
}

const refilling = { everyMs: 20, withinMs: 60_000 };

export async function openPooledBench(
	context: BenchContext,
	options: Pick<SandboxBenchOptions, 'helper'> = {},
): Promise<PooledBench> {
	let isCalm = false;
	const rules = (home: string): PoolRules => ({
		size: 1,
		folder: join(home, 'pool'),
		diskBytes,
		isCalm: async () => isCalm,
	});
	const under = await openSandboxBench(context, { ...options, pool: rules });
	return {
		...under,
		async refill(signal) {
			isCalm = true;
			const isReady = await waitUntil(async () => under.sandboxes.ready() > 0, refilling, signal);
			isCalm = false;
			if (!isReady) throw new Error('No sandbox stands ready');
		},
	};
}
