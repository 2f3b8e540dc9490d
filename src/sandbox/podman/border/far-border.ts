import { relative } from 'node:path';
import type { HostPaths } from '../container/options.ts';
import { walkFar } from '../line/far-walk.ts';
import type { HelperLine } from '../line/helper-line.ts';
import type { Border } from './border.ts';
import type { Request } from './messages.ts';

/**
 * The border through a helper that may what this process may not; `data` is the folder that it knows. Disposing ends the helper, and no slot.
 */
export function createFarBorder(line: HelperLine<Request>, data: string): Border {
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
			walkOutputs(hostDevice, signal) {
				const open = (within: AbortSignal) => line.ask({ verb: 'walk', slot, hostDevice }, within);
				return walkFar({ open, ask: line.ask }, signal);
			},
		}),
		[Symbol.asyncDispose]: () => line[Symbol.asyncDispose](),
	};
}

const neverOff = new AbortController().signal;

function namedTrees({ inputs, tools, memories }: HostPaths['trees'], named: (path: string) => string) {
	return { inputs: named(inputs), tools: named(tools), memories: named(memories) };
}
