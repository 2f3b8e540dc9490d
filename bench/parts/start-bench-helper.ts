import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import type { PodmanPlace } from '../../src/sandbox/podman/container/options.ts';

/** Root's helper in a process of its own, as the product has it. Disposing ends it. */
export interface BenchHelper extends AsyncDisposable {
	readonly line: Duplex;
}

const program = join(import.meta.dirname, 'helper-child.ts');

/** `home`: where the sessions of `PodmanPlace` lie. */
export function startBenchHelper(place: PodmanPlace & { readonly home: string }): BenchHelper {
	const child = spawn(process.execPath, [program, JSON.stringify(place)], {
		stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
	});
	const line = child.stdio[3];
	if (!(line instanceof Duplex)) throw new Error('Cannot speak to the helper: it has no line');
	const gone = once(child, 'exit');
	return {
		line,
		async [Symbol.asyncDispose]() {
			line.end();
			await gone;
		},
	};
}
