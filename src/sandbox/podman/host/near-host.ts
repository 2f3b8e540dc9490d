import { settleAll } from '../../../base/settle.ts';
import { ensureDisk } from '../../files/disk/disk.ts';
import { type PoolDisk, poolDisk } from '../../files/disk/pool-disk.ts';
import { type OpenFolder, openOwnFolder } from '../../files/folder.ts';
import { chooseBorder } from '../border/choose-border.ts';
import type { HostOptions } from '../container/options.ts';
import { createOwner } from '../container/owner.ts';
import { inKernelSteps } from '../container/sandbox-limits.ts';
import { clearLeftOvers, findLeftOverSlots, type LeftOverOptions } from '../lifetime/left-overs.ts';
import { createEngine } from '../service/engine.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';
import { systemPath } from '../service/run-program.ts';
import { createPodmanService } from '../service/service.ts';
import { stateFolder } from '../service/state-folder.ts';
import { type Booted, type BoxParts, bootBox, type SlotAt } from './boot-box.ts';
import type { Box, ForSession, Host } from './host.ts';
import { holdBox } from './near-box.ts';

interface NearParts extends BoxParts {
	readonly openFolder: OpenFolder;
	/** The runtimes that gave all that was asked for. */
	readonly proven: Set<string>;
}

/**
 * Containers that this process makes: it is root, or its options say in which namespace it is. `openFolder` opens the folders that sessions are
 * given, and those of disks. Nothing is started before it is needed.
 */
export function createNearHost(given: HostOptions, openFolder: OpenFolder = openOwnFolder): Host {
	const options = { ...given, limits: inKernelSteps(given.limits) };
	const { homeId, stateDir, runtime, rootless, log, seams = {} } = options;
	const path = seams.path ?? systemPath;
	const folder = stateFolder(stateDir);
	const owner = createOwner();
	const border = chooseBorder({ slots: folder.slots, rootless, path, openFolder, log });
	const leftOvers: LeftOverOptions = { homeId, slots: folder.slots, service: folder.service, border, owner, log };
	const service = createPodmanService({
		folder: folder.service,
		choice: runtime,
		socket: options.socket,
		path,
		rootless,
		beforeStart: folder.prepare,
		afterStart: (socketPath, signal) => clear(leftOvers, socketPath, signal),
		log,
	});
	const parts: NearParts = { options, service, owner, folder, border, openFolder, proven: new Set() };
	return {
		async ready(signal) {
			const { runtime: chosen, passedOver } = await service.ready(signal);
			return { runtime: chosen, passedOver, bindsLate: !hasOwnKernel(chosen ?? runtime) };
		},
		passOver: async (name, why) => !parts.proven.has(name) && (await service.passOver(name, why)),
		boot: (order, signal) =>
			'pool' in order ? bootWaiting(parts, order.diskBytes, signal) : bootFor(parts, order, signal),
		async clear() {
			const found = await findLeftOverSlots(leftOvers);
			if (found.length > 0) await service.ready(new AbortController().signal);
		},
		async [Symbol.asyncDispose]() {
			await service[Symbol.asyncDispose]();
			await border[Symbol.asyncDispose]();
			await folder.remove();
		},
	};
}

async function bootFor(parts: NearParts, to: ForSession, signal: AbortSignal): Promise<Box> {
	const { disk } = parts.options.pathsOf(to.session);
	await using undo = new AsyncDisposableStack();
	const image = ensureDisk(disk, to.diskBytes, signal, { openFolder: parts.openFolder });
	const fill = async ({ slot, idBase }: SlotAt) => {
		const mounted = image.then(() => parts.border.mountDisk(slot, disk, idBase, signal));
		await settleAll([mounted, bindSession(parts, to.session, slot, undo, signal)]);
	};
	const booting = bootBox(parts, { label: to.session, fill }, signal);
	const [booted] = await settleAll([booting, image] as const);
	const held = undo.move();
	held.use(booted.held);
	return boxOf(parts, booted, held);
}

async function bindSession(
	{ options, owner, border }: NearParts,
	session: string,
	slot: string,
	undo: AsyncDisposableStack,
	signal: AbortSignal,
): Promise<void> {
	const stage = owner.nameSlot();
	undo.defer(() => owner.forget(stage));
	const { cleared } = await border.bindTrees({ slot, stage }, options.pathsOf(session).trees, signal);
	// Nobody waits for it but the end
	undo.defer(() => cleared);
}

async function bootWaiting(parts: NearParts, diskBytes: number, signal: AbortSignal): Promise<Box> {
	const { options, border, openFolder } = parts;
	if (options.pool === undefined) throw new Error('Cannot keep a sandbox ready: there is no folder for its disk');
	await using undo = new AsyncDisposableStack();
	const disk = undo.use(poolDisk(options.pool.folder, openFolder));
	const made = disk.ensure(diskBytes, signal);
	const fill = async ({ slot, idBase }: SlotAt) => {
		await made;
		await border.mountDisk(slot, disk.path, idBase, signal);
	};
	const [booted] = await settleAll([bootBox(parts, { label: '', fill }, signal), made] as const);
	const held = undo.move();
	held.use(booted.held);
	return boxOf(parts, booted, held, disk);
}

function boxOf(parts: NearParts, booted: Booted, held: AsyncDisposableStack, pooled?: PoolDisk): Box {
	return {
		stream: booted.stream,
		async give(to, signal) {
			if (pooled === undefined) throw new Error("Cannot give a sandbox away: it is a session's already");
			const binding = bindSession(parts, to.session, booted.slot, booted.held, signal);
			await settleAll([giveDisk(parts, booted, pooled, to, signal), binding]);
		},
		async hold(signal) {
			const box = await holdBox(parts, booted, signal);
			parts.proven.add(box.runtime);
			return box;
		},
		[Symbol.asyncDispose]: () => held.disposeAsync(),
	};
}

/** A session without a disk takes over the one that is formatted and mounted already; another's own is mounted over it. */
async function giveDisk(
	{ options, border, openFolder }: NearParts,
	{ slot, idBase }: SlotAt,
	pooled: PoolDisk,
	to: ForSession,
	signal: AbortSignal,
): Promise<void> {
	const { disk } = options.pathsOf(to.session);
	if (await pooled.moveTo(disk, to.diskBytes)) return;
	await pooled[Symbol.asyncDispose]();
	await ensureDisk(disk, to.diskBytes, signal, { openFolder });
	await border.mountDisk(slot, disk, idBase, signal);
}

async function clear(leftOvers: LeftOverOptions, socketPath: string, signal: AbortSignal): Promise<void> {
	try {
		await clearLeftOvers(await createEngine(socketPath), leftOvers, signal);
	} catch (error) {
		leftOvers.log.warn('Left-overs cannot be cleared now', { err: error });
	}
}
