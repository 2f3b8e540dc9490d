import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { settleAll } from '../../../base/settle.ts';
import { ensureDisk } from '../../files/disk/disk.ts';
import type { SandboxHome } from '../../sandbox.ts';
import type { Border } from '../border/border.ts';
import { attach } from '../guest-link/attach.ts';
import { connectGuest } from '../guest-link/guest-client.ts';
import type { Budgets } from '../lifetime/budgets.ts';
import { createLiveSandbox, type LiveSandbox } from '../lifetime/live-sandbox.ts';
import { placeShim } from '../own-kernel/statx-shim.ts';
import { type ContainerFacts, createEngine, type Engine } from '../service/engine.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';
import type { PodmanService } from '../service/service.ts';
import type { StateFolder } from '../service/state-folder.ts';
import { findCgroup } from './cgroup.ts';
import { containerSpec, idCount } from './container-spec.ts';
import { readBack } from './hold.ts';
import { claimLab, fillLab, removeLab } from './lab-paths.ts';
import type { HostPaths, PodmanOptions } from './options.ts';
import type { Owner } from './owner.ts';
import { letPass, slotMount } from './slot.ts';
import { NotAsAsked } from './start-problem.ts';

export interface StartOptions {
	readonly options: PodmanOptions;
	readonly service: PodmanService;
	readonly owner: Owner;
	readonly folder: StateFolder;
	readonly budgets: Budgets;
	readonly border: Border;
}

/** One start under way. */
interface Start extends StartOptions {
	readonly home: SandboxHome;
	readonly paths: HostPaths;
	readonly engine: Engine;
	readonly socketPath: string;
	readonly runtime: string | undefined;
	/** Name of the slot; the container's is made of it. */
	readonly name: string;
	readonly slot: string;
	readonly undo: AsyncDisposableStack;
}

const handshakeMs = 15_000;
const removeMs = 20_000;
/** Where layers must be copied for the ids of a container, creating takes long. */
const createMs = 120_000;

/**
 * Starts a session's sandbox and reads back from the host that it is what was asked for. Rejects with `ProblemError`, with what Podman said,
 * or with the signal's reason; nothing of it is left then. The caller disposes it.
 */
export async function startSandbox(given: StartOptions, home: SandboxHome, signal: AbortSignal): Promise<LiveSandbox> {
	await using undo = new AsyncDisposableStack();
	const { socketPath, runtime } = await given.service.ready(signal);
	const name = given.owner.nameSlot();
	const slot = `${given.folder.slots}/${name}`;
	const paths = given.options.pathsOf(home.session);
	const start = {
		...given,
		home,
		paths,
		engine: await createEngine(socketPath),
		socketPath,
		runtime,
		name,
		slot,
		undo,
	};
	const { id, idBase } = await make(start, signal);
	const stream = await open(start, id, idBase, signal);
	const log = given.options.log.child({ session: home.session });
	await start.engine.start(id, signal);
	const client = await connectGuest({ stream, log, handshakeMs }, signal);
	const container = await inspectRunning(start.engine, id, signal);
	const cgroup = await findCgroup(container.pid, id);
	const { hostBase, unenforced } = await readBack(
		{ options: given.options, runtime, idBase, container, cgroup },
		signal,
	);
	const { options } = given;
	return createLiveSandbox({
		options,
		session: home.session,
		outputs: paths.outputs,
		client,
		socketPath,
		id,
		container,
		idBase: hostBase,
		cgroup,
		unenforced,
		walkOutputs: given.border.walkOutputs(name),
		diskGone: (ending) => given.border.diskGone(name, ending),
		budget: given.budgets(home.session),
		held: undo.move(),
		log,
	});
}

/** Slot and container, and the disk image, in parallel. Undone by name, so that nothing is missed that was made while it was called off. */
async function make(start: Start, signal: AbortSignal): Promise<{ readonly id: string; readonly idBase: number }> {
	const { owner, border, engine, home, paths, name, undo } = start;
	const { passing } = paths;
	if (passing !== undefined) {
		await claimLab(passing);
		undo.defer(() => removeLab(passing));
		await fillLab(paths, home, signal);
	}
	undo.defer(() => owner.forget(name));
	undo.defer(() => border.removeSlot(name));
	undo.defer(() => removeContainer(start.service, containerName(name)));
	const [id] = await settleAll<[string, unknown]>([
		// In this order: Podman makes a folder where it does not find what is to be mounted, and then nothing can be mounted there
		border.makeSlot(name, paths.trees, signal).then(() => create(start, signal)),
		ensureDisk(paths.disk, home.diskBytes, signal),
	]);
	const { idBase } = await inspect(engine, id, signal);
	if (idBase === undefined)
		throw new NotAsAsked([`user id map is the host's own, asked for ${idCount} ids of its own`]);
	return { id, idBase };
}

function containerName(slotName: string): string {
	return `threadsmith-${slotName}`;
}

/** Podman goes on creating when its client leaves: only what has been created can be removed, so a call-off waits for that. */
async function create(
	{ options, home, folder, name, slot, engine, runtime }: Start,
	signal: AbortSignal,
): Promise<string> {
	const { image, limits, timezone, homeId, seams } = options;
	const labels = { app: 'threadsmith', home: homeId, session: home.session, slot: name };
	const { hosts, resolv, seccomp, ownKernel, preload } = folder.files;
	const byKernel = hasOwnKernel(runtime) ? { seccomp: ownKernel, preload } : { seccomp };
	const files = { hosts, resolv, ...byKernel, slot: slotMount(slot) };
	const spec = containerSpec({ image, limits, timezone, labels, files });
	const altered = seams?.alterSpec?.(spec) ?? spec;
	const id = await engine.create(containerName(name), altered, AbortSignal.timeout(createMs));
	signal.throwIfAborted();
	return id;
}

/** Attaches, and meanwhile gives the session's disk to the ids of this container and mounts it. */
async function open(start: Start, id: string, idBase: number, signal: AbortSignal): Promise<Duplex> {
	const { border, name, socketPath, runtime, folder, paths, slot, undo } = start;
	if (hasOwnKernel(runtime)) {
		await letPass(slot, dirname(folder.files.hosts), idBase);
		await placeShim(slotMount(slot));
	}
	const attaching = attach(socketPath, id, signal).then((stream) => {
		undo.defer(() => void stream.destroy());
		return stream;
	});
	const mounting = border.mountDisk(name, paths.disk, idBase, signal);
	const [stream] = await settleAll<[Duplex, unknown]>([attaching, mounting]);
	return stream;
}

async function inspect(engine: Engine, id: string, signal: AbortSignal): Promise<ContainerFacts> {
	const facts = await engine.inspect(id, signal);
	if (facts === undefined) throw new Error('the container ended at once');
	return facts;
}

async function inspectRunning(engine: Engine, id: string, signal: AbortSignal): Promise<ContainerFacts> {
	const facts = await inspect(engine, id, signal);
	if (facts.pid === 0) throw new Error('the container ended at once');
	return facts;
}

/** Through whichever service runs by then: the one that made it may be gone. */
async function removeContainer(service: PodmanService, name: string): Promise<void> {
	const signal = AbortSignal.timeout(removeMs);
	const { socketPath } = await service.ready(signal);
	await (await createEngine(socketPath)).remove(name, signal);
}
