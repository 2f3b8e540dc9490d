import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { waitUntil } from '../../../base/wait-until.ts';
import { type Rootless, rootlessEnv, storageWords } from './rootless.ts';
import { findProgram } from './run-program.ts';
import {
	type ChosenRuntime,
	cgroupManager,
	chooseRuntime,
	findRuntimes,
	type RuntimeChoice,
	type RuntimeQuestion,
	rootlessCgroupManager,
} from './runtimes.ts';
import { serviceConf } from './service-conf.ts';

/** Podman's API, running. */
export interface RunningService {
	readonly socketPath: string;
	/** The runtime that it gives new containers; undefined for a service that is not ours and was not told which. */
	readonly runtime: string | undefined;
	/** Why it is none of the stronger ones, a half sentence for each. */
	readonly passedOver: readonly string[];
}

/** Podman's API for one home: our own service, or the one a person names. Disposing ends our own. */
export interface PodmanService extends AsyncDisposable {
	/**
	 * The running service; starts it when it does not run, or runs no more. Parallel calls share one start. Rejects with `ProblemError`
	 * when Podman or a runtime is missing or the service does not come up, and with the signal's reason.
	 */
	ready(signal: AbortSignal): Promise<RunningService>;
	/**
	 * The runtime does not do what was asked for. False where it was named by a person or is no service of ours; else our own service ends, and the
	 * next `ready` starts it with the next runtime, if there is one.
	 */
	passOver(runtime: string, why: string): Promise<boolean>;
}

export interface ServiceOptions {
	/** Of root alone: configuration and socket. */
	readonly folder: string;
	readonly choice: RuntimeChoice;
	/** Someone else's service to use in place of our own. */
	readonly socket: string | undefined;
	/** Where programs are looked for. */
	readonly path: string;
	readonly rootless: Rootless | undefined;
	/** Done before each start. */
	readonly beforeStart: () => Promise<void>;
	/** Done after each start, before the service counts as ready; must not reject. */
	readonly afterStart: (socketPath: string, signal: AbortSignal) => Promise<void>;
	readonly log: Logger;
}

interface Started extends RunningService {
	readonly child: ChildProcess | undefined;
}

interface StartOptions extends ServiceOptions {
	readonly choose: (question: Omit<RuntimeQuestion, 'choice'>, signal: AbortSignal) => Promise<ChosenRuntime>;
}

const startMs = 15_000;

/** Nothing runs before the first `ready`. */
export function createPodmanService(options: ServiceOptions): PodmanService {
	const ending = new AbortController();
	const refused = new Map<string, string>();
	let chosen: ChosenRuntime | undefined;
	let starting: Promise<Started> | undefined;

	function start(): Promise<Started> {
		const forget = (): void => {
			if (starting === attempt) starting = undefined;
		};
		const attempt = startWith({ ...options, choose }, forget, ending.signal);
		attempt.catch(forget);
		return attempt;
	}

	/** Once: a service that has died must not come back with a weaker runtime because the machine is busy. */
	async function choose(question: Omit<RuntimeQuestion, 'choice'>, signal: AbortSignal): Promise<ChosenRuntime> {
		chosen ??= await chooseRuntime({ ...question, choice: options.choice, refused }, signal);
		return chosen;
	}

	return {
		async ready(signal) {
			signal.throwIfAborted();
			starting ??= start();
			return raceAbort(starting, signal);
		},
		async passOver(runtime, why) {
			if (options.choice !== 'auto' || options.socket !== undefined) return false;
			refused.set(runtime, why);
			if (chosen?.name === runtime) chosen = undefined;
			const started = await starting?.catch(() => undefined);
			if (started?.runtime === runtime && started.child !== undefined) await stop(started.child);
			return true;
		},
		async [Symbol.asyncDispose]() {
			ending.abort(new Error('Cannot use the Podman service: it was ended'));
			const started = await starting?.catch(() => undefined);
			if (started?.child !== undefined) await stop(started.child);
		},
	};
}

async function startWith(options: StartOptions, onDeath: () => void, signal: AbortSignal): Promise<Started> {
	await options.beforeStart();
	const { socket } = options;
	const started = await (socket === undefined ? startOwn(options, onDeath, signal) : useGiven(options, socket, signal));
	await options.afterStart(started.socketPath, signal);
	return started;
}

async function useGiven({ choice }: ServiceOptions, socketPath: string, signal: AbortSignal): Promise<Started> {
	const runtime = choice === 'auto' ? undefined : choice;
	if (await answers(socketPath, signal)) return { socketPath, runtime, passedOver: [], child: undefined };
	throw new ProblemError(
		`Cannot start the sandbox: no Podman service answers on "${socketPath}"`,
		`Start it with \`podman system service --time=0 unix://${socketPath}\`, or name no socket and Threadsmith runs its own`,
	);
}

