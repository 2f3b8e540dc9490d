/**
 * Measures a stop: from aborting a call, whose tree of processes ignores TERM and is spread over sessions of its own, to the sweep's answer,
 * after which the host sees none of the tree alive. Control: `podman kill` of a container with such a tree, until the host sees none of it
 * alive.
 */

import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cgroup, findCgroup } from '../../src/sandbox/podman/container/cgroup.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Bench } from '../bench.ts';
import { compare, spread } from '../interleave.ts';
import { cliOf, containerOf, openSandboxBench, type SandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

/** Five sessions of three processes each, all of which ignore TERM and the hang-up signal. */
const tree = `trap '' TERM HUP INT
for n in 1 2 3 4 5; do setsid sh -c 'sleep 1000 & sleep 1000; true' & done
echo started; wait`;
const treeSize = 15;

export const stopTree: Bench = {
	name: 'stop-tree',
	async run(context) {
		await using under = await openSandboxBench(context);
		let sessions = 0;
		const { value, control } = await compare(
			{
				subject: () => stop(under, 'stopped', context.signal),
				control: () => killContainer(under, `killed-${++sessions}`, context.signal),
			},
			{ runs: 8, warmUps: 1 },
			context,
		);
		context.say(`  stop ${spread(value)}; podman kill ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'value', most: 1000 } })];
	},
};

interface Grown {
	readonly sandbox: Sandbox;
	readonly cgroup: Cgroup;
	readonly container: string;
	/** Aborts the call that the tree belongs to; its end is waited for. */
	abort(): Promise<void>;
}

async function stop(under: SandboxBench, session: string, signal: AbortSignal): Promise<number> {
	const { sandbox, cgroup, abort } = await growTree(under, session, signal);
	const start = performance.now();
	const [swept] = await Promise.all([sandbox.sweep(), abort()]);
	const took = performance.now() - start;
	const left = (await defiant(cgroup)).length;
	if (left > 0) throw new Error(`${left} processes outlived the stop, of which it had found ${swept.length}`);
	return took;
}

async function killContainer(under: SandboxBench, session: string, signal: AbortSignal): Promise<number> {
	const { cgroup, container, abort } = await growTree(under, session, signal);
	const start = performance.now();
	await cliOf(under)('kill', container);
	while ((await defiant(cgroup)).length > 0) await delay(1, undefined, { signal });
	const took = performance.now() - start;
	await abort();
	await under.sandboxes.end(session);
	return took;
}

/** Resolves when the host has seen all of the tree alive, ignoring TERM. */
async function growTree(under: SandboxBench, session: string, signal: AbortSignal): Promise<Grown> {
	const sandbox = await under.acquire(session);
	const { id, pid } = await containerOf(session, cliOf(under));
	const cgroup = await findCgroup(pid, id);
	const stopping = new AbortController();
	const call = { tool: 'bash', args: { command: tree } };
	const ended = sandbox.call(call, { signal: stopping.signal }).then(
		() => undefined,
		() => undefined,
	);
	while ((await defiant(cgroup)).length < treeSize) await delay(5, undefined, { signal });
	const abort = (): Promise<void> => {
		stopping.abort(new Error('stopped'));
		return ended;
	};
	return { sandbox, cgroup, container: id, abort };
}

/** The living processes of a container that ignore TERM. */
async function defiant(cgroup: Cgroup): Promise<number[]> {
	const pids = await cgroup.processes();
	const found = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')));
	return pids.filter((_, index) => ignoresTerm(found[index] ?? ''));
}

/** Bit 14 is signal 15 (proc(5), `SigIgn`). */
function ignoresTerm(status: string): boolean {
	const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1];
	return mask !== undefined && !/^State:\s*[ZX]/m.test(status) && ((BigInt(`0x${mask}`) >> 14n) & 1n) === 1n;
}
