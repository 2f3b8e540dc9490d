/**
 * Measures our way to a command, `true` by the `bash` built-in, against two others. Control of `guest-path-exec`: an exec over Podman's API in the same
 * container, from the call to the end of its stream. Control of `guest-path-child`: `true` as a plain child process of this one on the host.
 */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startExec } from '../../src/sandbox/podman/guest-link/exec.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { bash, cliOf, containerOf, openSandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

export const guestPath: Bench = {
	name: 'guest-path',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		const sandbox = await under.acquire('path');
		const { id } = await containerOf('path', cliOf(under));
		const socketPath = join(under.stateDir, 'service', 'podman.sock');
		const subject = () => timed(() => bash(sandbox, 'true', signal));
		const repetition = { runs: 15, warmUps: 2 };
		const exec = await compare(
			{ subject, control: () => timed(() => execTrue(socketPath, id, signal)) },
			repetition,
			context,
		);
		const child = await compare(
			{ subject, control: () => timed(() => promisify(execFile)('true')) },
			repetition,
			context,
		);
		say(`  guest ${spread(exec.value)}; exec over the API ${spread(exec.control)}; child ${spread(child.control)}`);
		return [
			toRow({ name: 'guest-path-exec', unit: 'ms', ...exec, goal: { of: 'ratio', most: 1 / 10 } }),
			toRow({ name: 'guest-path-child', unit: 'ms', ...child }),
		];
	},
};

async function execTrue(socketPath: string, container: string, signal: AbortSignal): Promise<void> {
	const options = { socketPath, container, command: ['true'], uid: 1000, onStderr: () => {} };
	await using exec = await startExec(options, signal);
	for await (const _bytes of exec.stream);
}
