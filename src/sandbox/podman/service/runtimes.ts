import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, ProblemError } from '../../../base/errors.ts';
import { hasUnifiedGroups } from './rootless.ts';
import { findProgram, runProgram } from './run-program.ts';

/** The runtimes a person may ask for; `auto` is the first of crun and runc that works here. */
export type RuntimeChoice = 'auto' | 'crun' | 'runc';

/** Names that Podman may have given containers, so that ours can end those of another too. */
const known = ['crun', 'runc', 'runsc', 'youki', 'kata-runtime', 'krun'] as const;
const choices = ['crun', 'runc'] as const;

/** The runtimes that are installed: name to path. */
export async function findRuntimes(path: string): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	for (const name of known) {
		const file = await findProgram(name, path);
		if (file !== undefined) found[name] = file;
	}
	return found;
}

export async function cgroupManager(): Promise<'systemd' | 'cgroupfs'> {
	// The test of sd_booted(3)
	return access('/run/systemd/system').then(
		() => 'systemd',
		() => 'cgroupfs',
	);
}

/** Who is asked for control groups without root: the user's own systemd, where the kernel has but the second version of them. */
export async function rootlessCgroupManager(runtimeDir: string): Promise<'systemd' | 'cgroupfs'> {
	const needed = ['/run/systemd/system', join(runtimeDir, 'bus')];
	return hasUnifiedGroups() && needed.every(existsSync) ? 'systemd' : 'cgroupfs';
}

export interface RuntimeQuestion {
	readonly choice: RuntimeChoice;
	readonly runtimes: Readonly<Record<string, string>>;
	readonly manager: 'systemd' | 'cgroupfs';
	/** A folder of ours for what a trial needs. */
	readonly folder: string;
	/** Nothing is tried: what a runtime does for root tells nothing then. */
	readonly rootless?: boolean;
}

/**
 * The runtime to use. Where there are two to choose from, each is tried with a container of its own: crun, for one, is installed on
 * machines whose control groups it cannot use. Rejects with `ProblemError` when none will do, and with the signal's reason.
 */
export async function chooseRuntime(question: RuntimeQuestion, signal: AbortSignal): Promise<string> {
	const { choice, runtimes } = question;
	const candidates = choices.filter((name) => (choice === 'auto' || choice === name) && name in runtimes);
	const [first] = candidates;
	if (first === undefined) throw missing(choice);
	if (question.rootless) return candidates.find(worksRootless) ?? first;
	if (candidates.length === 1) return first;
	const failures: string[] = [];
	for (const name of candidates) {
		const failed = await tryRuntime(name, question, signal);
		if (failed === undefined) return name;
		failures.push(`${name}: ${failed}`);
	}
	throw new ProblemError(
		`Cannot start the sandbox: no container runtime works here: ${failures.join('; ')}`,
		'Run `threadsmith doctor` to see what the machine lacks',
	);
}

/** crun refuses a machine whose control groups are of both versions. */
function worksRootless(name: string): boolean {
	return name !== 'crun' || hasUnifiedGroups();
}

function missing(choice: RuntimeChoice): ProblemError {
	const name = choice === 'auto' ? 'runc' : choice;
	const what = choice === 'auto' ? 'neither crun nor runc is installed' : `${choice} is not installed`;
	return new ProblemError(
		`Cannot start the sandbox: ${what}`,
		`Run \`npm start\`, which installs what is missing, or install the package "${name}"`,
	);
}

/** Runs `true` from the host's own files, read-only and with limits. Answers why it failed, or undefined. */
async function tryRuntime(name: string, question: RuntimeQuestion, signal: AbortSignal): Promise<string | undefined> {
	const id = `threadsmith-trial-${randomUUID().slice(0, 8)}`;
	const bundle = join(question.folder, id);
	await mkdir(join(bundle, 'root'), { recursive: true });
	await writeFile(join(bundle, 'config.json'), JSON.stringify(trialSpec(id, question.manager)));
	const systemd = question.manager === 'systemd' ? ['--systemd-cgroup'] : [];
	const within = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
	try {
		await runProgram(question.runtimes[name] ?? name, [...systemd, 'run', '--bundle', bundle, id], within);
		return undefined;
	} catch (error) {
		signal.throwIfAborted();
		return messageOf(error);
	} finally {
		await rm(bundle, { recursive: true, force: true });
	}
}

const hostFolders = ['/bin', '/lib', '/lib64', '/usr'];

function readOnly(folder: string): unknown {
	return { destination: folder, type: 'bind', source: folder, options: ['rbind', 'ro'] };
}

/** The smallest container that needs what ours need. https://github.com/opencontainers/runtime-spec/blob/main/config.md */
function trialSpec(id: string, manager: 'systemd' | 'cgroupfs'): unknown {
	return {
		ociVersion: '1.0.2',
		process: { user: { uid: 0, gid: 0 }, args: ['/bin/true'], cwd: '/', noNewPrivileges: true },
		// An empty folder and what `true` needs: the host's own root cannot become a container's by pivot_root.
		root: { path: 'root', readonly: true },
		mounts: [{ destination: '/proc', type: 'proc', source: 'proc' }, ...hostFolders.filter(existsSync).map(readOnly)],
		linux: {
			namespaces: ['pid', 'mount', 'ipc', 'uts', 'network'].map((type) => ({ type })),
			resources: { memory: { limit: 64 * 2 ** 20 }, pids: { limit: 64 } },
			cgroupsPath: manager === 'systemd' ? `system.slice:threadsmith:${id}` : `/${id}`,
		},
	};
}