async function startOwn(options: StartOptions, onDeath: () => void, signal: AbortSignal): Promise<Started> {
	const { folder, path, log } = options;
	// One after the other: where both are missing it is Podman that is named
	const podman = await findOrFail('podman', path);
	const setpriv = await findOrFail('setpriv', path);
	await mkdir(folder, { recursive: true });
	await chmod(folder, 0o700);
	const { name: runtime, passedOver } = await configure(options, signal);
	if (passedOver.length > 0) log.info('Stronger runtimes are passed over', { runtime, passedOver });
	const socketPath = join(folder, 'podman.sock');
	await rm(socketPath, { force: true });
	// Without pdeathsig the service would outlive a bot that is killed, and with it the attach streams that keep sandboxes alive
	const words = [podman, ...storageWords(options.rootless), 'system', 'service', '--time=0', `unix://${socketPath}`];
	const args = ['--pdeathsig', 'KILL', ...words];
	// In its own folder: conmon leaves a file "oom" where the service was started
	const child = spawn(setpriv, args, { cwd: folder, env: serviceEnv(options), stdio: ['ignore', 'ignore', 'pipe'] });
	const complaints = watch(child, log, onDeath);
	const up = await waitUntil(async () => hasEnded(child) || (await answers(socketPath, signal)), pace, signal).catch(
		async (error: unknown) => {
			await stop(child);
			throw error;
		},
	);
	if (up && !hasEnded(child)) return { socketPath, runtime, passedOver, child };
	await stop(child);
	throw notUp(complaints());
}

const pace = { everyMs: 10, withinMs: startMs };

function serviceEnv({ folder, path, rootless }: ServiceOptions): NodeJS.ProcessEnv {
	// CONTAINERS_STORAGE_CONF must not be set: the clean-up that conmon starts later does not inherit it
	const own = { PATH: path, HOME: homedir(), CONTAINERS_CONF: join(folder, 'containers.conf') };
	return { ...own, ...rootlessEnv(rootless) };
}

async function configure(
	{ choose, path, folder, rootless }: StartOptions,
	signal: AbortSignal,
): Promise<ChosenRuntime> {
	const managing = rootless === undefined ? cgroupManager() : rootlessCgroupManager(rootless.runtimeDir);
	const [runtimes, manager] = await Promise.all([findRuntimes(path), managing]);
	const chosen = await choose({ runtimes, manager, folder, rootless: rootless !== undefined }, signal);
	const conf = serviceConf({ runtime: chosen.name, runtimes, cgroupManager: manager });
	await writeFile(join(folder, 'containers.conf'), conf, { mode: 0o600 });
	return chosen;
}

async function findOrFail(name: string, path: string): Promise<string> {
	const found = await findProgram(name, path);
	if (found !== undefined) return found;
	throw new ProblemError(
		`Cannot start the sandbox: ${name} is not installed`,
		'Run `npm start`, which installs what is missing, or install the packages "podman" and "util-linux"',
	);
}

/** Logs what the service complains of, and answers a function that gives its last words. */
function watch(child: ChildProcess, log: Logger, onDeath: () => void): () => string {
	let last = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		last = (last + text).slice(-2_000);
		log.debug('Podman service complains', { text: text.slice(0, 2_000) });
	});
	child.on('error', () => onDeath());
	child.on('exit', (code, signal) => {
		log.info('Podman service ended', { code, signal });
		onDeath();
	});
	return () => last.trim().split('\n').pop() ?? '';
}

function notUp(complaint: string): ProblemError {
	return new ProblemError(
		`Cannot start the sandbox: the Podman service did not come up${complaint === '' ? '' : `: ${complaint}`}`,
		'Run `threadsmith doctor` to see what the machine lacks',
	);
}

function hasEnded(child: ChildProcess): boolean {
	return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function stop(child: ChildProcess): Promise<void> {
	if (hasEnded(child)) return;
	const { promise, resolve } = Promise.withResolvers<void>();
	child.once('exit', () => resolve());
	// It holds nothing that needs a farewell, and on TERM it waits for open connections
	child.kill('SIGKILL');
	await promise;
}

/** Whether a service answers a ping on that socket. */
function answers(socketPath: string, signal: AbortSignal): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<boolean>();
	const within = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
	const asking = request({ socketPath, path: '/_ping', agent: false, signal: within }, (response) => {
		response.resume();
		resolve(response.statusCode === 200);
	});
	asking.on('error', () => resolve(false)).end();
	return promise;
}
