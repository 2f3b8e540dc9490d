import { Duplex } from 'node:stream';
import { z } from 'zod';
import type { ProcessOrder, Sandbox, SandboxProcess } from '../../../src/sandbox/sandbox.ts';
import type { FakeWorld } from './fake-world.ts';

/** The programs of a sandbox that open a repository and print its files. A folder's files are a text. */
export interface FakeGuest {
	readonly open: Sandbox['open'];
	/** By folder below `/workspace`. */
	readonly folders: Map<string, string>;
	/** All orders that came, as JSON. */
	readonly orders: { readonly program: string; readonly order: Readonly<Record<string, unknown>> }[];
	/** The files that the next merge cannot settle. */
	conflicts: readonly string[];
}

const orderSchema = z.looseObject({ root: z.string(), folder: z.string().default(''), update: z.boolean().optional() });

export function createFakeGuest(world: FakeWorld): FakeGuest {
	const guest: FakeGuest = {
		folders: new Map(),
		orders: [],
		conflicts: [],
		open: async (order, signal) => {
			signal.throwIfAborted();
			return processOf(order, (program, input) => run(program, input));
		},
	};

	function run({ argv }: ProcessOrder, input: string): string {
		const [program = ''] = /[a-z_]+(?=\.py$)/.exec(argv.at(-2) ?? '') ?? [];
		const order = orderSchema.parse(JSON.parse(argv.at(-1) ?? ''));
		guest.orders.push({ program, order });
		if (program === 'stage_tree') return guest.folders.get(order.root.replace('/workspace/', '')) ?? '';
		if (program === 'open_repo') return JSON.stringify(unpack(order, world.commits[input]?.tree));
		throw new Error(`There is no program "${program}"`);
	}

	function unpack({ folder, update }: z.infer<typeof orderSchema>, tree: string | undefined) {
		if (tree === undefined) return { problem: 'the bundle is cut' };
		const there = guest.folders.get(folder);
		if (there === undefined || !update) {
			if (there !== undefined) return { problem: 'the folder is there already' };
			guest.folders.set(folder, tree);
			return { conflicts: [], merged: false, made: true };
		}
		if (there.includes(tree)) return { conflicts: [], merged: false };
		guest.folders.set(folder, `${there} + ${tree}`);
		return { conflicts: guest.conflicts, merged: true };
	}
	return guest;
}

/** A process that reads all of its input, then prints and ends. */
function processOf(order: ProcessOrder, run: (order: ProcessOrder, input: string) => string): SandboxProcess {
	const input: Buffer[] = [];
	const stream = new Duplex({
		read() {},
		write(chunk: Buffer, _encoding, done) {
			input.push(chunk);
			done();
		},
		final(done) {
			this.push(run(order, Buffer.concat(input).toString()));
			this.push(null);
			done();
		},
	});
	return {
		stream,
		lastWords: () => '',
		ended: Promise.resolve({ kind: 'exit', code: 0 }),
		lastActive: () => 0,
		[Symbol.asyncDispose]: async () => void stream.destroy(),
	};
}
