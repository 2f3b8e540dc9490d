import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import { type SandboxHome, treeNames } from '../../sandbox.ts';
import { keepRelay } from '../boxes/kept-relay.ts';
import { claimLab, fillLab, removeLab } from '../container/lab-paths.ts';
import type { HostPaths, PodmanOptions } from '../container/options.ts';
import { execOf } from '../guest-link/exec.ts';
import { createStderrLog } from '../guest-link/stderr-log.ts';
import type { HeldBox, Host } from '../host/host.ts';
import type { Budgets } from '../lifetime/budgets.ts';
import { createLiveSandbox, type LiveSandbox } from '../lifetime/live-sandbox.ts';
import type { UnfinishedOf } from '../lifetime/unfinished.ts';
import { bootGuest, type Guested } from './boot-guest.ts';
import type { WarmPool } from './warm-pool.ts';

export interface StartOptions {
	readonly options: PodmanOptions;
	readonly host: Host;
	readonly budgets: Budgets;
	readonly unfinished: UnfinishedOf;
	/** Those that wait for a session. */
	readonly warm: Pick<WarmPool<Guested>, 'claim'>;
}

/** One start under way. */
interface Start extends StartOptions {
	readonly home: SandboxHome;
	readonly paths: HostPaths;
	readonly log: Logger;
}

/**
 * Starts a session's sandbox, or gives it one that waits, and reads back from the host that it is what was asked for. Rejects with
 * `ProblemError`, with what Podman said, or with the signal's reason; nothing of it is left then. The caller disposes it.
 */
export async function startSandbox(given: StartOptions, home: SandboxHome, signal: AbortSignal): Promise<LiveSandbox> {
	await using undo = new AsyncDisposableStack();
	const log = given.options.log.child({ session: home.session });
	const start = { ...given, home, paths: given.options.pathsOf(home.session), log };
	await readyLab(start, undo, signal);
	await given.options.fill?.(start.paths, home, signal);
	await readyFolders(start.paths);
	const { host, options, budgets, unfinished } = given;
	const { box, client } = (await claim(start, signal)) ?? (await bootGuest(host, home, log, signal));
	undo.use(box);
	const heldBox = await box.hold(signal);
	const relay = await openGateway(start, { heldBox, gone: client.gone }, signal);
	if (relay) undo.use(relay);
	return createLiveSandbox({
		options,
		client,
		box: heldBox,
		session: home.session,
		outputs: start.paths.outputs,
		budget: budgets(home.session),
		unfinished: unfinished(home.session),
		held: undo.move(),
		log,
	});
}

/** Before anything of a model's runs there: the port is the relay's then. */
async function openGateway(
	{ options, home, log }: Start,
	{ heldBox, gone }: { readonly heldBox: HeldBox; readonly gone: Promise<unknown> },
	signal: AbortSignal,
): Promise<AsyncDisposable | undefined> {
	const { gateway } = options;
	if (gateway === undefined) return undefined;
	return keepRelay(
		{
			start: async (within) => execOf(await heldBox.relay('gateway', within), createStderrLog(log)),
			serve: (stream) => gateway(home.session, stream),
			gone,
			log,
		},
		signal,
	);
}

async function readyLab({ paths, home }: Start, undo: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
	const { passing } = paths;
	if (passing === undefined) return;
	await claimLab(passing);
	undo.defer(() => removeLab(passing));
	await fillLab(paths, home, signal);
}

/** Makes what is missing of the folders that the container is given. */
async function readyFolders({ trees, disk }: HostPaths): Promise<void> {
	const making = mkdir(dirname(disk), { recursive: true });
	await settleAll([making, ...treeNames.map((name) => readyTree(trees[name]))]);
}

async function readyTree(tree: string): Promise<void> {
	await mkdir(tree, { recursive: true });
	// Others must pass: inside, the reader is an id that owns nothing here. What is above it stays closed
	if (((await stat(tree)).mode & 0o005) !== 0o005) await chmod(tree, 0o755);
}

/** One that cannot be had, or not be given the session's things, is not used; the session then gets one of its own. */
async function claim({ warm, home, log }: Start, signal: AbortSignal): Promise<Guested | undefined> {
	const claimed = await warm.claim(signal);
	if (!claimed) return undefined;
	try {
		await claimed.box.give(home, signal);
		return claimed;
	} catch (error) {
		await claimed.box[Symbol.asyncDispose]();
		signal.throwIfAborted();
		log.warn('A waiting sandbox cannot be used', { why: messageOf(error) });
		return undefined;
	}
}
