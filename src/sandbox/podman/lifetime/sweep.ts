import { z } from 'zod';
import { printable } from '../../files/safe-name.ts';
import type { StoppedProcess } from '../../sandbox.ts';
import type { GuestClient } from '../guest-link/guest-client.ts';
import type { Processes } from '../host/host.ts';

export interface SweepOptions {
	readonly client: Pick<GuestClient, 'call'>;
	readonly processes: Pick<Processes, 'users' | 'any'>;
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
	const { client, processes, kill, spare } = options;
	// Not waited for: under a storm of forks the names of hundreds of processes take longer than all the rest
	const before = listUsers(options).catch(() => []);
	const call = { tool: 'sweep', args: spare ? { spare } : {} };
	const answer = await client.call(call, { signal: new AbortController().signal, withinMs: guestMs });
	const swept = stoppedList.safeParse(answer.type === 'result' ? answer.result.structuredContent : undefined);
	const stopped = swept.success ? swept.data.stopped.map(shown) : [];
	if (swept.success) options.onUnfinished(swept.data.writing);
	if (swept.success && spare) return stopped;
	const left = swept.success ? await listUsers(options).catch(() => undefined) : [];
	if (swept.success && left?.length === 0) return stopped;
	if (await processes.any()) await kill('it could not stop what ran in it');
	return merge(stopped, await before, left ?? []);
}

/** The processes of users, ready to be shown. Rejects where nobody can tell. */
export async function listUsers({ processes }: Pick<SweepOptions, 'processes'>): Promise<StoppedProcess[]> {
	return (await processes.users()).map(shown);
}

function shown({ pid, command, seconds }: StoppedProcess): StoppedProcess {
	return { pid, command: printable(command, maxCommand), seconds: Math.max(0, Math.round(seconds)) };
}

function merge(...lists: readonly (readonly StoppedProcess[])[]): StoppedProcess[] {
	const byPid = new Map(lists.flat().map((one) => [one.pid, one]));
	return [...byPid.values()].slice(0, maxListed);
}
