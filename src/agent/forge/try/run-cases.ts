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
/** So often the guest runs one input at most. */
const mostTimes = 2;

/** A case, and how often it is run. */
export interface Planned {
	readonly test: ToolCase;
	readonly times: number;
}

/** Runs cases in the sandbox. Rejects with the signal's reason. */
export async function runCases(
	draft: Draft,
	plan: readonly Planned[],
	context: Pick<ToolContext, 'sandbox' | 'signal'>,
): Promise<Runs | Refused> {
	const runs = plan.flatMap(({ test, times }) => partsOf(times).map((part) => runOf(test, part)));
	const parts: Runs[] = [];
	for (let at = 0; at < runs.length; at += mostRuns) {
		const part = await callTry(draft, runs.slice(at, at + mostRuns), context);
		if ('kind' in part) return part;
		parts.push(part);
	}
	const [first] = parts;
	const ends = parts.flatMap((part) => part.ends);
	return first ? { described: first.described, ends: byCase(plan, ends) } : nothingSaid('no case');
}

function partsOf(times: number): readonly number[] {
	const whole = Array.from({ length: Math.floor(times / mostTimes) }, () => mostTimes);
	return times % mostTimes === 0 ? whole : [...whole, times % mostTimes];
}

function byCase(plan: readonly Planned[], ends: Runs['ends']): Runs['ends'] {
	let at = 0;
	return plan.map(({ times }) => {
		const from = at;
		at += partsOf(times).length;
		return ends.slice(from, at).flat();
	});
}

function runOf({ input, files, made, prepare, expect }: ToolCase, times: number): TryArgs['runs'][number] {
	const look = looksFor(expect);
	return {
		input,
		files,
		...(made && { made }),
		...(prepare !== undefined && { prepare }),
		...(look.length > 0 && { look }),
		times,
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
