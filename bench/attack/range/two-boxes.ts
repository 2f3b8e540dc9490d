import { basename, dirname, join } from 'node:path';
import { silentLogger } from '../../../src/base/log.ts';
import { runIn } from '../../../src/sandbox/boxes.ts';
import { defaultFileLimits } from '../../../src/sandbox/files/limits.ts';
import { boxPathsIn } from '../../../src/sandbox/podman/boxes/box-paths.ts';
import { boxInMemory, createPodmanBoxes } from '../../../src/sandbox/podman/boxes/podman-boxes.ts';
import { defaultLimits } from '../../../src/sandbox/podman/container/sandbox-limits.ts';
import { startExec } from '../../../src/sandbox/podman/guest-link/exec.ts';
import { rootlessHere } from '../../../src/sandbox/podman/service/rootless.ts';
import { boxesId, defaultStateDir } from '../../../src/sandbox/podman/service/state-folder.ts';
import { gatewayStandIn } from '../../../tests/sandbox/podman/boxes/gateway-stand-in.ts';
import { cliOf, containerOf } from '../../parts/sandbox-bench.ts';
import { asSmith, type Range, sessions } from './range.ts';
import { scriptOf } from './script.ts';

/** The boxes of two runs of one session, each with a gateway that answers with the name of its run. */
export interface TwoBoxes {
	readonly runs: { readonly attacker: string; readonly other: string };
	/** Runs a script in one of them, as its agent would. */
	inside(who: 'attacker' | 'other', body: string): Promise<string>;
	/** Runs a command in the attacker's as the root of its namespace. */
	asRoot(command: string): Promise<void>;
}

/** Starts them, on what the range's sandboxes are on, and ends them when `act` is done. */
export async function withBoxes<T>(range: Range, act: (boxes: TwoBoxes) => Promise<T>): Promise<T> {
	const { bench, signal } = range;
	const { image, runtime, stateDir } = bench;
	const data = dirname(dirname(bench.pathsOf('any').disk));
	const rootless = rootlessHere(data);
	const homeId = boxesId(basename(stateDir));
	const agentsOf = (session: string) => join(data, session, 'agents');
	const place = { homeId, stateDir: defaultStateDir(homeId, rootless?.runtimeDir), image, runtime };
	await using boxes = createPodmanBoxes({
		...place,
		...(rootless && { rootless, accepted: ['unenforced-limits'] as const }),
		...{ agentsOf, pathsOf: boxPathsIn(agentsOf), gateway: gatewayStandIn().serve },
		...{
			limits: defaultLimits,
			inMemory: boxInMemory,
			timezone: 'UTC',
			fileLimits: defaultFileLimits,
			log: silentLogger,
		},
	});
	const runs = { attacker: runIn(sessions.attacked, 1), other: runIn(sessions.attacked, 2) };
	const acquire = (run: string) => {
		const inputs = { version: async () => '', async *entries() {} };
		return boxes.acquire({ run, session: sessions.attacked, diskBytes: 64 * 2 ** 20, disk: 'made', inputs }, signal);
	};
	await Promise.all(Object.values(runs).map(acquire));
	const done = await act({
		runs,
		inside: async (who, body) => asSmith(await acquire(runs[who]), scriptOf(body), signal),
		async asRoot(command) {
			const { id } = await containerOf(`agent ${runs.attacker}`, cliOf(bench));
			const socketPath = join(place.stateDir, 'service', 'podman.sock');
			const words = { socketPath, container: id, command: ['sh', '-c', `${command}; echo done`], uid: 0 };
			await using exec = await startExec({ ...words, onStderr: () => {} }, signal);
			for await (const chunk of exec.stream) if (String(chunk).includes('done')) return;
		},
	});
	await Promise.all(Object.values(runs).map(boxes.remove));
	return done;
}
