import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A process in a group of its own, with pipes for all three streams. */
export interface GitProcess extends AsyncDisposable {
	readonly child: ChildProcess;
	/** Its exit code, once it is gone and has said all; -1 where a signal ended it. Rejects where it cannot be started. */
	readonly gone: Promise<number>;
	/** Ends the whole group at once, and resolves when it is gone. */
	kill(): Promise<void>;
}

/** A group that was killed is looked at so often, and for so long: the kernel may have to wait for a disk. ms. */
const lookMs = 5;
const patienceMs = 2_000;

/** Starts a program with exactly these words and this environment. Disposing kills what is left of its group. */
export function startGit(command: string, args: readonly string[], env: Record<string, string>): GitProcess {
	const child = spawn(command, args, { env, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
	const { pid } = child;
	const gone = endOf(child);
	// Nothing of a git outlives it; until this is heard, nobody else can have its number.
	if (pid !== undefined) child.once('exit', () => signalGroup(pid, 'SIGKILL'));
	let killed: Promise<void> | undefined;
	const kill = () => {
		killed ??= pid === undefined || isOver(child) ? Promise.resolve() : killGroup(pid, child, gone);
		return killed;
	};
	return { child, gone, kill, [Symbol.asyncDispose]: kill };
}

async function killGroup(pid: number, child: ChildProcess, gone: Promise<number>): Promise<void> {
	signalGroup(pid, 'SIGKILL');
	await Promise.race([gone.catch(() => undefined), delay(patienceMs, undefined, { ref: false })]);
	await untilEmpty(pid);
	// Somebody who has left the group may still hold them.
	for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
}

function isOver(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function endOf(child: ChildProcess): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	child.once('error', reject);
	child.once('close', (code) => resolve(code ?? -1));
	promise.catch(() => undefined);
	return promise;
}

async function untilEmpty(group: number): Promise<void> {
	const until = performance.now() + patienceMs;
	while (signalGroup(group, 0) && performance.now() < until && (await hasLiving(group))) await delay(lookMs);
}

/** Dead ones that nobody has asked for yet are in the group, too: their new parent may take its time. */
async function hasLiving(group: number): Promise<boolean> {
	const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const living = await Promise.all(ids.map((id) => isLivingOf(group, id)));
	return living.includes(true);
}

/** proc_pid_stat(5): behind the name, which may hold anything, stand the state, the parent and the group. */
async function isLivingOf(group: number, id: string): Promise<boolean> {
	const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
	const [state = 'X', , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return Number(of) === group && !/[ZX]/.test(state);
}

/** Whether there was anybody to be told. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch {
		return false;
	}
}
