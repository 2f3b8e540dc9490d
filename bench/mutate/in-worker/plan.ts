import { appendFileSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const planSchema = z.object({
	/** Test files, in the order in which they are run. */
	files: z.array(z.string()),
	/** Where what happens is written, a line each. */
	results: z.string(),
	/** Numbers of the mutants that no test has noticed. */
	alive: z.array(z.number()),
	/** No mutant is tried after this, ms since 1970. */
	until: z.number(),
	/** How long the tests of one mutant may take together, ms. */
	patienceMs: z.number(),
});

/** The work of one process. */
export type Plan = z.infer<typeof planSchema>;

/** Something that has happened there. */
export const happenedSchema = z.discriminatedUnion('type', [
	z.object({ type: z.literal('file'), file: z.string() }),
	z.object({ type: z.literal('red'), file: z.string(), why: z.string() }),
	z.object({ type: z.literal('hit'), file: z.string(), ids: z.array(z.number()) }),
	z.object({ type: z.literal('trying'), id: z.number() }),
	z.object({ type: z.literal('noticed'), id: z.number(), by: z.string(), how: z.enum(['failed', 'hung']) }),
	z.object({ type: z.literal('lived'), id: z.number() }),
	/** Nothing is being tried any more: the process begins, or is not fit to go on. */
	z.object({ type: z.literal('none tried') }),
]);
export type Happened = z.infer<typeof happenedSchema>;

/** The name of the environment's variable that names the file of the plan. */
export const planVariable = 'MUTATION_PLAN';

export function readPlan(): Plan {
	const path = process.env[planVariable];
	if (path === undefined) throw new Error(`${planVariable} names no plan: this is started by \`npm run mutate\``);
	return planSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Written at once: this process may hang in the next moment. */
export function tell({ results }: Plan, happened: Happened): void {
	appendFileSync(results, `${JSON.stringify(happened)}\n`);
}
