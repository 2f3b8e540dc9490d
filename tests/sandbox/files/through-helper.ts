import { PassThrough } from 'node:stream';
import { type WalkOutputs, walkOutputs } from '../../../src/sandbox/files/fd-walk.ts';
import type { Border } from '../../../src/sandbox/podman/border/border.ts';
import { createFarBorder } from '../../../src/sandbox/podman/border/far-border.ts';
import { serveBorder } from '../../../src/sandbox/podman/border/serve-border.ts';
import { createHelperLine } from '../../../src/sandbox/podman/line/helper-line.ts';

/** A border as the bot has it without root, whose helper is in this process and does its work on `border`. */
export function borderThroughHelper(border: Border, data: string): Border {
	const start = async () => {
		const [input, output] = [new PassThrough(), new PassThrough()];
		// The program would end with an error: all that is seen of it here is that it is gone
		const serving = serveBorder({ border, data, input, output })
			.catch(() => undefined)
			.finally(() => output.end());
		return {
			input,
			output,
			async end() {
				input.end();
				await serving;
				return '';
			},
		};
	};
	return createFarBorder(createHelperLine('the helper for mounts', start), data);
}

/** A border that has nothing but this folder to walk over, and does what is told of it. */
export function borderOn(folder: string, does: Partial<Border> = {}): Border {
	const refuse = async () => {
		throw new Error('not here');
	};
	return {
		makeSlot: refuse,
		mountDisk: refuse,
		removeSlot: refuse,
		diskOf: () => ({ gone: refuse, walkOutputs: walkOutputs(folder) }),
		bindTrees: refuse,
		[Symbol.asyncDispose]: async () => {},
		...does,
	};
}

/** The walk over a folder through such a helper. */
export function walkThroughHelper(folder: string): WalkOutputs {
	return async function* walk(hostDevice, signal) {
		await using border = borderThroughHelper(borderOn(folder), '/');
		yield* border.diskOf('slot').walkOutputs(hostDevice, signal);
	};
}
