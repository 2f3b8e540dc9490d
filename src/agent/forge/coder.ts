import { z } from 'zod';
import type { Usage } from '../../store/journal.ts';
import type { Model } from '../model/model.ts';
import type { ForgeSpec } from './forge-tool.ts';

/** What the Coder answers, as a strict structured output. */
export const draftSchema = z.strictObject({
	code: z.string().min(1).describe('The whole of tool.py'),
	usage: z.string().min(1).describe('How to call it, with one example input as JSON, in at most 5 lines'),
	tests: z.string().min(1).describe('The whole of tests.py'),
});
export type Draft = z.infer<typeof draftSchema>;

/** A try that failed: what was written and what was wrong with it. Never shown to the Brain. */
export interface FailedTry {
	readonly draft: Draft;
	readonly error: string;
}

const system = `You write one small Python 3.13 tool and its tests. Answer with JSON: code, usage, tests.
code is a module tool.py:
- It begins with a PEP 723 header (# /// script, # requires-python = ">=3.13", # dependencies = [], # ///). Only the standard library, numpy, pandas, matplotlib and openpyxl are there, and no network.
- It defines run(input: dict) -> dict. Input and result are JSON. It does nothing at import time.
- Input files are below /inputs. Results that are files go to the path the caller names, usually below /outputs; the result names them. Plots use the Agg backend.
- What the caller did wrong raises ValueError with a clear sentence.
- It is general: no file name, column or number of the present task is written into it.
tests is a module tests.py with functions test_* that import tool and assert on results, run in an empty scratch folder; they make their own small input files there and check values computed by hand, and one case of wrong input.`;

/** Asks the Coder for a draft. Tries 2 and 3 repair the last one; the fourth starts afresh. Rejects with `ModelError`. */
export function askCoder(
	coder: Model,
	spec: ForgeSpec,
	failed: readonly FailedTry[],
	signal: AbortSignal,
): Promise<{ readonly value: Draft; readonly usage?: Usage }> {
	const seed = failed.length + 1;
	return coder.ask(
		{
			system,
			prompt: promptOf(spec, failed),
			name: 'tool_draft',
			schema: draftSchema,
			seed,
			temperature: failed.length * 0.2,
		},
		signal,
	);
}

/** The Coder's task in words. Servers may ignore seeds, so the try's number is part of it. Pure. */
export function promptOf(spec: ForgeSpec, failed: readonly FailedTry[]): string {
	const task = `Try ${failed.length + 1}. Tool: ${spec.name}\nPurpose: ${spec.purpose}\nInputs: ${JSON.stringify(spec.inputs)}\nExamples:\n${spec.examples.join('\n')}`;
	const last = failed.at(-1);
	if (!last) return task;
	const errors = failed.map(({ error }, index) => `Try ${index + 1} failed: ${error}`).join('\n');
	if (failed.length >= 3) return `${task}\n\n${errors}\n\nStart afresh, in a different way.`;
	return `${task}\n\n${errors}\n\nRepair it. The last code:\n${last.draft.code}\n\nThe last tests:\n${last.draft.tests}`;
}
