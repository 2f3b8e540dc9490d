import type { ToolContext } from '../../tool.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { Refused } from '../verdict.ts';
import { looksFor } from './judge-files.ts';
import { type Draft, type Runs, runCases } from './run-cases.ts';

/** Whether a case is run only when all else has passed: it may take long. Pure. */
export function isLarge({ expect }: ToolCase): boolean {
	return expect.kind === 'sound' && expect.large === true;
}

/** Runs each case once, and several of one input and the same files together: Python's start is most of what a run costs. */
export async function runDistinct(
	draft: Draft,
	cases: readonly ToolCase[],
	context: Pick<ToolContext, 'sandbox' | 'signal'>,
): Promise<Runs | Refused> {
	const keys = cases.map(runKey);
	const distinct = [...new Set(keys)];
	const plan = distinct.flatMap((key) => cases.slice(keys.indexOf(key), keys.indexOf(key) + 1));
	const runs = await runCases(
		draft,
		plan.map((test) => ({ test, times: 1 })),
		context,
	);
	return 'kind' in runs ? runs : { ...runs, ends: keys.map((key) => runs.ends[distinct.indexOf(key)] ?? []) };
}

function runKey({ input, files, made, prepare, expect }: ToolCase): string {
	return JSON.stringify([input, files, made ?? {}, prepare ?? '', looksFor(expect)]);
}
