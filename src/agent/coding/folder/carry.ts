import { z } from 'zod';
import { block, line } from '../driver/safe-text.ts';

/** The work folder of a run: where it lies in the session's sandbox and in the box, all of them absolute. */
export interface WorkFolder {
	/** In the session's sandbox, below `/workspace`. */
	readonly folder: string;
	/** Files and folders in it that alone come along; all of it without. */
	readonly only?: readonly string[];
	/** In the session's sandbox: what is kept for the way back and for an undo. Its name begins with `.agent-`: it is never carried. */
	readonly stage: string;
	/** In the box: empty until it is brought in. */
	readonly box: string;
}

export interface CarryLimits {
	readonly files: number;
	/** Of all files. */
	readonly bytes: number;
	/** Of one file; larger ones are left out and named. */
	readonly file: number;
	/** How often what came back can be undone, the last first, and the bytes of what stood there before; the last time always. */
	readonly undos: number;
	readonly undoBytes: number;
}

export const carryLimits: CarryLimits = {
	...{ files: 20_000, bytes: 500_000_000, file: 50_000_000 },
	...{ undos: 20, undoBytes: 200_000_000 },
};

/** How long one way may take, ms. */
export const carryMs = 10 * 60_000;

/** Characters of a diff, at most; where a file's has no room it says so in a line. */
export const diffMost = 200_000;

/** Where the guest's programs lie in every sandbox. */
export const programs = '/opt/threadsmith';

const pathSchema = z.string().transform((path) => line(path, 300));
const countSchema = z.number().int().nonnegative();

const leftFields = {
	/** Files that were not carried, and why, as half a sentence: "is a link". */
	left: z.array(z.object({ path: pathSchema, why: z.string().transform((why) => line(why, 100)) })).max(100),
	/** Those that are not named. */
	more: countSchema,
};

const problemSchema = z.object({ problem: z.string().transform((problem) => line(problem, 200)) });

export const takenSchema = z.union([
	problemSchema,
	z.object({ files: countSchema, bytes: countSchema, ...leftFields }),
]);

const changeSchema = z.object({
	path: pathSchema,
	kind: z.enum(['created', 'changed', 'deleted']),
	/** `conflict`: the file was changed in the work folder meanwhile, and stays as it is there. */
	state: z.enum(['applied', 'conflict']),
	/** Lines; none of what was not compared. */
	added: countSchema,
	removed: countSchema,
});
/** A file that a run has changed. */
export type FileChange = z.infer<typeof changeSchema>;

export const settledSchema = z.union([
	problemSchema,
	z.object({
		changes: z.array(changeSchema).max(500),
		moreChanges: countSchema,
		/** Unified, at most 200,000 characters. */
		diff: z.string().transform((diff) => block(diff, diffMost)),
		/** The folder in the session's sandbox where the files of conflicts lie. */
		kept: pathSchema,
		...leftFields,
	}),
]);
