import { shorten } from '../../../base/text/shorten.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { isHeldBack } from '../trial/held-back.ts';
import type { Refused } from '../verdict.ts';
import type { Failure } from './judge.ts';

/** Characters that the Coder is told of a try, at most. */
export const mostFeedback = 1_500;

export interface FailedCase {
	readonly test: ToolCase;
	readonly failure: Failure;
}

const hiddenName = 'A hidden test';

/** The order's own weigh most. */
const order: readonly ToolCase['from'][] = ['example', 'answer', 'negative', 'failure', 'earlier', 'standard', 'coder'];

/**
 * The verdict on failed cases: the first of them as a whole, the others in a line each. What is expected is told only where it comes from the
 * order or from agreement: any other value would be written into the code, right or wrong. Pure.
 */
export function refusalOf(
	failed: readonly [FailedCase, ...FailedCase[]],
	spec: Pick<ForgeSpec, 'purpose' | 'examples' | 'rejects'>,
): Refused {
	const shown = failed.map((one) => (isHidden(one.test, spec) ? hidden(one, spec) : one));
	return refusalOfShown([shown[0] ?? failed[0], ...shown.slice(1)]);
}

function isHidden(test: ToolCase, spec: Pick<ForgeSpec, 'purpose' | 'examples' | 'rejects'>): boolean {
	const isAgreed = (test.samples ?? 1) > 1;
	return (test.from === 'coder' && !isAgreed) || isHeldBack(test, spec);
}

/** Without the expectation, and without the name, which may say it. */
function hidden({ test, failure }: FailedCase, { purpose }: Pick<ForgeSpec, 'purpose'>): FailedCase {
	const saw = failure.blind;
	const words = `not what follows from the order's words: "${shorten(purpose, 400)}"`;
	const reason = saw === undefined ? failure.reason : `${saw}, ${words}`;
	return { test: { ...test, name: hiddenName }, failure: { ...failure, reason } };
}

function refusalOfShown(failed: readonly [FailedCase, ...FailedCase[]]): Refused {
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
	return from === 'coder' && name !== hiddenName ? `Test "${shorten(name, 60)}"` : name;
}
