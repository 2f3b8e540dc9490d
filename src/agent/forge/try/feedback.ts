import { shorten } from '../../../base/text/shorten.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { Refused } from '../verdict.ts';
import type { Failure } from './judge.ts';

/** Characters that the Coder is told of a try, at most. */
export const mostFeedback = 1_500;

export interface FailedCase {
	readonly test: ToolCase;
	readonly failure: Failure;
}

/** The spec's own examples weigh most: the Coder's tests may be wrong. */
const order: readonly ToolCase['from'][] = ['example', 'negative', 'failure', 'earlier', 'coder'];

/** The verdict on failed cases: the first of them as a whole, the others in a line each. Pure. */
export function refusalOf(failed: readonly [FailedCase, ...FailedCase[]]): Refused {
	const sorted = failed.toSorted((one, other) => order.indexOf(one.test.from) - order.indexOf(other.test.from));
	const [first = failed[0], ...others] = sorted;
	const lines = others.map(
		({ test, failure }) => `${titleOf(test)}: ${shorten(failure.reason.split('\n')[0] ?? '', 160)}`,
	);
	const feedback = [wholeOf(first), ...lines].join('\n');
	return { kind: 'refused', class: first.failure.class, feedback: shorten(feedback, mostFeedback) };
}

function wholeOf({ test, failure }: FailedCase): string {
	const files = Object.entries({ ...test.files, ...test.made }).map(
		([name, text]) => `File ${name}: ${shorten(JSON.stringify(text), 150)}`,
	);
	return [
		`${titleOf(test)}: ${shorten(failure.reason, 650)}`,
		`Input: ${shorten(JSON.stringify(test.input), 250)}`,
		...files.slice(0, 2),
	].join('\n');
}

function titleOf({ from, name }: ToolCase): string {
	return from === 'coder' ? `Test "${shorten(name, 60)}"` : name;
}
