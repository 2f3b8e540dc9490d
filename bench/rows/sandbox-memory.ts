/**
 * Measures what a sandbox that has run one command is charged for by its own control group, without file pages that can be dropped, in MB of a
 * million bytes. Control: a container of the same image and spec in which only `cat` waits. conmon, outside of both, is not counted.
 */

import { basename } from 'node:path';
import type { Bench } from '../bench.ts';
import { spread } from '../interleave.ts';
import { startBare } from '../parts/bare-container.ts';
import { containersWith, memoryOf } from '../parts/podman-cli.ts';
import { bash, cliOf, openSandboxBench, type SandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const megabyte = 1e6;

export const sandboxMemory: Bench = {
	name: 'sandbox-memory',
	async run(context) {
		const { signal, runs, say } = context;
		await using under = await openSandboxBench(context);
		for (let at = 0; at < runs(6); at += 1) await bash(await under.acquire(`memory-${at}`), 'true', signal);
		const found = await containersWith(`home=${basename(under.stateDir)}`, cliOf(under));
		const value = summarise((await Promise.all(found.map(memoryOf))).map((bytes) => bytes / megabyte));
		const control = summarise([(await bareBytes(under, signal)) / megabyte]);
		say(`  a sandbox ${spread(value)}; a bare container ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'MB', value, control })];
	},
};

async function bareBytes(under: SandboxBench, signal: AbortSignal): Promise<number> {
	const { image, runtime, stateDir } = under;
	const command = ['sh', '-c', 'echo up; exec cat'];
	await using bare = await startBare({ image, runtime, stateDir, command }, signal);
	const pid = Number(await cliOf(under)('inspect', '--format', '{{.State.Pid}}', bare.id));
	return await memoryOf({ id: bare.id, pid });
}
