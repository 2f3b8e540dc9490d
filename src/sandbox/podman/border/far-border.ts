import { relative } from 'node:path';
import type { FoundFile, WalkEntry } from '../../files/fd-walk.ts';
import type { HostPaths } from '../container/options.ts';
import type { Border } from './border.ts';
import type { HelperLine } from './helper-line.ts';

/**
 * The border through a helper that may what this process may not; `data` is the folder that it knows. Disposing ends the helper, and no slot.
 */
export function createFarBorder(line: HelperLine, data: string): Border {
	const named = (path: string): string => relative(data, path);
	return {
		async makeSlot(slot, signal) {
			await line.ask({ verb: 'make-slot', slot }, signal);
		},
		async bindTrees({ slot, stage }, trees, signal) {
			await line.ask({ verb: 'bind-trees', slot, stage, trees: namedTrees(trees, named) }, signal);
			return { cleared: Promise.resolve() };
		},
		async mountDisk(slot, image, idBase, signal) {
			await line.ask({ verb: 'mount-disk', slot, image: named(image), idBase }, signal);
		},
		async removeSlot(slot) {
			await line.ask({ verb: 'remove-slot', slot }, neverOff);
		},
		diskOf: (slot) => ({
			async gone(signal) {
				await line.ask({ verb: 'disk-gone', slot }, signal);
			},
			walkOutputs: (hostDevice, signal) => walkFar(line, slot, hostDevice, signal),
		}),
		[Symbol.asyncDispose]: () => line[Symbol.asyncDispose](),
	};
}

const neverOff = new AbortController().signal;

function namedTrees({ inputs, tools, memories }: HostPaths['trees'], named: (path: string) => string) {
	return { inputs: named(inputs), tools: named(tools), memories: named(memories) };
}

async function* walkFar(
	line: HelperLine,
	slot: string,
	hostDevice: number,
	signal: AbortSignal,
): AsyncGenerator<WalkEntry> {
	const { walk = 0 } = (await line.ask({ verb: 'walk', slot, hostDevice }, signal)).done;
	try {
		for (;;) {
			const { entry } = (await line.ask({ verb: 'step', walk }, signal)).done;
			if (entry === undefined) return;
			yield entry.type === 'refused' ? entry : { ...entry, read: readFar(line, walk) };
		}
	} finally {
		// Of a helper that is gone, the walk is too
		await line.ask({ verb: 'leave', walk }, neverOff).catch(() => undefined);
	}
}

function readFar(line: HelperLine, walk: number): FoundFile['read'] {
	return async function* read(signal) {
		for (let from: 'start' | 'here' = 'start'; ; from = 'here') {
			const { body } = await line.ask({ verb: 'read', walk, from }, signal);
			if (body.length === 0) return;
			yield body;
		}
	};
}
