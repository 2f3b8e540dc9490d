import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import { ensureDisk } from '../../files/disk/disk.ts';
import type { SandboxHome } from '../../sandbox.ts';
import { findCgroup, findCgroupFolders } from '../container/cgroup.ts';
import { cpuWeightIn } from '../container/cpu-weight.ts';
import { readBack } from '../container/hold.ts';
import { claimLab, fillLab, removeLab } from '../container/lab-paths.ts';
import type { HostPaths } from '../container/options.ts';
import { slotDisk } from '../container/slot.ts';
import type { Budgets } from '../lifetime/budgets.ts';
import { createLiveSandbox, type LiveSandbox } from '../lifetime/live-sandbox.ts';
import type { UnfinishedOf } from '../lifetime/unfinished.ts';
import { yieldWhileBusy } from '../lifetime/yielding.ts';
import { type Booted, type BootParts, boot, type SlotAt } from './boot.ts';
import type { Claimed } from './make-warm.ts';
import type { WarmPool } from './warm-pool.ts';

export interface StartOptions extends BootParts {
	readonly budgets: Budgets;
	readonly unfinished: UnfinishedOf;
	/** Those that wait for a session. */
	readonly warm: Pick<WarmPool<Claimed>, 'claim'>;
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
	const booted = (await claim(start, undo, signal)) ?? (await bootFor(start, undo, signal));
	undo.use(booted.held);
	return await verified(start, booted, undo, signal);
}

async function readyLab({ paths, home }: Start, undo: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
	const { passing } = paths;
	if (passing === undefined) return;
	await claimLab(passing);
	undo.defer(() => removeLab(passing));
	await fillLab(paths, home, signal);
}

async function bootFor(start: Start, undo: AsyncDisposableStack, signal: AbortSignal): Promise<Booted> {
	const { paths, home, log } = start;
	const image = ensureDisk(paths.disk, home.diskBytes, signal);
	const fill = async (at: SlotAt) => {
		const disk = image.then(() => start.border.mountDisk(at.slot, paths.disk, at.idBase, signal));
		await settleAll([disk, bindSession(start, at.slot, undo, signal)]);
	};
	const booting = boot(start, { label: home.session, fill, log }, signal);
	const [booted] = await settleAll([booting, image] as const);
	return booted;
}

async function bindSession(
	{ owner, border, paths }: Start,
	slot: string,
	undo: AsyncDisposableStack,
	signal: AbortSignal,
): Promise<void> {
	const stage = owner.nameSlot();
	undo.defer(() => owner.forget(stage));
	const { cleared } = await border.bindTrees({ slot, stage }, paths.trees, signal);
	// Nobody waits for it but the end
	undo.defer(() => cleared);
}

/** One that cannot be had, or not be given the session's things, is not used; the session then gets one of its own. */
async function claim(start: Start, undo: AsyncDisposableStack, signal: AbortSignal): Promise<Booted | undefined> {
	const claimed = await start.warm.claim(signal);
	if (!claimed) return undefined;
	try {
		await settleAll([giveDisk(start, claimed, signal), bindSession(start, claimed.booted.slot, undo, signal)]);
		return claimed.booted;
	} catch (error) {
		await claimed.booted.held.disposeAsync();
		await claimed.dropDisk();
		signal.throwIfAborted();
		start.log.warn('A waiting sandbox cannot be used', { why: messageOf(error) });
		return undefined;
	}
}

/** A session without a disk takes over the one that is formatted and mounted already; another's own is mounted over it. */
async function giveDisk({ border, paths, home }: Start, claimed: Claimed, signal: AbortSignal): Promise<void> {
	if (await claimed.moveDisk(paths.disk, home.diskBytes)) return;
	await claimed.dropDisk();
	await ensureDisk(paths.disk, home.diskBytes, signal);
	await border.mountDisk(claimed.booted.slot, paths.disk, claimed.booted.idBase, signal);
}

/** Takes over all that is held. */
async function verified(
	start: Start,
	booted: Booted,
	held: AsyncDisposableStack,
	signal: AbortSignal,
): Promise<LiveSandbox> {
	const { options, border, folder, home, paths, budgets, unfinished, log } = start;
	const { container, id, idBase, runtime, slot, socketPath, client } = booted;
	const groups = await findCgroupFolders(container.pid, id);
	const cgroup = await findCgroup(container.pid, id);
	const { hostBase, unenforced } = await readBack({ options, runtime, idBase, container, cgroup }, signal);
	if (unenforced.length === 0) held.use(yieldWhileBusy(cpuWeightIn(groups), log));
	const disk = border.diskOf(slot);
	return createLiveSandbox({
		...{ options, client, socketPath, id, container, idBase: hostBase, cgroup, log, held: held.move() },
		unenforced,
		session: home.session,
		outputs: paths.outputs,
		disk: slotDisk(`${folder.slots}/${slot}`),
		walkOutputs: disk.walkOutputs,
		diskGone: disk.gone,
		budget: budgets(home.session),
		unfinished: unfinished(home.session),
	});
}
