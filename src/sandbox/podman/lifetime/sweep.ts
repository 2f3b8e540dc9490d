import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { printable } from '../../files/safe-name.ts';
import type { StoppedProcess } from '../../sandbox.ts';
import type { Cgroup } from '../container/cgroup.ts';
import { readCommand, readProcess, startTicks } from '../container/process-facts.ts';
import type { GuestClient } from '../guest-link/guest-client.ts';
import { relayUid } from '../guest-link/relay.ts';
import { listInside } from '../own-kernel/processes.ts';
import type { ContainerFacts } from '../service/engine.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';

export interface SweepOptions {
	readonly client: GuestClient;
	/** The container's id. */
	readonly id: string;
	readonly container: Pick<ContainerFacts, 'runtime'>;
	readonly cgroup: Cgroup;
	/** The host's id of the sandbox's uid 0. */
	readonly idBase: number;
	/** Files of `/outputs` that were being written when their processes were ended. */
	readonly onUnfinished: (paths: readonly string[]) => void;
	/** Jobs are to go on: what is left is theirs. */
	readonly spare: boolean;
	/** Ends the sandbox and resolves when it is dead. */
	readonly kill: (why: string) => Promise<unknown>;
}

const stoppedList = z.object({
	stopped: z
		.array(z.object({ pid: z.number(), command: z.string(), seconds: z.number() }))
		.transform((all) => all.slice(0, maxListed)),
	writing: z
		.array(z.string())
		.default([])
		.transform((all) => all.slice(0, maxListed)),
});
const maxListed = 500;
const maxCommand = 200;

/** The guest's share of the 3 seconds that a stop may take; ending the container takes some 10 ms. */
const guestMs = 2_500;

/**
 * Ends all that calls have left. The guest does it; that nothing is left is seen from the host, and where the guest cannot or will not, the
 * sandbox ends. Never rejects.
 */
export async function sweepSandbox(options: SweepOptions): Promise<readonly StoppedProcess[]> {
	const { client, cgroup, kill, spare } = options;
	// Not waited for: under a storm of forks the names of hundreds of processes take longer than all the rest
	const before = listUsersProcesses(options).catch(() => []);
	const call = { tool: 'sweep', args: spare ? { spare } : {} };
	const answer = await client.call(call, { signal: new AbortController().signal, withinMs: guestMs });
	const swept = stoppedList.safeParse(answer.type === 'result' ? answer.result.structuredContent : undefined);
	const stopped = swept.success ? swept.data.stopped.map(shown) : [];
	if (swept.success) options.onUnfinished(swept.data.writing);
	if (swept.success && spare) return stopped;
	const left = swept.success ? await listUsersProcesses(options).catch(() => undefined) : [];
	if (swept.success && left?.length === 0) return stopped;
	if ((await cgroup.processes()).length > 0) await kill('it could not stop what ran in it');
	return merge(stopped, await before, left ?? []);
}

/**
 * The processes inside but the guest and its init, which are the namespace's root, and our relay. Rejects where the sandbox's kernel is not the
 * host's and does not tell.
 */
export async function listUsersProcesses({
	id,
	container,
	cgroup,
	idBase,
}: Pick<SweepOptions, 'id' | 'container' | 'cgroup' | 'idBase'>): Promise<StoppedProcess[]> {
	if (hasOwnKernel(container.runtime)) return (await listInside(id, [0, relayUid])).map(shown);
	const found = await Promise.all((await cgroup.processes()).map(readProcess));
	const ours = [idBase, idBase + relayUid];
	const users = found.filter((one) => one !== undefined && !ours.includes(one.uid) && !['Z', 'X'].includes(one.state));
	return Promise.all(users.map((one) => describe(one?.pid ?? 0, one?.innerPid ?? 0)));
}

async function describe(pid: number, innerPid: number): Promise<StoppedProcess> {
	const [command, ticks, uptime] = await Promise.all([
		readCommand(pid),
		startTicks(pid),
		readFile('/proc/uptime', 'utf8'),
	]);
	// Programs are told time in ticks of 1/100 s on every architecture of ours (USER_HZ)
	const seconds = ticks === undefined ? 0 : Number.parseFloat(uptime) - ticks / 100;
	return shown({ pid: innerPid, command, seconds });
}

function shown({ pid, command, seconds }: StoppedProcess): StoppedProcess {
	return { pid, command: printable(command, maxCommand), seconds: Math.max(0, Math.round(seconds)) };
}

function merge(...lists: readonly (readonly StoppedProcess[])[]): StoppedProcess[] {
	const byPid = new Map(lists.flat().map((one) => [one.pid, one]));
	return [...byPid.values()].slice(0, maxListed);
}
