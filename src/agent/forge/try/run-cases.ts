import type { z } from 'zod';
import { shorten } from '../../../base/text/shorten.ts';
import { type tryToolArgs, tryToolResult } from '../../../sandbox/built-ins.ts';
import type { CallResult } from '../../../sandbox/sandbox.ts';
import type { ToolContext } from '../../tool.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { Refused } from '../verdict.ts';
import type { RunEnd, TryResult } from './judge.ts';
import { looksFor } from './judge-files.ts';

type TryArgs = z.infer<typeof tryToolArgs>;

/** A draft as it is run. */
export interface Draft {
	/** The whole of tool.py. */
	readonly code: string;
	/** The environment of its packages, the hash of their lock. */
	readonly env: string | undefined;
}

/** How a draft describes itself, and how each case ended, in their order. */
export interface Runs {
	readonly described: TryResult['described'];
	readonly ends: readonly (readonly RunEnd[])[];
}

/** The limits of one call of `try_tool`. */
const mostRuns = 20;
/** Python's start is most of what a run costs, so not every case is run twice. */
const mostTwice = 2;

/** Runs the cases in the sandbox, the first few twice unless `varies`. Rejects with the signal's reason. */
export async function runCases(
	draft: Draft,
	{ cases, varies }: { readonly cases: readonly ToolCase[]; readonly varies: boolean },
	context: Pick<ToolContext, 'sandbox' | 'signal'>,
): Promise<Runs | Refused> {
	const runs = cases.map((test) => runOf(test, !varies && isOfFirst(test, cases)));
	const parts: Runs[] = [];
	for (let at = 0; at < runs.length; at += mostRuns) {
		const part = await callTry(draft, runs.slice(at, at + mostRuns), context);
		if ('kind' in part) return part;
		parts.push(part);
	}
	const [first] = parts;
	return first ? { described: first.described, ends: parts.flatMap(({ ends }) => ends) } : nothingSaid('no case');
}

function isOfFirst(test: ToolCase, cases: readonly ToolCase[]): boolean {
	return cases
		.filter(({ expect }) => expect.kind === 'output')
		.slice(0, mostTwice)
		.includes(test);
}

function runOf({ input, files, made, prepare, expect }: ToolCase, twice: boolean): TryArgs['runs'][number] {
	const look = looksFor(expect);
	return {
		input,
		files,
		...(made && { made }),
		...(prepare !== undefined && { prepare }),
		...(look.length > 0 && { look }),
		times: twice ? 2 : 1,
	};
}

async function callTry(
	{ code, env }: Draft,
	runs: TryArgs['runs'],
	{ sandbox, signal }: Pick<ToolContext, 'sandbox' | 'signal'>,
): Promise<Runs | Refused> {
	const args: TryArgs = { code, ...(env !== undefined && { env }), runs };
	const result = await (await sandbox()).call({ tool: 'try_tool', args }, { signal });
	const tried = tryToolResult.safeParse(result.data);
	if (!tried.success) return withoutData(result);
	const { described, runs: ends } = tried.data;
	const isWhole = ends.length === runs.length && ends.every((times, index) => times.length === runs[index]?.times);
	return isWhole ? { described, ends } : nothingSaid('runs are missing in its answer');
}

/** A draft that takes its sandbox down has failed; a sandbox that says nothing is broken, and nothing passes then. */
function withoutData({ lost, text }: CallResult): Refused {
	if (lost === undefined) return nothingSaid(shorten(text, 200));
	return { kind: 'refused', class: 'limits', feedback: `The sandbox ended while it ran: ${shorten(lost, 300)}` };
}

function nothingSaid(reason: string): Refused {
	const feedback = `The sandbox could not try it: ${reason}`;
	return { kind: 'refused', class: 'sandbox', feedback, hopeless: feedback };
}
