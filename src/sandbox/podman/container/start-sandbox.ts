import type { Duplex } from 'node:stream';
import { ProblemError } from '../../../base/errors.ts';
import { settleAll } from '../../../base/settle.ts';
import { ensureDisk, mountDisk } from '../../files/disk/disk.ts';
import type { SandboxHome } from '../../sandbox.ts';
import { attach } from '../guest-link/attach.ts';
import { connectGuest } from '../guest-link/guest-client.ts';
import type { Budgets } from '../lifetime/budgets.ts';
import { createLiveSandbox, type LiveSandbox } from '../lifetime/live-sandbox.ts';
import { yieldWhileBusy } from '../lifetime/yielding.ts';
import { type ContainerFacts, createEngine, type Engine } from '../service/engine.ts';
import type { PodmanService } from '../service/service.ts';
import type { StateFolder } from '../service/state-folder.ts';
import { cgroupIn, findCgroupFolders } from './cgroup.ts';
import { containerSpec, idCount } from './container-spec.ts';
import { cpuWeightIn } from './cpu-weight.ts';
import { differences } from './differences.ts';
import { claimLab, fillLab, removeLab } from './lab-paths.ts';
import type { HostPaths, PodmanOptions } from './options.ts';
import type { Owner } from './owner.ts';
import { askedFacts, readFacts } from './read-back.ts';
import { createSlot, openClosed, removeSlot, slotDisk } from './slot.ts';

export interface StartOptions {
	readonly options: PodmanOptions;
	readonly service: PodmanService;
	readonly owner: Owner;
	readonly folder: StateFolder;
	readonly budgets: Budgets;
}

/** One start under way. */
interface Start extends StartOptions {
	readonly home: SandboxHome;
	readonly paths: HostPaths;
	readonly engine: Engine;
	readonly socketPath: string;
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
	const start = { ...given, home, paths, engine: await createEngine(socketPath), socketPath, name, slot, undo };
	const { id, idBase } = await make(start, signal);
	const stream = await open(start, id, idBase, signal);
	const log = given.options.log.child({ session: home.session });
	await start.engine.start(id, signal);
	const client = await connectGuest({ stream, log, handshakeMs }, signal);
	const container = await inspectRunning(start.engine, id, signal);
	const groups = await findCgroupFolders(container.pid, id);
	const cgroup = cgroupIn(groups);
	const asked = askedFacts(given.options.limits, runtime, idBase);
	refuseIf(differences(asked, await readFacts(container, cgroup)));
	undo.use(yieldWhileBusy(cpuWeightIn(groups), log));
	const disk = slotDisk(slot);
	const { options } = given;
	return createLiveSandbox({
		options,
		session: home.session,
		outputs: paths.outputs,
		client,
		socketPath,
		id,
		container,
		idBase,
		cgroup,
		disk,
		budget: given.budgets(home.session),
		held: undo.move(),
		log,
	});
}

/** Slot and container, and the disk image, in parallel. Undone by name, so that nothing is missed that was made while it was called off. */
async function make(start: Start, signal: AbortSignal): Promise<{ readonly id: string; readonly idBase: number }> {
	const { options, owner, engine, home, paths, name, slot, undo } = start;
	const { passing } = paths;
	if (passing !== undefined) {
		await claimLab(passing);
		undo.defer(() => removeLab(passing));
		await fillLab(paths, home, signal);
	}
	undo.defer(() => owner.forget(name));
	undo.defer(() => removeSlot(slot, options.log));
	undo.defer(() => removeContainer(start.service, containerName(name)));
	const [id] = await settleAll<[string, unknown]>([
		// In this order: Podman makes a folder where it does not find what is to be mounted, and then nothing can be mounted there
		createSlot(slot, paths.trees, signal).then(() => create(start, signal)),
		ensureDisk(paths.disk, home.diskBytes, signal),
	]);
	const { idBase } = await inspect(engine, id, signal);
	if (idBase === undefined) throw refusal([`user id map is the host's own, asked for ${idCount} ids of its own`]);
	return { id, idBase };
}

function containerName(slotName: string): string {
	return `threadsmith-${slotName}`;
}

/** Podman goes on creating when its client leaves: only what has been created can be removed, so a call-off waits for that. */
async function create({ options, home, folder, name, slot, engine }: Start, signal: AbortSignal): Promise<string> {
	const { image, limits, timezone, homeId, seams } = options;
	const labels = { app: 'threadsmith', home: homeId, session: home.session, slot: name };
	const spec = containerSpec({ image, limits, timezone, labels, files: { ...folder.files, slot } });
	const altered = seams?.alterSpec?.(spec) ?? spec;
	const id = await engine.create(containerName(name), altered, AbortSignal.timeout(createMs));
	signal.throwIfAborted();
	return id;
}

/** Attaches, and meanwhile gives the session's disk to the ids of this container and mounts it. */
async function open(start: Start, id: string, idBase: number, signal: AbortSignal): Promise<Duplex> {
	const { socketPath, paths, slot, undo } = start;
	const attaching = attach(socketPath, id, signal).then((stream) => {
		undo.defer(() => void stream.destroy());
		return stream;
	});
	const mounting = mountDisk(paths.disk, slotDisk(slot), idBase, signal);
	const [stream] = await settleAll<[Duplex, unknown, unknown]>([attaching, mounting, openClosed(slot, idBase)]);
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

function refuseIf(different: readonly string[]): void {
	if (different.length > 0) throw refusal(different);
}

function refusal(different: readonly string[]): ProblemError {
	return new ProblemError(
		`Cannot use the sandbox: it is not what was asked for: ${different.join('; ')}`,
		'Run `threadsmith doctor` to see what the machine lacks, or set SANDBOX_RUNTIME to another runtime',
	);
}
