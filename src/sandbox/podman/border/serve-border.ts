import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { type Answered, serveLine } from '../line/serve-line.ts';
import { createWalks, type Walks } from '../line/serve-walks.ts';
import type { Border } from './border.ts';
import { type Request, requestSchema } from './messages.ts';

export interface ServedBorder {
	readonly border: Border;
	/** The data folder, absolute: disks and folders are named by their paths below it. */
	readonly data: string;
	readonly input: AsyncIterable<Uint8Array>;
	readonly output: Writable;
}

interface Served extends ServedBorder {
	readonly walks: Walks;
}

/** Does on a border what the other side of these streams asks for. Resolves and rejects as `serveLine`. */
export async function serveBorder(given: ServedBorder): Promise<void> {
	const served: Served = { ...given, walks: createWalks() };
	const { input, output, walks } = served;
	try {
		await serveLine({
			input,
			output,
			requests: requestSchema,
			answer: (request, signal) => answer(served, request, signal),
		});
	} finally {
		walks.end();
	}
}

async function answer(served: Served, request: Request, signal: AbortSignal): Promise<Answered> {
	switch (request.verb) {
		case 'walk':
			return served.walks.open((ending) => served.border.diskOf(request.slot).walkOutputs(request.hostDevice, ending));
		case 'step':
		case 'read':
		case 'leave':
			return served.walks.answer(request);
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
