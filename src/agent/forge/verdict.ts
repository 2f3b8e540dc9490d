import type { ToolQuestion } from '../tool.ts';
import type { Doubt } from './trial/doubt.ts';

/** Why a draft was refused: what the counters and the Coder are told. */
export const rejectClasses = [
	'answer',
	'syntax',
	'lint',
	'policy',
	'imports',
	'packages',
	'describe',
	'schema',
	'example',
	'negative',
	'test',
	'nondeterminism',
	'crash',
	'limits',
	'judge',
	'sandbox',
] as const;
export type RejectClass = (typeof rejectClasses)[number];

/** A draft that is refused. `feedback` is for the Coder, at most 1,500 characters. */
export interface Refused {
	readonly kind: 'refused';
	readonly class: RejectClass;
	readonly feedback: string;
	/** No further try can mend it; one sentence for the Brain. */
	readonly hopeless?: string;
	/** Of a draft that was run: examples of the order that it gave another result for. */
	readonly differs?: readonly Difference[];
}

/** A draft that keeps all but tests of the Coder's, which may be wrong themselves. */
export interface Doubted {
	readonly kind: 'doubted';
	readonly doubts: readonly Doubt[];
}

/** An example of the order, and a draft that sees it otherwise. */
export interface Difference {
	/** Its number in the order, from 0. */
	readonly example: number;
	/** Short JSON of what the order says there, and of what the draft gave. */
	readonly ordered: string;
	readonly given: string;
}

/** How a step of the pipeline judges a draft. `ask`: it cannot before people have answered. */
export type Verdict = { readonly kind: 'passed' } | Refused | Doubted | ({ readonly kind: 'ask' } & ToolQuestion);

export const passed: Verdict = { kind: 'passed' };
