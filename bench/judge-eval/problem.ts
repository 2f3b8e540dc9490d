/** JSON as orders and tests hold it. */
export type Json = Readonly<Record<string, unknown>>;

/** An order as the Brain writes it: the arguments of `forge_tool`. */
export interface Order {
	readonly name: string;
	readonly purpose: string;
	readonly input: Json;
	readonly output: Json;
	readonly examples: readonly Example[];
	readonly rejects: readonly { readonly input: Json; readonly files?: Json }[];
	readonly capabilities?: readonly string[];
}

export interface Example {
	readonly input: Json;
	readonly files?: Json;
	readonly output: Json;
	readonly writes?: Json;
}

/** A test as the Coder's side makes it from the order alone; `error` is a word of the message, or empty. */
export interface HiddenTest {
	readonly name: string;
	readonly input: Json;
	readonly files?: Json;
	readonly output?: Json;
	readonly writes?: Json;
	readonly error?: string;
}

/** What a model may wrongly expect of the input of one of the right tests. */
export interface WrongExpectation {
	/** The number of the test among `tests`, from 0. */
	readonly of: number;
	readonly output?: Json;
	readonly writes?: Json;
	readonly error?: string;
	/** The mistake that leads there. */
	readonly why: string;
}

/** Ways in which code is wrong, as people and models get it wrong. */
export const codeFaults = [
	'off-by-one',
	'boundary',
	'operator',
	'missing-case',
	'order',
	'rounding',
	'type',
	'chance',
	'reads',
] as const;
/** Ways in which a file is not what was ordered, though there is one. */
export const fileFaults = ['columns', 'header-only', 'empty', 'one-byte', 'blank', 'labels', 'format'] as const;
export type FaultKind = (typeof codeFaults)[number] | (typeof fileFaults)[number];

/** Right code with something exchanged, which occurs in it once. */
export interface Fault {
	readonly kind: FaultKind;
	readonly edits: readonly (readonly [was: string, is: string])[];
}

/** A small tool that somebody in a chat would want, with all that the judge is measured by. */
export interface Problem {
	readonly order: Order;
	readonly right: string;
	/** Right as well, in another idiom. */
	readonly other: readonly string[];
	readonly tests: readonly HiddenTest[];
	readonly wrong: readonly WrongExpectation[];
	readonly faults: readonly Fault[];
	/** Inputs that no test has and that a fault is seen by. */
	readonly probes?: readonly Pick<HiddenTest, 'input' | 'files'>[];
}

/** The code that a fault makes of right code. Throws where an edit fits no place, or two. Pure. */
export function withFault(right: string, { kind, edits }: Fault): string {
	return edits.reduce((code, [was, is]) => {
		const [before, after, ...more] = code.split(was);
		if (before === undefined || after === undefined || more.length > 0)
			throw new Error(`The fault "${kind}" changes "${was}", which must occur once in the code`);
		return `${before}${is}${after}`;
	}, right);
}
