import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ProblemError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { printable } from '../../files/safe-name.ts';
import type { Helper } from '../line/helper-line.ts';
import { type Rootless, rootlessEnv, storageWords } from '../service/rootless.ts';
import { findProgram } from '../service/run-program.ts';

export interface HelperOptions {
	readonly rootless: Rootless;
	/** The folder of all slots. */
	readonly slots: string;
	/** Where programs are looked for. */
	readonly path: string;
	readonly log: Logger;
}

const program = join(import.meta.dirname, 'border-program.ts');

/** As the launcher has them for the bot: small young generations, and memory that is free goes back at once. */
const nodeOptions = ['--disable-warning=ExperimentalWarning', '--optimize-for-size', '--max-semi-space-size=2'];
const memoryEnv = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/** A helper that is asked to end unmounts nothing and has no more to say; after this long, ms, it is killed. */
const goodbyeMs = 2_000;

/** Starts the border's helper in Podman's user and mount namespace. It ends with its standard input. Rejects with `ProblemError` without Podman. */
export async function startHelper({ rootless, slots, path, log }: HelperOptions): Promise<Helper> {
	const podman = await findProgram('podman', path);
	if (podman === undefined) {
		const mend = 'Run `npm start`, which says how to install what is missing';
		throw new ProblemError('Cannot start the sandbox: podman is not installed', mend);
	}
	const node = [process.execPath, ...nodeOptions, program];
	const env = { PATH: path, HOME: homedir(), ...memoryEnv, ...rootlessEnv(rootless) };
	// In a session of its own: Ctrl-C in a terminal is for the bot, which ends this in its turn
	const child = spawn(podman, [...storageWords(rootless), 'unshare', ...node, slots, rootless.data], {
		cwd: '/',
		env,
		detached: true,
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	let last = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		last = (last + text).slice(-2_000);
		log.debug('The helper for mounts complains', { text: text.slice(0, 2_000) });
	});
	const gone = once(child, 'close').catch(() => undefined);
	return {
		input: child.stdin,
		output: child.stdout,
		async end() {
			child.stdin.destroy();
			await Promise.race([gone, delay(goodbyeMs, undefined, { ref: false })]);
			if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
			await gone;
			const line = last.trim().split('\n').pop() ?? '';
			return line === '' ? '' : printable(line, 300);
		},
	};
}
