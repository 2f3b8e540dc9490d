// The namespace, not `z`: see built-ins.ts.
import * as z from 'zod';

/** Hidden: runs a script of `/workspace` again, in copies of what it may read, and notes what it does. */
export const watchScriptArgs = z.strictObject({
	path: z.string().startsWith('/workspace/').max(4096),
	runs: z
		.array(
			z.strictObject({
				args: z.array(z.string().max(8_192)).max(50),
				stdin: z.discriminatedUnion('kind', [
					z.object({ kind: z.literal('text'), text: z.string().max(65_536) }),
					z.object({ kind: z.literal('file'), path: z.string().max(4096) }),
				]),
				/** The working folder. */
				folder: z.string().startsWith('/workspace').max(4096),
			}),
		)
		.min(1)
		.max(5),
});

/** A file as a run has left it, or found it before; without `text` it is large, or no text. */
const noted = z.object({ size: z.number(), text: z.string().optional() });

/** How one run of a script went, with the names that files have in the session. */
export const watchedRun = z.union([
	z.object({ ended: z.literal('failed'), how: z.string() }),
	z.object({ error: z.object({ type: z.string(), message: z.string(), traceback: z.string() }) }),
	z.object({
		code: z.number(),
		stdin: noted,
		printed: z.object({ text: z.string(), cut: z.boolean() }),
		/** In the order in which they were opened first. */
		reads: z.record(z.string(), noted),
		writes: z.record(z.string(), noted),
		/** `network`, `children`, `many` files, `missing <path>`. */
		seen: z.array(z.string()),
	}),
]);

export type Watched = z.infer<typeof watchedRun>;

/** The `data` of `watch_script`'s answer; `problem`: half a sentence on the script. */
export const watchScriptResult = z.union([
	z.object({ code: z.string(), runs: z.array(watchedRun) }),
	z.object({ problem: z.string() }),
]);
