import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { podmanCall } from '../../parts/podman-cli.ts';

const open = ['--cap-add=ALL', '--security-opt=seccomp=unconfined', '--security-opt=unmask=ALL'];
const ownIds = '--userns=auto:size=4096';

/**
 * Throw-away containers of the sandboxes' image with a defence left out, by what they lack. None has a network but `network`, which has the
 * host's, and `kernel` alone is without ids of its own: what runs there does no harm with the rights it has.
 */
const kinds = {
	/** Capabilities, system calls and paths: all of them, over ids of its own. */
	open: ['--network=none', ownIds, ...open],
	/** As `open`, with the rights that the kernel asks for in no name space but the first. */
	kernel: ['--network=none', ...open],
	/** The host's network. */
	network: ['--network=host'],
	/** Twice the limits. */
	roomy: [
		'--network=none',
		ownIds,
		'--memory=2g',
		'--memory-swap=2g',
		'--pids-limit=2000',
		'--shm-size=512m',
		'--ulimit=core=-1:-1',
	],
} as const;

export type LooseKind = keyof typeof kinds;

/** A container that runs one script after the other. Disposing ends and removes it. */
export interface Loose extends AsyncDisposable {
	/** What the script printed, the end of it. Rejects when the container has ended under it. */
	run(script: string, uid: number): Promise<string>;
}

export interface LooseOptions {
	readonly kind: LooseKind;
	/** A kernel of its own is a defence, too: then the control has the host's. */
	readonly runtime: 'runc' | 'crun';
	readonly image: string;
	/** Of a home whose Podman service runs. */
	readonly stateDir: string;
	readonly homeId: string;
}

const server = `import json, os, subprocess, sys
os.environ["HOME"] = "/tmp"
for line in sys.stdin:
    job = json.loads(line)
    try:
        done = subprocess.run([sys.executable, "-I", "-"], input=job["script"].encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=60, user=job["uid"], group=job["uid"], extra_groups=[], start_new_session=True).stdout
    except subprocess.TimeoutExpired as late: done = (late.stdout or b"") + b"\\nit took longer than 60 s"
    print(json.dumps(done.decode(errors="replace")[-20000:]), flush=True)
`;

export async function openLoose({ kind, runtime, image, stateDir, homeId }: LooseOptions): Promise<Loose> {
	const { words, env } = podmanCall(stateDir);
	const label = `--label=home=${homeId}`;
	const args = [
		...words,
		`--runtime=${runtime}`,
		'run',
		'--rm',
		'--interactive',
		'--user=0:0',
		label,
		'--ulimit=nproc=1000:1000',
		'--ulimit=nofile=4096:4096',
		...kinds[kind],
	];
	const child = spawn('podman', [...args, image, 'python3', '-I', '-c', server], {
		env,
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	const complaint = collect(child.stderr);
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	child.stdin.on('error', () => {});
	let before: Promise<unknown> = Promise.resolve();
	async function ask(script: string, uid: number): Promise<string> {
		child.stdin.write(`${JSON.stringify({ script, uid })}\n`);
		const { value, done } = await lines.next();
		if (done) throw new Error(`the loose container ended: ${complaint()}`);
		return z.string().parse(JSON.parse(value));
	}
	return {
		run(script, uid) {
			const answer = before.then(() => ask(script, uid));
			before = answer.catch(() => undefined);
			return answer;
		},
		[Symbol.asyncDispose]: () => end(child),
	};
}

function collect(stream: Readable): () => string {
	let text = '';
	stream.setEncoding('utf8').on('data', (chunk: string) => {
		text = (text + chunk).slice(-500);
	});
	return () => text.trim();
}

async function end(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = once(child, 'exit');
	child.stdin.end();
	const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
	await exited;
	clearTimeout(timer);
}
