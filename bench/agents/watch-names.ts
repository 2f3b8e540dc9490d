import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Hears which names are looked up in a network. Disposing ends it. */
export interface NameWatch extends AsyncDisposable {
	/** So far, each once. */
	names(): readonly string[];
}

/**
 * A name server inside the network of a process of this host, as root: where a box has no name server of its own, its programs ask this one. Rejects
 * where it cannot be started.
 */
export async function watchNames(pid: number): Promise<NameWatch> {
	const found = new Set<string>();
	const words = ['--target', String(pid), '--net', process.execPath, join(import.meta.dirname, 'name-server-child.ts')];
	const child = spawn('nsenter', words, { stdio: ['pipe', 'pipe', 'pipe'] });
	const ready = Promise.withResolvers<void>();
	let wrong = '';
	child.stderr.on('data', (chunk) => {
		wrong += String(chunk);
	});
	child.on('error', ready.reject);
	child.on('exit', () => ready.reject(new Error(`The name server cannot be started: ${wrong.trim()}`)));
	createInterface({ input: child.stdout }).on('line', (line) => {
		if (line === 'ready') ready.resolve();
		else found.add(line.replace(/^name /, ''));
	});
	await ready.promise;
	return {
		names: () => [...found],
		async [Symbol.asyncDispose]() {
			if (child.exitCode !== null) return;
			const ended = once(child, 'exit');
			child.stdin.end();
			await ended;
		},
	};
}
