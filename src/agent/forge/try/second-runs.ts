import { isOfOrder, type ToolCase } from '../draft/cases.ts';
import { keepsAgain, secondInput, wordsOf } from '../properties/judge-property.ts';
import type { Pair } from '../properties/paths.ts';
import type { Validator } from '../spec/json-schema.ts';
import { givenOutput } from '../trial/doubt.ts';
import { shown } from './compare.ts';
import { type Failure, judgeCase, type Rules, type RunEnd } from './judge.ts';
import type { Planned, Runs } from './run-cases.ts';

/** Runs of one input of which all must give one result, where results may not vary. */
const timesInAll = 10;

/** A run for which all else must have passed: `of` is the case that it belongs to, `first` how that ended. */
export interface Second extends Planned {
	readonly of: ToolCase;
	readonly first: readonly RunEnd[];
}

interface Means {
	readonly large: readonly ToolCase[];
	readonly checkInput: Validator;
	readonly varies: boolean;
}

/** The example with most in it again and again, the second runs of properties, and last the large inputs. Pure. */
export function secondRuns(
	cases: readonly ToolCase[],
	{ ends }: Runs,
	{ large, checkInput, varies }: Means,
): readonly Second[] {
	const done = cases.map((test, index) => ({ test, first: ends[index] ?? [] }));
	const again = varies ? [] : done.filter(isExample).toSorted(byLength).slice(0, 1);
	const turned = done.flatMap((one): readonly Second[] => {
		const input = nextInput(one);
		if (input === undefined || checkInput(input) !== undefined) return [];
		return [{ test: { ...one.test, input: { ...input } }, times: 1, of: one.test, first: one.first }];
	});
	return [
		...again.map(({ test, first }) => ({ test, times: timesInAll - 1, of: test, first })),
		...turned,
		...large.map((test) => ({ test, times: 1, of: test, first: [] })),
	];
}

interface Done {
	readonly test: ToolCase;
	readonly first: readonly RunEnd[];
}

function isExample({ test, first }: Done): boolean {
	return isOfOrder(test) && first[0]?.ended === 'output';
}

function byLength(one: Done, other: Done): number {
	return JSON.stringify(other.test.input).length - JSON.stringify(one.test.input).length;
}

function nextInput({ test, first }: Done): Pair['input'] | undefined {
	const [end] = first;
	if (test.expect.kind !== 'property' || end?.ended !== 'output') return undefined;
	return secondInput(test.expect.property, { input: test.input, output: end.output });
}

/** Why a second run failed; undefined when it passed. Pure. */
export function judgeSecond({ of, test, first }: Second, ends: readonly RunEnd[], rules: Rules): Failure | undefined {
	const { expect } = of;
	if (expect.kind !== 'property') return judgeCase(of, [...first, ...ends], rules);
	const [one, other] = [first[0], ends[0]];
	if (one?.ended !== 'output' || other?.ended !== 'output' || rules.checkOutput(other.output) !== undefined)
		return undefined;
	const pairs = [
		{ input: of.input, output: one.output },
		{ input: test.input, output: other.output },
	] as const;
	if (keepsAgain(expect.property, ...pairs)) return undefined;
	const gave = `it gave ${shown(one.output)}, and ${shown(other.output)} for ${shown(test.input)}`;
	const reason = `it must hold that ${wordsOf(expect.property)}: ${gave}`;
	return { class: 'test', reason, blind: gave, given: givenOutput(one.output, undefined) };
}
