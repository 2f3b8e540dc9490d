/**
 * Measures what one more open session costs, in MB of a million bytes. `session-memory`: the growth of the bot's resident memory per
 * session of three turns with a running sandbox, after garbage collection; control: the same without a sandbox.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import type { Bench } from '../bench.ts';
import { echoScript } from '../parts/echo-script.ts';
import { homeIdOf } from '../parts/home-id.ts';
import { removeLeftOvers } from '../parts/podman-cli.ts';
import type { OpenedSessions, OpenSessions } from '../parts/sessions-child.ts';
import { tempHome } from '../parts/temp-home.ts';
import { toRow } from '../row.ts';
import { type Summary, summarise } from '../summary.ts';

const megabyte = 1e6;

export const sessionMemory: Bench = {
	name: 'session-memory',
	async run({ runs, say }) {
		await using dir = await tempHome();
		await using server = await startModelServer({ brain: echoScript });
		const home = join(dir.path, 'home');
		await using leftOvers = new AsyncDisposableStack();
		leftOvers.defer(async () => removeLeftOvers(await homeIdOf(home)));
		await using child = startChild(home, server.url);
		const count = runs(6);
		// The memory of things loaded and set up once is not a session's
		await child.open({ count: Math.min(4, count), withSandbox: false });
		const start = await child.open({ count: 1, withSandbox: true });
		const plain = await child.open({ count, withSandbox: false });
		const full = await child.open({ count, withSandbox: true });
		const perPlain = one((plain.residentBytes - start.residentBytes) / count / megabyte);
		const perFull = one((full.residentBytes - plain.residentBytes) / count / megabyte);
		say(`  bot ${start.residentBytes / megabyte} MB at first`);
		return [toRow({ name: this.name, unit: 'MB', value: perFull, control: perPlain })];
	},
};

function one(value: number): Summary {
	return summarise([value]);
}

interface SessionsChild extends AsyncDisposable {
	open(wish: OpenSessions): Promise<OpenedSessions>;
}

const childFile = join(import.meta.dirname, '..', 'parts', 'sessions-child.ts');

function startChild(home: string, url: string): SessionsChild {
	const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
	const child = fork(childFile, [home, url], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
	return {
		async open(wish) {
			const over = new AbortController();
			const ended = once(child, 'exit', { signal: over.signal }).then(() => {
				throw new Error('The bot with the sessions has ended');
			});
			ended.catch(() => {});
			try {
				const answer = once(child, 'message', { signal: over.signal });
				child.send(wish);
				const [opened] = await Promise.race([answer, ended]);
				return opened as OpenedSessions;
			} finally {
				over.abort();
			}
		},
		[Symbol.asyncDispose]: () => end(child),
	};
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, 'exit');
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
	await exited;
	clearTimeout(timer);
}
