import type { z } from 'zod';
import { shorten } from '../../../base/text/shorten.ts';
import type { tryToolResult } from '../../../sandbox/built-ins.ts';
import { wrongIn } from '../../../sandbox/tool-error.ts';
import type { ToolCase } from '../draft/cases.ts';
import { keeps, wordsOf } from '../properties/judge-property.ts';
import type { Pair } from '../properties/paths.ts';
import type { Validator } from '../spec/json-schema.ts';
import { type Given, givenOutput } from '../trial/doubt.ts';
import type { RejectClass } from '../verdict.ts';
import { differenceOf, isSame, shown } from './compare.ts';
import { filesProblem } from './judge-files.ts';

export type TryResult = z.infer<typeof tryToolResult>;
/** How one run of a draft ended. */
export type RunEnd = TryResult['runs'][number][number];

/** A case that a draft has failed, and how. */
export interface Failure {
	readonly class: RejectClass;
	/** One line, or a few with the end of a traceback. */
	readonly reason: string;
	/** The reason without the expectation, where that has it. */
	readonly blind?: string;
	/** The draft's own result or refusal, where it may be right: then the test may be wrong. */
	readonly given?: Given;
}

export interface Rules {
	/** Whether a result fits the output schema. */
	readonly checkOutput: Validator;
	/** Equal inputs may give different results. */
	readonly varies: boolean;
}

/** Why a case failed by how it ended, once or more often; undefined when it passed. Pure. */
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
			return mayCrash(test, end.how) ? undefined : { class: isLimit(end.how) ? 'limits' : 'crash', reason: end.how };
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

/** How long a right tool takes over many items nobody knows; an input of a property was chosen by nobody, and is judged by its result alone. */
function mayCrash({ expect }: ToolCase, how: string): boolean {
	return expect.kind === 'property' || (expect.kind === 'sound' && expect.large === true && isLimit(how));
}

/** Which class a failed expectation is of. */
function classOf({ from, expect }: ToolCase): RejectClass {
	if (expect.kind === 'error') return 'negative';
	return from === 'example' || from === 'answer' ? 'example' : 'test';
}

function judgeError(test: ToolCase, error: Extract<RunEnd, { ended: 'error' }>['error']): Failure | undefined {
	const { expect } = test;
	const isRefusal = wrongIn(error) !== undefined;
	if (expect.kind === 'property' || (isRefusal && mayRefuse(test))) return undefined;
	if (expect.kind !== 'error') {
		const reason = `it raised ${error.type}: ${error.message}\n${tailOf(error.traceback)}`;
		return { class: classOf(test), reason, ...(isRefusal && { given: { refused: shorten(error.message, 200) } }) };
	}
	if (!isRefusal) {
		const raised = `raised ${error.type}: ${error.message}\n${tailOf(error.traceback)}`;
		const reason = `it must raise ValueError with a sentence, and ${raised}`;
		return { class: 'negative', reason, blind: `it ${raised}` };
	}
	return undefined;
}

/** An input that an earlier version failed with, and one that nobody has chosen, may be wrong ones. */
function mayRefuse({ from, expect }: ToolCase): boolean {
	return from === 'failure' || expect.kind === 'sound';
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
	const blind = `it gave ${shown(output)}`;
	const misfit = checkOutput(output);
	if (test.expect.kind === 'error') {
		const given = misfit === undefined ? { given: givenOutput(output, undefined) } : {};
		return { class: 'negative', reason: `it must be refused, and gave ${shown(output)}`, blind, ...given };
	}
	if (misfit !== undefined)
		return { class: 'schema', reason: `its result does not fit the output schema: ${misfit}. Got ${shown(output)}` };
	const files = filesProblem(test.expect, end);
	const reason = outputProblem(test, output) ?? files;
	return reason === undefined ? undefined : { class: classOf(test), reason, blind, given: givenOutput(output, files) };
}

function outputProblem({ expect, input }: ToolCase, output: Pair['output']): string | undefined {
	if (expect.kind === 'property' && !keeps(expect.property, { input, output }))
		return `it must hold that ${wordsOf(expect.property)}. The whole result: ${shown(output)}`;
	const difference = expect.kind === 'output' ? differenceOf(expect.output, output) : undefined;
	return difference && `${difference}. The whole result: ${shown(output)}`;
}

function differing(ends: readonly RunEnd[]): Failure | undefined {
	const [first, ...others] = ends.flatMap((end) => (end.ended === 'output' ? [end.output] : []));
	const other = others.find((output) => !isSame(first, output));
	if (first === undefined || other === undefined) return undefined;
	return {
		class: 'nondeterminism',
		reason: `two of ${others.length + 1} runs with this input, some with whole paths for the names of files, gave different results: ${shown(first)} and ${shown(other)}`,
	};
}
