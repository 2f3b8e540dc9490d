/**
 * Measures 200 MB on their way through a sandbox: placed as four inputs, copied by a command into `/outputs`, collected. `files-through`: all three,
 * ms; control: `cp` of the same four files three times, each followed by `sync` of that file system, as what is placed and collected is on the disk when it
 * is said to be. `files-through-host-memory`, `files-through-guest-memory`: by how many MB the resident memory of this process, which has the host's side
 * in it, and of the guest rose meanwhile.
 */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readChunks } from '../../src/sandbox/files/read-chunks.ts';
import type { IncomingFile, Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { guestMemory, ownMemory, peaksDuring } from '../parts/resident-memory.ts';
import { bash, cliOf, containerOf, openSandboxBench, type SandboxBench } from '../parts/sandbox-bench.ts';
import { tempHome } from '../parts/temp-home.ts';
import { toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const fileBytes = 50 * 1000 * 1000;
const names = ['a.bin', 'b.bin', 'c.bin', 'd.bin'];

export const filesThrough: Bench = {
	name: 'files-through',
	async run(context) {
		const { signal, say } = context;
		await using home = await tempHome();
		await using under = await openSandboxBench(context);
		for (const name of names) await writeFile(join(home.path, name), randomBytes(fileBytes));
		const sandbox = await under.acquire('files');
		const memories = [ownMemory, await guestMemory(await containerOf('files', cliOf(under)))];
		const rises: number[][] = [];
		const through = async () => {
			const before = await Promise.all(memories.map((one) => one()));
			let took = 0;
			const work = async () => {
				took = await timed(() => takeThrough(under, sandbox, home.path, signal));
			};
			const peaks = await peaksDuring(work, memories);
			rises.push(peaks.map((peak, index) => peak - (before[index] ?? 0)));
			await clear(under, sandbox, signal);
			return took;
		};
		const { value, control } = await compare(
			{ subject: through, control: () => timed(() => copyThrice(home.path)) },
			{ runs: 5, warmUps: 1 },
			context,
		);
		say(`  through ${spread(value)}; cp ${spread(control)}`);
		const rise = (which: number) => summarise(rises.map((one) => one[which] ?? 0));
		return [
			toRow({ name: this.name, unit: 'ms', value, control }),
			toRow({ name: 'files-through-host-memory', unit: 'MB', value: rise(0), goal: { of: 'value', most: 32 } }),
			toRow({ name: 'files-through-guest-memory', unit: 'MB', value: rise(1), goal: { of: 'value', most: 4 } }),
		];
	},
};

async function takeThrough({ sandboxes }: SandboxBench, sandbox: Sandbox, folder: string, signal: AbortSignal) {
	const files = names.map((name) => incoming(join(folder, name), name));
	const { placed, refused } = await sandboxes.place('files', files, 'inputs', signal);
	await bash(sandbox, `cp ${placed.map(({ name }) => `/inputs/${name}`).join(' ')} /outputs/`, signal);
	const collected = await sandbox.collect(new Map(), signal);
	const problems = [...refused, ...collected.refused];
	if (problems.length > 0 || collected.artifacts.length !== names.length)
		throw new Error(`Files were left: ${JSON.stringify(problems)}`);
}

function incoming(path: string, name: string): IncomingFile {
	return {
		name,
		size: fileBytes,
		async *open(signal) {
			await using file = await open(path);
			yield* readChunks(file, signal);
		},
	};
}

async function clear({ pathsOf }: SandboxBench, sandbox: Sandbox, signal: AbortSignal): Promise<void> {
	await bash(sandbox, 'rm /outputs/*', signal);
	const { trees, outputs } = pathsOf('files');
	for (const name of names) {
		await rm(join(trees.inputs, name));
		await rm(join(outputs, name));
	}
}

async function copyThrice(folder: string): Promise<void> {
	const run = promisify(execFile);
	for (const to of ['1', '2', '3']) {
		await mkdir(join(folder, to));
		await run('cp', [...names, to], { cwd: folder });
		await run('sync', ['-f', to], { cwd: folder });
	}
	for (const to of ['1', '2', '3']) await rm(join(folder, to), { recursive: true });
}
