import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, ProblemError } from '../../../base/errors.ts';
import { hasUnifiedGroups } from './rootless.ts';
import { findProgram, runProgram } from './run-program.ts';

/** The runtimes a person may ask for; `auto` is the strongest that works here. */
export type RuntimeChoice = 'auto' | 'runc' | 'crun' | 'runsc' | 'krun';

/** Names that Podman may have given containers, so that ours can end those of another too. */
const known = ['crun', 'runc', 'runsc', 'youki', 'kata-runtime', 'krun'] as const;
/** The strongest first: a kernel of its own keeps what runs there from the host's. */
const choices = ['runsc', 'crun', 'runc'] as const;

/** The runtimes that are installed: name to path. */
export async function findRuntimes(path: string): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	for (const name of known) {
		const file = await findProgram(name, path);
		if (file !== undefined)
			found[name] = name === 'runsc' ? join(import.meta.dirname, '..', 'own-kernel', 'runsc.sh') : file;
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
	/** Those that gave less than was asked for, and how; not for a runtime that a person names. */
	readonly refused?: ReadonlyMap<string, string>;
}

export interface ChosenRuntime {
	readonly name: string;
	/** Why none of the stronger ones was taken, a half sentence for each. */
	readonly passedOver: readonly string[];
}

/**
 * The runtime to use. Each is tried with a container of its own, but for a lone runc: crun, for one, is installed on machines whose control
 * groups it cannot use. Rejects with `ProblemError` when none will do, and with the signal's reason.
 */
export async function chooseRuntime(question: RuntimeQuestion, signal: AbortSignal): Promise<ChosenRuntime> {
	const { choice, runtimes, refused = new Map() } = question;
	if (choice === 'krun') throw unproved();
	const candidates = choices.filter((name) => (choice === 'auto' || choice === name) && name in runtimes);
	if (candidates.length === 0) throw missing(choice);
	const passedOver: string[] = [];
	for (const name of candidates) {
		const failed = refused.get(name) ?? (await faultOf(name, question, signal));
		if (failed === undefined) return { name, passedOver };
		passedOver.push(`${name}: ${failed}`);
	}
	throw noneWorks(choice, passedOver);
}

/** Why a runtime will not do, as half a sentence; undefined where it will. */
async function faultOf(name: string, question: RuntimeQuestion, signal: AbortSignal): Promise<string | undefined> {
	const { choice, runtimes, rootless } = question;
	if (rootless) return faultRootless(name);
	const isLoneRunc = name === 'runc' && (choice === name || !choices.some((one) => one !== name && one in runtimes));
	return isLoneRunc ? undefined : tryRuntime(name, question, signal);
}

function noneWorks(choice: RuntimeChoice, failures: readonly string[]): ProblemError {
	return choice === 'auto'
		? new ProblemError(
				`Cannot start the sandbox: no container runtime works here: ${failures.join('; ')}`,
				'Run `threadsmith doctor` to see what the machine lacks',
			)
		: new ProblemError(
				`Cannot start the sandbox: the runtime does not work here: ${failures.join('; ')}`,
				'Mend that, or set SANDBOX_RUNTIME=auto, which takes one that works',
			);
}

function unproved(): ProblemError {
	return new ProblemError(
		'Cannot start the sandbox: krun is unproved: nobody has run the attacks of `npm run attack` in its virtual machines yet',
		'Set SANDBOX_RUNTIME=auto, or runsc, which has a kernel of its own too',
	);
}

/** Nothing shows what gVisor's own processes are held to without root; crun refuses a machine whose control groups are of both versions. */
function faultRootless(name: string): string | undefined {
	if (name === 'runsc') return 'it is used as root only';
	return name === 'crun' && !hasUnifiedGroups()
		? "it does not use this machine's control groups without root"
		: undefined;
}

function missing(choice: RuntimeChoice): ProblemError {
	const name = choice === 'auto' ? 'runc' : choice;
	const what = choice === 'auto' ? 'neither runsc, crun nor runc is installed' : `${choice} is not installed`;
	return new ProblemError(
		`Cannot start the sandbox: ${what}`,
		name === 'runc'
			? 'Run `npm start`, which installs what is missing, or install the package "runc"'
			: `Install the package "${name}", or set SANDBOX_RUNTIME=auto`,
	);
}

/** Runs `true` from the host's own files, read-only and with limits. Answers why it failed, or undefined. */
async function tryRuntime(name: string, question: RuntimeQuestion, signal: AbortSignal): Promise<string | undefined> {
	const id = `threadsmith-trial-${randomUUID().slice(0, 8)}`;
	const bundle = join(question.folder, id);
	await mkdir(join(bundle, 'root'), { recursive: true });
	await writeFile(join(bundle, 'config.json'), JSON.stringify(trialSpec(id, question.manager)));
	const program = question.runtimes[name] ?? name;
	const systemd = question.manager === 'systemd' ? ['--systemd-cgroup'] : [];
	const within = AbortSignal.any([signal, AbortSignal.timeout(trialMs)]);
	try {
		await runProgram(program, [...systemd, 'run', '--bundle', bundle, id], within);
		return undefined;
	} catch (error) {
		await runProgram(program, ['delete', '--force', id], AbortSignal.timeout(trialMs)).catch(() => undefined);
		signal.throwIfAborted();
		return messageOf(error);
	} finally {
		await rm(bundle, { recursive: true, force: true });
	}
}

/** A busy machine is no reason for a weaker runtime. */
const trialMs = 15_000;

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
