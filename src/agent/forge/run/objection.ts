import { shorten } from '../../../base/text/shorten.ts';
import type { Difference } from '../verdict.ts';
import type { ForgeRun } from './forge-run.ts';

/** An example of the order that no draft keeps. */
export interface Disputed {
	readonly example: number;
	readonly ordered: string;
	/** The result that most drafts gave, and how many of those that were run. */
	readonly given: string;
	readonly by: number;
	readonly of: number;
}

/** The examples that all drafts that were run see otherwise than the order. Pure. */
export function disputedExamples({ tries }: ForgeRun): readonly Disputed[] {
	const run = tries.flatMap(({ differs }) => (differs ? [differs] : []));
	const [first = []] = run;
	return first.flatMap(({ example }) => {
		const all = run.flatMap((differs) => differs.find((one) => one.example === example) ?? []);
		return all.length === run.length ? disputed(example, all) : [];
	});
}

function disputed(example: number, all: readonly Difference[]): readonly Disputed[] {
	const [most] = [...Map.groupBy(all, ({ given }) => given).values()].toSorted(
		(one, other) => other.length - one.length,
	);
	const [one] = most ?? [];
	return most && one ? [{ example, ordered: one.ordered, given: one.given, by: most.length, of: all.length }] : [];
}

/** The Coder's word against the order, of the last draft that has one. Pure. */
export function objectionOf({ tries }: ForgeRun): string | undefined {
	const said = tries.findLast(({ draft }) => draft?.objection?.trim())?.draft?.objection;
	return said && shorten(said.replaceAll(/\s+/g, ' ').trim(), 240);
}

/** Drafts that must give the same other result before the order is asked about instead of a further try. */
const enough = 2;

/** Whether another try would only say the same: the Coder objects, and drafts agree with one another against an example. Pure. */
export function isOrderAtFault(run: ForgeRun): boolean {
	const last = run.tries.at(-1)?.draft?.objection?.trim();
	return Boolean(last) && disputedExamples(run).some(({ by, of }) => by >= enough && by === of);
}

/** Characters that the Brain is told of it. */
const longest = 900;

const mendOfOrder =
	'If an example is wrong, mend it and order again; if it is right, say in the purpose what makes it so.';
const mendOfChange =
	'If that is the change, call repair_tool again with these inputs and their new results in examples; if it is not, say in the change that they stay.';

/** Tells the Brain what is wrong with its own order, as far as the drafts say so; empty where they do not. Tries stay hidden. Pure. */
export function orderFaultText(run: ForgeRun): string {
	const objection = objectionOf(run);
	const lines = disputedExamples(run)
		.slice(0, 3)
		.map((one) => lineOf(one, run));
	const words = objection === undefined ? [] : [`The Coder objects: "${objection}"`];
	const mend = run.spec.change ? mendOfChange : mendOfOrder;
	return lines.length + words.length === 0 ? '' : shorten([...lines, ...words, mend].join('\n'), longest);
}

function lineOf({ example, ordered, given, by, of }: Disputed, { spec }: ForgeRun): string {
	const input = shorten(JSON.stringify(spec.examples[example]?.input ?? {}), 120);
	const who =
		of === 1
			? 'the one draft gave'
			: by === of
				? `all ${of} drafts gave`
				: `none of ${of} drafts gave that, and ${by} gave`;
	return spec.change
		? `For ${input} an example of the tool says ${ordered}, ${who} ${given}.`
		: `examples[${example}] for ${input}: the order says ${ordered}, ${who} ${given}.`;
}
