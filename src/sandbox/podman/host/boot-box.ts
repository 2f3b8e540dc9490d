import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { settleAll } from '../../../base/settle.ts';
import type { Border } from '../border/border.ts';
import { containerSpec, idCount } from '../container/container-spec.ts';
import { type HostOptions, imageNow } from '../container/options.ts';
import type { Owner } from '../container/owner.ts';
import { letPass, slotMount } from '../container/slot.ts';
import { notAsAsked } from '../container/start-problem.ts';
import { attach } from '../guest-link/attach.ts';
import { placeShim } from '../own-kernel/statx-shim.ts';
import { type ContainerFacts, createEngine, type Engine } from '../service/engine.ts';
import { endForgotten } from '../service/forgotten.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';
import type { PodmanService } from '../service/service.ts';
import type { StateFolder } from '../service/state-folder.ts';

/** Whatever containers are made with. */
export interface BoxParts {
	readonly options: HostOptions;
	readonly service: PodmanService;
	readonly owner: Owner;
	readonly folder: StateFolder;
	readonly border: Border;
}

/** Where a session's things are mounted, by the slot's name, and for the ids of which container, as Podman counts them. */
export interface SlotAt {
	readonly slot: string;
	readonly idBase: number;
}

export interface BootPlan {
	/** Named on the container: a session, or nothing while it is nobody's. */
	readonly label: string;
	/** Fills the slot, in parallel to the start; before it, where the runtime shows nothing that comes later. */
	readonly fill: (at: SlotAt) => Promise<void>;
}

/** A container that runs. */
export interface Booted extends SlotAt {
	readonly id: string;
	readonly socketPath: string;
	/** The runtime that was asked for; undefined: whichever a service that is not ours takes. */
	readonly runtime: string | undefined;
	readonly container: ContainerFacts;
	readonly stream: Duplex;
	/** All that it holds on the host. */
	readonly held: AsyncDisposableStack;
}

const removeMs = 20_000;
/** Where layers must be copied for the ids of a container, creating takes long. */
const createMs = 120_000;

/**
 * Makes and starts a container, whose guest is on its way then. Rejects with `ProblemError`, with what Podman said, or with the signal's reason;
 * nothing of it is left then. The caller disposes `held`.
 */
export async function bootBox(parts: BoxParts, plan: BootPlan, signal: AbortSignal): Promise<Booted> {
	await using undo = new AsyncDisposableStack();
	const { owner, border, service, folder, options } = parts;
	const { socketPath, runtime } = await service.ready(signal);
	const engine = await createEngine(socketPath);
	const slot = owner.nameSlot();
	// Undone by name, so that nothing is missed that was made while it was called off
	undo.defer(() => owner.forget(slot));
	undo.defer(() => border.removeSlot(slot));
	const name = containerName(slot);
	let isStarted = false;
	undo.defer(async () => {
		if (!isStarted) await endForgotten(folder.service, (one) => one === name, options.log);
	});
	undo.defer(() => removeContainer(service, name));
	await border.makeSlot(slot, signal);
	const making = { ...parts, engine, runtime, slot };
	const id = await create(making, plan.label, signal);
	const { idBase } = await inspect(engine, id, signal);
	if (idBase === undefined) throw notAsAsked([`user id map is the host's own, asked for ${idCount} ids of its own`]);
	const begin = () => begun({ engine, socketPath, id, undo }, signal);
	const fill = () => plan.fill({ slot, idBase });
	const stream = hasOwnKernel(runtime)
		? await readyOwnKernel(making, idBase).then(fill).then(begin)
		: (await settleAll([begin(), fill()] as const))[0];
	const container = await inspectRunning(engine, id, signal);
	isStarted = true;
	return { slot, id, idBase, socketPath, runtime, container, stream, held: undo.move() };
}

interface Making extends BoxParts {
	readonly engine: Engine;
	readonly runtime: string | undefined;
	/** Its name; the container's is made of it. */
	readonly slot: string;
}

/** As root: what a kernel of its own needs of a slot before it starts. */
async function readyOwnKernel({ folder, slot }: Making, idBase: number): Promise<void> {
	const path = slotPath(folder, slot);
	await letPass(path, dirname(folder.files.hosts), idBase);
	await placeShim(slotMount(path));
}

export function slotPath({ slots }: StateFolder, slot: string): string {
	return `${slots}/${slot}`;
}

/** Podman goes on creating when its client leaves: only what has been created can be removed, so a call-off waits for that. */
async function create(
	{ options, folder, slot, engine, runtime }: Making,
	label: string,
	signal: AbortSignal,
): Promise<string> {
	const { limits, inMemory, timezone, homeId, seams } = options;
	const labels = { app: 'threadsmith', home: homeId, session: label, slot };
	const { hosts, resolv, seccomp, ownKernel, preload } = folder.files;
	const byKernel = hasOwnKernel(runtime) ? { seccomp: ownKernel, preload } : { seccomp };
	const files = { hosts, resolv, ...byKernel, slot: slotMount(slotPath(folder, slot)) };
	const spec = containerSpec({ image: await imageNow(options), limits, inMemory, timezone, labels, files });
	const altered = seams?.alterSpec?.(spec) ?? spec;
	const id = await engine.create(containerName(slot), altered, AbortSignal.timeout(createMs));
	signal.throwIfAborted();
	return id;
}

interface Beginning {
	readonly engine: Engine;
	readonly socketPath: string;
	readonly id: string;
	readonly undo: AsyncDisposableStack;
}

async function begun({ engine, socketPath, id, undo }: Beginning, signal: AbortSignal): Promise<Duplex> {
	const stream = await attach(socketPath, id, signal);
	// Until somebody reads it, whatever it comes to is told by its end
	stream.on('error', () => undefined);
	undo.defer(() => void stream.destroy());
	await engine.start(id, signal);
	return stream;
}

function containerName(slotName: string): string {
	return `threadsmith-${slotName}`;
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
