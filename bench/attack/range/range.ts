import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { raceAbort } from '../../../src/base/race-abort.ts';
import { startExec } from '../../../src/sandbox/podman/guest-link/exec.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { HostContainer } from '../../parts/podman-cli.ts';
import { cliOf, containerOf, openSandboxBench, type SandboxBench } from '../../parts/sandbox-bench.ts';
import type { Attacked } from '../ground.ts';
import { type Loose, type LooseKind, openLoose } from './loose.ts';
import { giveFile, toolThatRuns, writeTool } from './range-tools.ts';
import { sandboxEnded, scriptEnd, scriptOf } from './script.ts';

/**
 * Who attacks: the session's commands, a running forged tool, or whoever has taken the guest and is root inside. The last stands for what a
 * hole in the guest would give.
 */
export type Who = 'smith' | 'tool' | 'root';

/** Sandboxes to attack, as they are shipped, and containers without their defences. Disposing ends all of them. */
export interface Range extends AsyncDisposable {
	readonly bench: SandboxBench;
	readonly signal: AbortSignal;
	/** What has started the sandboxes. */
	readonly runtime: Attacked;
	/** The attacked session's sandbox; a new one where an attack has ended the last. */
	sandbox(): Promise<Sandbox>;
	/** Its container. */
	container(): Promise<HostContainer>;
	/** Runs a script, after its head, in the sandbox. Resolves with what it printed. */
	inside(body: string, who?: Who): Promise<string>;
	/** The same in a container that lacks a defence. */
	loose(kind: LooseKind, body: string, uid?: number): Promise<string>;
}

/** The session that is attacked, and one beside it, of which it must learn nothing. */
export const sessions = { attacked: 'attacked-51c8', neighbour: 'neighbour-7f3a' } as const;

export interface RangeContext {
	readonly signal: AbortSignal;
	readonly runtime: Attacked;
	say(line: string): void;
}

/** Rejects as a start of a sandbox does: where a runtime does not work here, with the problem. */
export async function openRange(context: RangeContext): Promise<Range> {
	await using building = new AsyncDisposableStack();
	const { signal, runtime } = context;
	const bench = building.use(await openSandboxBench({ ...context, runs: (wanted) => wanted }, { runtime }));
	const { tools, inputs, memories } = bench.pathsOf(sessions.attacked).trees;
	await writeTool(tools, 'run', toolThatRuns);
	await Promise.all([inputs, memories].map(giveFile));
	const looses = new Map<LooseKind, Promise<Loose>>();
	building.defer(async () => {
		for (const loose of looses.values()) await (await loose)[Symbol.asyncDispose]();
	});
	const sandbox = () => bench.acquire(sessions.attacked);
	await sandbox();
	const parts = building.move();
	return {
		bench,
		signal,
		runtime,
		sandbox,
		container: async () => {
			await sandbox();
			return containerOf(sessions.attacked, cliOf(bench));
		},
		async inside(body, who = 'smith') {
			if (who === 'root') return asRootSurely(bench, scriptOf(body), signal);
			return who === 'tool'
				? asTool(await sandbox(), scriptOf(body), signal)
				: asSmith(await sandbox(), scriptOf(body), signal);
		},
		async loose(kind, body, uid = 0) {
			const { image, stateDir } = bench;
			const options = { kind, runtime: hostKernel(runtime), image, stateDir, homeId: basename(stateDir) };
			const opening = looses.get(kind) ?? openLoose(options);
			looses.set(kind, opening);
			return (await opening).run(scriptOf(body), uid).catch((error: unknown) => {
				looses.delete(kind);
				throw error;
			});
		},
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** What starts the controls of attacks on a runtime. */
function hostKernel(runtime: Attacked): 'runc' | 'crun' {
	return runtime === 'crun' ? 'crun' : 'runc';
}

/** Runs a script as a command of the sandbox does. */
export async function asSmith(sandbox: Sandbox, script: string, signal: AbortSignal): Promise<string> {
	const args = { path: '/tmp/attack.py', content: script };
	const written = await sandbox.call({ tool: 'write_file', args }, { signal });
	if (!written.ok) return written.text;
	const run = { command: 'python3 -I /tmp/attack.py', timeout: 60 };
	const { text, lost } = await sandbox.call({ tool: 'bash', args: run }, { signal });
	return lost === undefined ? text : `${text}\n${sandboxEnded} ${lost}`;
}

async function asTool(sandbox: Sandbox, script: string, signal: AbortSignal): Promise<string> {
	const args = { tool: 'attack/run/1', input: { script }, looksAround: false };
	const { data, text: said } = await sandbox.call({ tool: 'run_tool', args }, { signal });
	const output = data as { readonly output?: { readonly said?: string } } | undefined;
	return output?.output?.said ?? said;
}

/** Once in a while an exec's stream closes before anything came out of it; then it is asked again. */
async function asRootSurely(bench: SandboxBench, script: string, signal: AbortSignal): Promise<string> {
	for (let tries = 1; ; tries += 1) {
		const said = await asRoot(bench, script, signal);
		if (said !== '' || tries === 3) return said;
	}
}

/** With the very rights that the guest has. Resolves when the script has said how it went, or has ended. */
async function asRoot(bench: SandboxBench, script: string, signal: AbortSignal): Promise<string> {
	await bench.acquire(sessions.attacked);
	const { id } = await containerOf(sessions.attacked, cliOf(bench));
	const socketPath = join(bench.stateDir, 'service', 'podman.sock');
	// By its length: the exec's standard input has no end that its output outlives
	const reader = 'import sys; size = int(sys.stdin.readline()); exec(compile(sys.stdin.read(size), "attack", "exec"))';
	const command = ['python3', '-I', '-c', reader];
	const complaints: string[] = [];
	const onStderr = (bytes: Uint8Array): void => void complaints.push(Buffer.from(bytes).toString('utf8'));
	await using exec = await startExec({ socketPath, container: id, command, uid: 0, onStderr }, signal);
	const said = textOfExec(exec.stream, signal);
	exec.stream.write(`${[...script].length}\n${script}`);
	return `${complaints.join('')}${await said}`;
}

async function textOfExec(stream: Duplex, signal: AbortSignal): Promise<string> {
	const { promise, resolve } = Promise.withResolvers<string>();
	let text = '';
	stream.setEncoding('utf8').on('data', (chunk: string) => {
		text = (text + chunk).slice(-20_000);
		if (text.includes(`\n${scriptEnd}\n`)) resolve(text);
	});
	stream.on('error', () => {}).once('close', () => resolve(text));
	return raceAbort(promise, AbortSignal.any([signal, AbortSignal.timeout(60_000)]));
}
