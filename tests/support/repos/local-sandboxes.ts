import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { ProcessOrder, SandboxProcess } from '../../../src/sandbox/opened-process.ts';
import type { CallResult, Sandbox, Sandboxes } from '../../../src/sandbox/sandbox.ts';
import { noPackages } from '../fake-packages.ts';
import { createFakeSandboxes } from '../fake-sandboxes.ts';
import { openLocalProcess } from '../local-process.ts';
import { tempDir } from '../temp-dir.ts';

const guest = new URL('../../../src/sandbox/guest/python', import.meta.url).pathname;

/** Sandboxes whose processes run on this machine, each in a folder that stands for `/workspace`, with the guest's own programs. No wall is around them. */
export interface LocalSandboxes extends Sandboxes {
	/** Ids of those that were made. */
	readonly made: readonly string[];
	/** The `/workspace` of one. */
	folder(session: string): string;
}

export async function openLocalSandboxes(): Promise<LocalSandboxes> {
	const dir = await tempDir();
	const programs = await programsIn(join(dir.path, 'programs'));
	const made: string[] = [];
	const folder = (session: string) => join(dir.path, session.replaceAll(/\W/g, '-'));
	const notHere = () => Promise.reject(new Error('Not in a local sandbox'));
	const sandboxOf = (session: string): Sandbox => {
		const here = (text: string) =>
			text.replaceAll('/opt/threadsmith', programs).replaceAll('/workspace', folder(session));
		return {
			call: async ({ tool, args }) => await callHere(tool, args, folder(session)),
			sweep: async () => [],
			packages: noPackages,
			collect: async () => ({ artifacts: [], refused: [], unfinished: [] }) as never,
			open: async (order, signal) => {
				signal.throwIfAborted();
				return start(order, here, folder(session));
			},
		};
	};
	return {
		...createFakeSandboxes({ tools: {} }),
		made,
		folder,
		place: notHere,
		async acquire({ session }, signal) {
			signal.throwIfAborted();
			if (!made.includes(session)) made.push(session);
			await mkdir(folder(session), { recursive: true });
			return sandboxOf(session);
		},
		end: async () => {},
		[Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
	};
}

/** Side by side, as they are in the image. */
async function programsIn(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const names = (await readdir(guest, { recursive: true })).filter((name) => name.endsWith('.py'));
	await Promise.all(names.map((name) => copyFile(join(guest, name), join(folder, basename(name)))));
	return folder;
}

function start(order: ProcessOrder, here: (text: string) => string, home: string): SandboxProcess {
	const env = Object.entries({ HOME: home, ...order.env }).map(([name, value]) => `${name}=${here(value)}`);
	return openLocalProcess(['env', '-C', here(order.cwd), ...env, ...order.argv.map(here)]);
}

async function callHere(tool: string, args: Readonly<Record<string, unknown>>, cwd: string): Promise<CallResult> {
	if (tool !== 'bash') return { ok: false, text: `Unknown tool "${tool}"` };
	const command = String(args['command']).replaceAll('/workspace', cwd);
	const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd });
	return { ok: true, text: stdout };
}
