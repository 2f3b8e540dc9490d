/**
 * Measures the channel of a process that was opened in a sandbox. `opened`: the megabytes a second that come of it, 64 MiB of zeros from `head`;
 * control: the same of `podman exec` in the same container. `opened-line`: the round trip of one line through `cat`, ms; control: through a `cat` that
 * `podman exec` runs in the same container.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { podmanCall } from '../parts/podman-cli.ts';
import { cliOf, containerOf, openSandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

const bytes = 64 * 2 ** 20;
const flood = ['head', '-c', String(bytes), '/dev/zero'] as const;

export const opened: Bench = {
	name: 'opened',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		const sandbox = await under.acquire('opened');
		const { id } = await containerOf('opened', cliOf(under));
		const { words, env } = podmanCall(under.stateDir);
		const rate = await compare(
			{
				subject: () => rateOf(() => floodThere(sandbox, signal)),
				control: () => rateOf(() => floodBy([...words, 'exec', id, ...flood], env)),
			},
			{ runs: 7, warmUps: 1 },
			context,
		);
		await using there = await sandbox.open({ argv: ['cat'], cwd: '/workspace', env: {} }, signal);
		const exec = spawn('podman', [...words, 'exec', '-i', id, 'cat'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
		const line = await compare(
			{ subject: () => echo(there.stream, there.stream), control: () => echo(exec.stdin, exec.stdout) },
			{ runs: 200, warmUps: 20 },
			context,
		);
		exec.stdin.end();
		await once(exec, 'close');
		say(`  ${spread(rate.value)} MB/s; by podman exec ${spread(rate.control)}`);
		say(`  a line ${spread(line.value)} ms; by podman exec ${spread(line.control)}`);
		return [
			toRow({ name: this.name, unit: 'MB/s', ...rate }),
			toRow({ name: 'opened-line', unit: 'ms', ...line, goal: { of: 'value', most: 5 } }),
		];
	},
};

async function rateOf(work: () => Promise<void>): Promise<number> {
	return bytes / 1000 / (await timed(work));
}

async function floodThere(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
	await using process = await sandbox.open({ argv: flood, cwd: '/workspace', env: {} }, signal);
	await countTo(process.stream, bytes);
}

async function floodBy(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
	const child = spawn('podman', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
	await countTo(child.stdout, bytes);
}

async function countTo(stream: Readable | Duplex, most: number): Promise<void> {
	let count = 0;
	for await (const chunk of stream) count += (chunk as Buffer).length;
	if (count !== most) throw new Error(`${count} bytes came of ${most}`);
}

async function echo(to: Writable, from: Readable): Promise<number> {
	return timed(async () => {
		to.write('a line of a protocol\n');
		await once(from, 'data');
	});
}
