import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { FoundFile, WalkEntry } from '../../files/fd-walk.ts';
import type { Border } from './border.ts';
import { encodeFrame, readFrames } from './frames.ts';
import { type Done, failureOf, orderSchema, type Request } from './messages.ts';

export interface ServedBorder {
	readonly border: Border;
	/** The data folder, absolute: disks and folders are named by their paths below it. */
	readonly data: string;
	readonly input: AsyncIterable<Uint8Array>;
	readonly output: Writable;
}

interface Served extends ServedBorder {
	readonly walks: Map<number, OpenWalk>;
	/** How many walks there have been. */
	count: number;
}

interface OpenWalk {
	readonly entries: AsyncGenerator<WalkEntry>;
	readonly ending: AbortController;
	/** Where it is. */
	file?: FoundFile;
	chunks?: AsyncGenerator<Uint8Array>;
}

interface Answered {
	readonly done: Done;
	readonly body?: Uint8Array | undefined;
}

/**
 * Does on a border what the other side of these streams asks for, until it leaves; then what is under way is called off, and this resolves
 * when it has ended. Rejects when what comes in is not what the other side would send.
 */
export async function serveBorder(given: ServedBorder): Promise<void> {
	const served: Served = { ...given, walks: new Map(), count: 0 };
	const calls = new Map<number, AbortController>();
	const working = new Set<Promise<void>>();
	try {
		for await (const { head } of readFrames(given.input)) {
			const order = orderSchema.parse(head);
			if ('callOff' in order) calls.get(order.callOff)?.abort();
			else begin(order.id, order.request);
		}
	} finally {
		for (const call of calls.values()) call.abort();
		for (const { ending } of served.walks.values()) ending.abort();
		await Promise.all(working);
	}

	function begin(id: number, request: Request): void {
		const call = new AbortController();
		calls.set(id, call);
		const work = answer(served, request, call.signal).then(({ done, body }) => {
			given.output.write(encodeFrame({ id, outcome: { done } }, body));
		});
		const told = work
			.catch((error: unknown) => void given.output.write(encodeFrame({ id, outcome: { failed: failureOf(error) } })))
			.finally(() => {
				calls.delete(id);
				working.delete(told);
			});
		working.add(told);
	}
}

async function answer(served: Served, request: Request, signal: AbortSignal): Promise<Answered> {
	switch (request.verb) {
		case 'walk':
			return openWalk(served, request);
		case 'step':
			return step(walkOf(served, request.walk));
		case 'read':
			return read(walkOf(served, request.walk), request.from);
		case 'leave':
			await leave(served, request.walk);
			break;
		default:
			await change(served, request, signal);
	}
	return { done: {} };
}

type Change = Extract<Request, { verb: 'make-slot' | 'bind-trees' | 'mount-disk' | 'remove-slot' | 'disk-gone' }>;

async function change({ border, data }: Served, request: Change, signal: AbortSignal): Promise<void> {
	const { verb, slot } = request;
	if (verb === 'make-slot') return border.makeSlot(slot, signal);
	if (verb === 'remove-slot') return border.removeSlot(slot);
	if (verb === 'disk-gone') return border.diskOf(slot).gone(signal);
	if (verb === 'mount-disk') return border.mountDisk(slot, below(data, request.image), request.idBase, signal);
	const { inputs, tools, memories } = request.trees;
	const trees = { inputs: below(data, inputs), tools: below(data, tools), memories: below(data, memories) };
	await (await border.bindTrees({ slot, stage: request.stage }, trees, signal)).cleared;
}

function below(data: string, path: string): string {
	const whole = join(data, path);
	// A data folder of `/` is no limit
	if (!whole.startsWith(data.endsWith('/') ? data : `${data}/`))
		throw new Error(`"${path}" is not below the data folder`);
	return whole;
}

function openWalk(served: Served, { slot, hostDevice }: Extract<Request, { verb: 'walk' }>): Answered {
	const ending = new AbortController();
	const walk = served.count;
	served.count += 1;
	served.walks.set(walk, { entries: served.border.diskOf(slot).walkOutputs(hostDevice, ending.signal), ending });
	return { done: { walk } };
}

function walkOf({ walks }: Served, number: number): OpenWalk {
	const walk = walks.get(number);
	if (walk === undefined) throw new Error(`walk ${number} is not open`);
	return walk;
}

async function step(walk: OpenWalk): Promise<Answered> {
	delete walk.file;
	delete walk.chunks;
	const { value, done } = await walk.entries.next();
	if (done === true) return { done: {} };
	if (value.type === 'refused') return { done: { entry: value } };
	walk.file = value;
	const { read: _, ...entry } = value;
	return { done: { entry } };
}

async function read(walk: OpenWalk, from: 'start' | 'here'): Promise<Answered> {
	if (from === 'start' && walk.file !== undefined) walk.chunks = walk.file.read(walk.ending.signal);
	const next = await walk.chunks?.next();
	return { done: {}, body: next?.done === true ? undefined : next?.value };
}

async function leave({ walks }: Served, number: number): Promise<void> {
	const walk = walks.get(number);
	walks.delete(number);
	walk?.ending.abort();
	await walk?.entries.return(undefined);
}
