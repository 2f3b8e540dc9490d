import { expect, it } from 'vitest';
import type { GuestAnswer, GuestClient } from '../../../../src/sandbox/podman/guest-link/guest-client.ts';
import type { Processes } from '../../../../src/sandbox/podman/host/host.ts';
import { sweepSandbox } from '../../../../src/sandbox/podman/lifetime/sweep.ts';

/** Processes of which the first look is over only once the guest was asked to sweep, as under a storm of forks. */
function stormy(answer: GuestAnswer): {
	readonly processes: Pick<Processes, 'users' | 'any'>;
	readonly client: Pick<GuestClient, 'call'>;
} {
	const asked = Promise.withResolvers<void>();
	let looks = 0;
	const processes = {
		any: async () => false,
		async users() {
			looks += 1;
			if (looks === 1) await asked.promise;
			return [];
		},
	};
	const client: Pick<GuestClient, 'call'> = {
		async call() {
			asked.resolve();
			return answer;
		},
	};
	return { processes, client };
}

const rest = { spare: false, kill: async () => 'killed' };

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
