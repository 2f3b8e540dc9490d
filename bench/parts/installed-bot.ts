import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemPath } from '../../src/sandbox/podman/service/run-program.ts';
import { botSettings } from './bot-settings.ts';
import { tempHome } from './temp-home.ts';

/**
 * `./threadsmith` as a process of its own, with a new home, on a pseudo-terminal, which util-linux's `script` makes: in a pipe it would leave
 * after its answer. Disposing ends it, and removes the home.
 */
export interface InstalledBot extends AsyncDisposable {
	/** Once something was printed. */
	pid(): Promise<number>;
	/** Resolves when this text was printed; rejects when it ended before. */
	printed(text: string): Promise<void>;
}

const launcher = join(import.meta.dirname, '..', '..', 'threadsmith');

/** Starts it with `line` waiting on its input. */
export async function startInstalledBot(url: string, line: string): Promise<InstalledBot> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	const env = { PATH: systemPath, HOME: path, LANG: 'C.UTF-8', ...botSettings(join(path, 'home'), url) };
	const child = spawn('script', ['-qfec', `exec '${launcher}'`, '/dev/null'], {
		cwd: path,
		env,
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	building.defer(() => end(child));
	child.stdin.on('error', () => {});
	child.stdin.write(`${line}\r`);
	const output = listen(child);
	const parts = building.move();
	const pid = async () => Number(await readFile(join(path, 'home', 'lock.pid'), 'utf8'));
	return { pid, printed: output, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

function listen(child: ChildProcess): InstalledBot['printed'] {
	let text = '';
	child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
		text += chunk;
	});
	return async (awaited) => {
		const over = new AbortController();
		const ended = once(child, 'exit', { signal: over.signal }).then(() => {
			throw new Error(`The bot ended before it had printed "${awaited}": ${text}`);
		});
		while (!text.includes(awaited)) await Promise.race([once(child.stdout ?? child, 'data'), ended]);
		ended.catch(() => {});
		over.abort();
	};
}

/** It leaves at Ctrl-D; one that does not is killed. */
async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, 'exit');
	child.stdin?.write('\u0004');
	const timers = [setTimeout(() => child.kill('SIGTERM'), 5_000), setTimeout(() => child.kill('SIGKILL'), 10_000)];
	await exited;
	for (const timer of timers) clearTimeout(timer);
}

/** Resident memory of a process, bytes (proc(5), `VmRSS`). */
export async function residentBytes(pid: number): Promise<number> {
	const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
	if (kibibytes === undefined) throw new Error(`Process ${pid} has no memory`);
	return Number(kibibytes) * 1024;
}

/** Resident memory of a process once it has stayed within 1 % for half a second, or after 10 seconds. */
export async function settledBytes(pid: number, signal: AbortSignal): Promise<number> {
	let before = await residentBytes(pid);
	for (let looks = 0; looks < 20; looks += 1) {
		await delay(500, undefined, { signal });
		const now = await residentBytes(pid);
		if (Math.abs(now - before) < before / 100) return now;
		before = now;
	}
	return before;
}
