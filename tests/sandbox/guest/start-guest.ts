import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	chownSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';

const source = resolve(import.meta.dirname, '../../../src/sandbox/guest');

/** Why the guest cannot be tried here, or undefined. Where tests must not be skipped it is never a reason. */
export const cannotRun =
	process.getuid?.() === 0 && existsSync('/usr/bin/python3') ? undefined : 'needs root and /usr/bin/python3';

/** A session's folder with a bundled guest; guests started in it one after another share its files. */
export interface GuestHome extends Disposable {
	readonly folder: string;
	/** Below the session: `disk/workspace`, `tools`, `inputs`. */
	path(...parts: string[]): string;
	start(): Promise<Guest>;
}

export interface CallOptions {
	readonly signal?: AbortSignal;
	readonly onprogress?: (progress: Progress) => void;
}

export interface Answer {
	readonly text: string;
	readonly isError: boolean;
	readonly data: unknown;
}

/** A running guest and an MCP client that is connected to it. */
export interface Guest extends AsyncDisposable {
	readonly client: Client;
	/** The guest's standard input, to write what no client would. */
	readonly stdin: Writable;
	readonly exited: Promise<unknown>;
	call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
	bash(command: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
}

export async function createGuestHome(): Promise<GuestHome> {
	const folder = mkdtempSync(join(tmpdir(), 'guest-'));
	const path = (...parts: string[]) => join(folder, 'session', ...parts);
	for (const name of ['root', 'guest']) mkdirSync(join(folder, name));
	for (const name of ['inputs', 'tools', 'memories', 'disk/workspace', 'disk/outputs', 'disk/envs'])
		mkdirSync(path(name), { recursive: true });
	for (const name of ['disk/workspace', 'disk/outputs']) chownSync(path(name), 1000, 1000);
	await bundle(join(folder, 'guest'));
	return {
		folder,
		path,
		start: () => startGuest(folder),
		[Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** As the set-up does it. */
async function bundle(to: string): Promise<void> {
	const output = {
		outfile: join(to, 'guest.mjs'),
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node24',
	} as const;
	await build({ entryPoints: [join(source, 'main.ts')], ...output });
	const python = readdirSync(join(source, 'python'), { recursive: true, encoding: 'utf8' });
	for (const path of python.filter((one) => one.endsWith('.py')))
		copyFileSync(join(source, 'python', path), join(to, basename(path)));
}

async function startGuest(folder: string): Promise<Guest> {
	const script = join(import.meta.dirname, 'enter-root.sh');
	const namespaces = ['--mount', '--propagation=private', '--ipc', '--pid', '--fork', '--kill-child'];
	const child = spawn('unshare', [...namespaces, 'sh', script, folder, process.execPath], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const exited = once(child, 'exit');
	child.stdin.on('error', () => {});
	const buffer = new ReadBuffer();
	const transport: Transport = {
		async start() {
			child.stdout.on('data', (chunk: Buffer) => {
				buffer.append(chunk);
				for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
					transport.onmessage?.(message);
			});
			child.once('exit', () => transport.onclose?.());
		},
		async send(message) {
			child.stdin.write(`${JSON.stringify(message)}\n`);
		},
		async close() {
			child.stdin.end();
			await exited;
		},
	};
	const client = new Client({ name: 'test', version: '1' });
	await client.connect(transport);
	const call: Guest['call'] = async (name, args = {}, options = {}) => {
		const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 60_000, ...options });
		const [content] = result['content'] as { text: string }[];
		return { text: content?.text ?? '', isError: result['isError'] === true, data: result['structuredContent'] };
	};
	return {
		client,
		stdin: child.stdin,
		exited,
		call,
		bash: (command, args = {}, options = {}) => call('bash', { command, ...args }, options),
		[Symbol.asyncDispose]: () => client.close(),
	};
}

/** Processes on this machine, in any namespace, whose command line contains the text: the guest's own word is not taken for it. */
export function alive(text: string): number[] {
	return readdirSync('/proc')
		.map(Number)
		.filter((pid) => pid > 0 && isRunning(pid) && commandLine(pid).includes(text) && pid !== process.pid);
}

/** The states of all living threads on this machine with that name, whether the first thread of their process lives or not. */
export function threadsNamed(name: string): string[] {
	const processes = readdirSync('/proc').filter((pid) => /^[0-9]+$/.test(pid));
	return processes
		.flatMap((pid) => statsOf(`/proc/${pid}/task`))
		.flatMap((stat) =>
			stat.includes(`(${name}) `) ? [stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)] : [],
		)
		.filter((state) => !'ZX'.includes(state));
}

function statsOf(tasks: string): string[] {
	try {
		return readdirSync(tasks).map((id) => readFileSync(`${tasks}/${id}/stat`, 'latin1'));
	} catch {
		return [];
	}
}

function commandLine(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
	} catch {
		return '';
	}
}

function isRunning(pid: number): boolean {
	try {
		return !/^State:\t[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
	} catch {
		return false;
	}
}
