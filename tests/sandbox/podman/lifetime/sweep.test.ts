import { expect, it } from 'vitest';
import type { Cgroup } from '../../../../src/sandbox/podman/container/cgroup.ts';
import type { GuestAnswer, GuestClient } from '../../../../src/sandbox/podman/guest-link/guest-client.ts';
import { sweepSandbox } from '../../../../src/sandbox/podman/lifetime/sweep.ts';

/** A control group of which the first look is over only once the guest was asked to sweep, as under a storm of forks. */
function stormy(answer: GuestAnswer): { readonly cgroup: Cgroup; readonly client: GuestClient } {
	const asked = Promise.withResolvers<void>();
	let looks = 0;
	const cgroup: Cgroup = {
		limits: async () => ({ memoryBytes: 1, totalBytes: 1, cpus: 1, pids: 1 }),
		oomKills: async () => 0,
		async processes() {
			looks += 1;
			if (looks === 1) await asked.promise;
			return [];
		},
	};
	const client: GuestClient = {
		async call() {
			asked.resolve();
			return answer;
		},
		answers: async () => true,
		gone: new Promise<undefined>(() => {}),
		close: async () => {},
	};
	return { cgroup, client };
}

const container = { runtime: 'runc' };
const rest = { id: 'x', container, idBase: 1_000_000_000, spare: false, kill: async () => 'killed' };

it('A sweep begins before the names of hundreds of processes are read', async () => {
	const path = '/outputs/half.txt';
	const data = { stopped: [{ pid: 7, command: 'sh', seconds: 1 }], writing: [path] };
	const storm = stormy({ type: 'result', result: { content: [], structuredContent: data } });
	const unfinished: string[] = [];
	const onUnfinished = (paths: readonly string[]): void => void unfinished.push(...paths);
	expect(await sweepSandbox({ ...storm, ...rest, onUnfinished })).toEqual(data.stopped);
	expect(unfinished).toEqual([path]);
});

it('A sweep that the guest does not answer ends with what was seen before', async () => {
	const storm = stormy({ type: 'lost', why: undefined });
	expect(await sweepSandbox({ ...storm, ...rest, onUnfinished: () => {} })).toEqual([]);
});
