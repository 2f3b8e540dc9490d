import type { z } from 'zod';
import type { tryToolResult } from '../../../sandbox/built-ins.ts';
import { wrongIn } from '../../../sandbox/tool-error.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { Validator } from '../spec/json-schema.ts';
import type { RejectClass } from '../verdict.ts';
import { differenceOf, isSame, shown } from './compare.ts';
import { filesProblem } from './judge-files.ts';

export type TryResult = z.infer<typeof tryToolResult>;
/** How one run of a draft ended. */
export type RunEnd = TryResult['runs'][number][number];
type Expected = ToolCase['expect'];

/** A case that a draft has failed, and how. */
export interface Failure {
	readonly class: RejectClass;
	/** One line, or a few with the end of a traceback. */
	readonly reason: string;
}

export interface Rules {
	/** Whether a result fits the output schema. */
	readonly checkOutput: Validator;
	/** Equal inputs may give different results. */
	readonly varies: boolean;
}

/** Why a case failed by how it ended, once or twice; undefined when it passed. Pure. */
export function judgeCase(test: ToolCase, ends: readonly RunEnd[], rules: Rules): Failure | undefined {
	for (const end of ends) {
		const failure = judgeEnd(test, end, rules);
		if (failure) return failure;
	}
	return rules.varies ? undefined : differing(ends);
}

function judgeEnd(test: ToolCase, end: RunEnd, { checkOutput }: Rules): Failure | undefined {
	switch (end.ended) {
		case 'crashed':
			return { class: isLimit(end.how) ? 'limits' : 'crash', reason: end.how };
		case 'unprepared':
			return undefined;
		case 'error':
			return judgeError(test, end.error);
		case 'output':
			return judgeOutput(test, end, checkOutput);
	}
}

/** The guest's words, without what the draft has printed below them. */
function isLimit(how: string): boolean {
	return /timed out|killed|more than|no time|memory|too (?:large|long|many|much)/i.test(how.split('\n', 1)[0] ?? '');
}

/** Which class a failed expectation is of. */
function classOf({ from, expect }: ToolCase): RejectClass {
	if (expect.kind === 'error') return 'negative';
	return from === 'example' ? 'example' : 'test';
}

function judgeError(test: ToolCase, error: Extract<RunEnd, { ended: 'error' }>['error']): Failure | undefined {
	const { from, expect } = test;
	const isRefusal = wrongIn(error) !== undefined;
	// An input that an earlier version failed with may be a wrong one.
	if (from === 'failure' && isRefusal) return undefined;
	if (expect.kind !== 'error')
		return { class: classOf(test), reason: `it raised ${error.type}: ${error.message}\n${tailOf(error.traceback)}` };
	if (!isRefusal) {
		const reason = `it must raise ValueError with a sentence, and raised ${error.type}: ${error.message}\n${tailOf(error.traceback)}`;
		return { class: 'negative', reason };
	}
	return undefined;
}

function tailOf(traceback: string): string {
	return traceback.trim().split('\n').slice(-7).join('\n').slice(-600);
}

function judgeOutput(
	test: ToolCase,
	end: Extract<RunEnd, { ended: 'output' }>,
	checkOutput: Validator,
): Failure | undefined {
	const { output } = end;
	if (test.expect.kind === 'error')
		return { class: 'negative', reason: `it must be refused, and gave ${shown(output)}` };
	const problem = checkOutput(output);
	if (problem !== undefined)
		return { class: 'schema', reason: `its result does not fit the output schema: ${problem}. Got ${shown(output)}` };
	const reason = outputProblem(test.expect, output) ?? filesProblem(test.expect, end);
	return reason === undefined ? undefined : { class: classOf(test), reason };
}

function outputProblem(expect: Expected, output: unknown): string | undefined {
	const difference = expect.kind === 'output' ? differenceOf(expect.output, output) : undefined;
	return difference && `${difference}. The whole result: ${shown(output)}`;
}

function differing(ends: readonly RunEnd[]): Failure | undefined {
	const [first, second] = ends.flatMap((end) => (end.ended === 'output' ? [end.output] : []));
	if (first === undefined || second === undefined || isSame(first, second)) return undefined;
	return {
		class: 'nondeterminism',
		reason: `two runs with this input, the second with whole paths for the names of files, gave different results: ${shown(first)} and ${shown(second)}`,
	};
}
