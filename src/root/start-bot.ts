import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Duplex, Readable } from 'node:stream';
import type { Environment } from '../config/environment.ts';
import type { BotUser } from './bot-user.ts';

export interface BotOrder {
	readonly user: BotUser;
	/** The words that give it a view of its own, or none (`viewWords`). */
	readonly view: readonly string[];
	/** The module that it runs, absolute, and its arguments. */
	readonly program: string;
	readonly args: readonly string[];
	readonly env: Environment;
	/** Where what it prints goes: to this process's own streams, which it shares, or to whoever reads `output`. */
	readonly prints?: 'here' | 'to output';
}

/** The bot's process. It is killed when this process ends, however that ends. */
export interface Bot {
	/** To what serves sandboxes: the bot's descriptor 3. */
	readonly line: Duplex;
	/** To what else it may ask of root: the bot's descriptor 4. */
	readonly desk: Duplex;
	/** Resolves with its exit code once it is gone, as a shell tells it. Rejects where it cannot be started. */
	readonly gone: Promise<number>;
	readonly signal: (name: NodeJS.Signals) => void;
	/** Its standard output, where that is not this process's own. */
	readonly output: Readable | null;
}

/** No right of root is left, and none comes back: not by a setuid program, not by a file's capabilities. */
const withoutRights = [
	...['--clear-groups', '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all'],
	// Where this process dies, it goes with it.
	...['--pdeathsig', 'KILL'],
];

/** Programs that run as root are looked for there alone, whatever the environment says. */
const rootPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Starts the bot as its user, with this process's standard streams. In a session of its own: else it could put words into the terminal's
 * input, which root's shell would read as typed (TIOCSTI, ioctl_tty(2)); signals of the terminal come to this process, which hands them on.
 */
export function startBot({ user, view, program, args, env, prints = 'here' }: BotOrder): Bot {
	const rights = ['setpriv', '--reuid', String(user.uid), '--regid', String(user.gid), ...withoutRights, '--'];
	// The path of whoever has started us comes back with the last word.
	const path = ['env', `PATH=${env['PATH'] ?? rootPath}`];
	const [command = '', ...words] = [
		...view,
		...rights,
		...path,
		process.execPath,
		...process.execArgv,
		program,
		...args,
	];
	const child = spawn(command, words, {
		env: { ...env, PATH: rootPath },
		stdio: ['inherit', prints === 'here' ? 'inherit' : 'pipe', 'inherit', 'pipe', 'pipe'],
		detached: true,
	});
	const [, , , line, desk] = child.stdio;
	// Pipes beside the standard streams are sockets, open both ways; without descriptors there are none.
	return {
		line: line as Duplex,
		desk: desk as Duplex,
		gone: endOf(child),
		signal: (name) => void child.kill(name),
		output: child.stdout,
	};
}

function endOf(child: ChildProcess): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	child.once('error', reject);
	child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
	return promise;
}
