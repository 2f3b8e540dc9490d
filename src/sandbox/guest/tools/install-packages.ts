import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { installPackagesArgs } from '../../built-ins.ts';
import { shadowProblem } from '../files/shadow-problem.ts';
import { endUser } from '../run/end-user.ts';
import type { Queue } from '../run/queue.ts';
import { runCommand } from '../run/run-command.ts';
import { hasEnvironment, keepEnvironment, type Staging, sealSite, withStaging } from '../run/staging.ts';
import { forge } from '../run/users.ts';
import { listInstalled, runUv, type UvResult } from '../run/uv.ts';
import { createTextReader } from '../sanitise.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';

type Args = z.output<typeof installPackagesArgs>;

/** Hidden: makes the environment of a lock. `inTurn` holds all that runs as `forge`. */
export function createInstallPackages(inTurn: Queue): GuestTool {
	return defineTool({
		name: 'install_packages',
		description: 'Install packages into an environment.',
		args: installPackagesArgs,
		async run(args, call) {
			const { hash, lock, index } = args;
			if (hashOf(lock) !== hash) return failed('The lock is not the one that the hash names');
			if (hasEnvironment(hash)) return there;
			if (index === undefined && lock !== '') return { text: 'Not there', data: { installed: false } };
			return inTurn(() => installInStaging(args, call), call.signal);
		},
	});
}

const stillRunning: UvResult = { kind: 'failed', why: 'a process of the installer could not be ended' };

const there: ToolAnswer = { text: 'Installed', data: { installed: true } };

function hashOf(lock: string): string {
	return createHash('sha256').update(lock).digest('hex').slice(0, 32);
}

async function installInStaging(args: Args, call: ToolCall): Promise<ToolAnswer> {
	if (hasEnvironment(args.hash)) return there;
	if (call.signal.aborted) return failed('Stopped');
	const result = await withStaging(async (staging) => {
		const installed = await install(args, staging, call);
		const standard = await standardModules(call);
		if ((await endUser(forge)) > 0) return stillRunning;
		if (installed.kind === 'failed' || call.signal.aborted) return installed;
		const why = shadowProblem(sealSite(staging), standard);
		if (why !== undefined) return { kind: 'failed', why };
		keepEnvironment(staging, args.hash);
		return installed;
	});
	if (call.signal.aborted) return failed('Stopped');
	return result.kind === 'failed' ? { text: result.why, data: { problem: result.why } } : there;
}

/** The names of Python's own modules. Nothing of what was installed is run for it. */
async function standardModules(call: ToolCall): Promise<ReadonlySet<string>> {
	const reader = createTextReader();
	let names = '';
	const args = ['-I', '-S', '-c', 'import sys; print(*sys.stdlib_module_names)'];
	const take = (chunk: Buffer) => {
		names += reader.push(chunk);
	};
	await runCommand(
		{ file: 'python3', args, user: forge, timeout: 20, onStdout: take, onStderr: () => {} },
		call.signal,
	);
	return new Set(names.trim().split(' '));
}

async function install({ lock, index, timeout = 300 }: Args, staging: Staging, call: ToolCall): Promise<UvResult> {
	const installed = await listInstalled(staging, call);
	if (installed.kind === 'failed' || index === undefined) return installed;
	const lines = missingLines(lock, installed.stdout);
	if (lines === '') return installed;
	// Hard links to the cache, which goes: no file is written twice
	const how = ['--target', staging.site, '--link-mode', 'hardlink', '--compile-bytecode'];
	const flags = ['--default-index', index, '--no-deps', '--require-hashes', '--no-build', '--requirements', '-'];
	const result = await runUv({ args: ['install', ...how, ...flags], input: lines, timeout }, staging, call);
	if (result.kind === 'done') await flush(staging, call);
	return result;
}

/** The lock without what the image has in that very version. */
function missingLines(lock: string, installed: string): string {
	const has = new Set(installed.split('\n').map((line) => line.trim().toLowerCase()));
	return lock
		.split('\n')
		.filter((line) => line !== '' && !has.has(line.split(' ')[0]?.toLowerCase() ?? ''))
		.map((line) => `${line}\n`)
		.join('');
}

/** To the disk, before the rename is: a power cut must not leave an environment of empty files. */
async function flush({ site }: Staging, call: ToolCall): Promise<void> {
	const ignore = (): void => {};
	const sync = { file: 'sync', args: ['--file-system', site], user: forge, timeout: 60 };
	await runCommand({ ...sync, onStdout: ignore, onStderr: ignore }, call.signal);
}
