import { expect, it } from 'vitest';
import type { Cgroup } from '../../../../src/sandbox/podman/container/cgroup.ts';
import type { GuestAnswer, GuestClient } from '../../../../src/sandbox/podman/guest-link/guest-client.ts';
import { sweepSandbox } from '../../../../src/sandbox/podman/lifetime/sweep.ts';

/** A control group of which the first look is over only once the guest was asked to sweep, as under a storm of forks. */
function stormy(): { readonly cgroup: Cgroup; readonly client: GuestClient; answer: GuestAnswer } {
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
	const parts = {
		cgroup,
		answer: { type: 'lost', why: undefined } as GuestAnswer,
		client: {
			async call() {
				asked.resolve();
				return parts.answer;
			},
			answers: async () => true,
			gone: new Promise<undefined>(() => {}),
			close: async () => {},
		} satisfies GuestClient,
	};
	return parts;
}

it('A sweep begins before the names of hundreds of processes are read', async () => {
	const storm = stormy();
	const [path] = ['/outputs/half.txt'];
	storm.answer = {
		type: 'result',
		result: {
			content: [],
			structuredContent: { stopped: [{ pid: 7, command: 'sh', seconds: 1 }], writing: [path] },
		},
	};
	const unfinished: string[] = [];
	const stopped = await sweepSandbox({
		...storm,
		idBase: 1_000_000_000,
		onUnfinished: (paths) => void unfinished.push(...paths),
		kill: async () => 'killed',
	});
	expect(stopped).toEqual([{ pid: 7, command: 'sh', seconds: 1 }]);
	expect(unfinished).toEqual([path]);
});

it('A sweep that the guest does not answer ends with what was seen before', async () => {
	expect(await sweepSandbox({ ...stormy(), idBase: 1, onUnfinished: () => {}, kill: async () => 'killed' })).toEqual(
		[],
	);
});
