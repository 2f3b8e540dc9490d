import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const launcher = join(import.meta.dirname, '../../threadsmith');

/** The bot as people start it. Disposing ends it in its own way. */
export interface Running extends AsyncDisposable {
	/** Its output so far. */
	out(): string;
	kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it with these settings and nothing else of the environment. No sandbox stands ready, where they do not say so. */
export function startBot(env: Readonly<Record<string, string>>): Running {
	const { PATH, SANDBOX_RUNTIME } = process.env;
	const settings = { PATH, SANDBOX_RUNTIME, SANDBOX_POOL: '0', ...env };
	const child = spawn(launcher, { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
	let out = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk));
	const exited = once(child, 'exit');
	// A test that takes too long disposes nothing.
	const endChild = () => child.kill('SIGKILL');
	process.once('exit', endChild);
	child.once('exit', () => process.off('exit', endChild));
	const kill = async (signal: NodeJS.Signals) => {
		if (child.exitCode === null) child.kill(signal);
		const [code] = await exited;
		return code;
	};
	return { out: () => out, kill, [Symbol.asyncDispose]: () => leave(child, exited) };
}

/** Asked to go, for one that is killed leaves its sandboxes' disks mounted until the next start; killed where it does not go, ms. */
const patienceMs = 20_000;

async function leave(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill('SIGTERM');
	const killing = setTimeout(() => child.kill('SIGKILL'), patienceMs);
	await exited;
	clearTimeout(killing);
}
