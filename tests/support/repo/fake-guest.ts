import { Duplex } from 'node:stream';
import { z } from 'zod';
import type { ProcessOrder, SandboxProcess } from '../../../src/sandbox/opened-process.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { FakeWorld } from './fake-world.ts';

/** The programs of a sandbox that open a repository and print its files. A folder's files are a text. */
export interface FakeGuest {
	readonly open: Sandbox['open'];
	/** By folder below `/workspace`. */
	readonly folders: Map<string, string>;
	/** The files that the next merge cannot settle. */
	conflicts: readonly string[];
	/** Why the sandbox dies while files are printed. */
	fails?: string;
	/** Why it unpacks nothing. */
	refuses?: string;
}

/** As the programs read them, and nothing beside. */
const orders = {
	open_repo: z.strictObject({
		root: z.literal('/workspace'),
		folder: z.string().regex(/^\w[\w.-]{0,99}$/),
		name: z.string(),
	}),
	stage_tree: z.strictObject({ root: z.string().startsWith('/workspace/'), same: z.literal(true) }),
};

export function createFakeGuest(world: FakeWorld): FakeGuest {
	/** The tree that each folder was made of, or that was merged into it last. */
	const bases = new Map<string, string>();
	const guest: FakeGuest = {
		folders: new Map(),
		conflicts: [],
		open: async (order, signal) => {
			signal.throwIfAborted();
			return processOf(order, (program, input) => run(program, input));
		},
	};

	function run({ argv }: ProcessOrder, input: string): string {
		const [program = ''] = /[a-z_]+(?=\.py$)/.exec(argv.at(-2) ?? '') ?? [];
		const order: unknown = JSON.parse(argv.at(-1) ?? '');
		if (program === 'stage_tree' && guest.fails !== undefined) throw new Error(`The sandbox ended: ${guest.fails}`);
		if (program === 'stage_tree') return guest.folders.get(orders.stage_tree.parse(order).root.slice(11)) ?? '';
		return JSON.stringify(unpack(orders.open_repo.parse(order), world.commits[input]?.tree));
	}

	function unpack({ folder }: z.infer<typeof orders.open_repo>, tree: string | undefined) {
		if (guest.refuses !== undefined) return { problem: guest.refuses };
		if (tree === undefined) return { problem: 'the bundle is cut' };
		const there = guest.folders.get(folder);
		const before = bases.get(folder);
		bases.set(folder, tree);
		if (there === undefined) guest.folders.set(folder, tree);
		const merged = there !== undefined && before !== tree;
		if (merged) guest.folders.set(folder, `${there} + ${tree}`);
		return {
			head: '',
			branch: 'work',
			files: 1,
			conflicts: merged ? guest.conflicts : [],
			merged,
			made: there === undefined,
		};
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
			try {
				this.push(run(order, Buffer.concat(input).toString()));
				this.push(null);
				done();
			} catch (error) {
				this.destroy(error instanceof Error ? error : undefined);
			}
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
