import { schemaOf } from '../order/schema/derive-schema.ts';
import type { Fault } from '../spec/fault.ts';
import { orderFaults } from '../spec/gate.ts';
import type { RawSpec, ScriptSource } from '../spec/spec.ts';
import { type GoodRun, type RunExample, runExample } from './run-example.ts';

/** How the tool is to be called. */
export interface Named {
	readonly category: string;
	readonly name: string;
	readonly purpose: string;
}

/** The order that a script stands for, and what keeps it from being one. */
export interface ScriptOrder {
	readonly order: RawSpec & { readonly script: ScriptSource };
	readonly faults: readonly Fault[];
}

/** An example may be this large, characters: as in orders. */
const mostExample = 18_000;

/** The order of a tool that does what a script did in its runs. */
export async function scriptOrder(named: Named, runs: readonly [GoodRun, ...GoodRun[]]): Promise<ScriptOrder> {
	const [first] = runs;
	const all = withOneType(distinct(runs.map(runExample)));
	const small = all.filter(({ example }) => JSON.stringify(example).length <= mostExample);
	const examples = small.map(({ example }) => example);
	const parts = {
		...named,
		input: schemaOf(examples.map(({ input }) => input)) ?? { type: 'object' },
		output: schemaOf(examples.map(({ output }) => output)) ?? { type: 'object' },
		examples,
		rejects: rejectsOf(small),
		capabilities: capabilitiesOf(runs),
		varies: false,
	};
	const script = { path: first.run.path, code: first.code, fields: fieldsText(small) };
	return { order: { ...parts, script }, faults: await faultsOf(parts, small.length < all.length) };
}

function distinct(all: readonly RunExample[]): readonly RunExample[] {
	const keyOf = ({ example: { input, files } }: RunExample) => JSON.stringify([input, files]);
	return [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** A field that is a number in one run and text in another is text. */
function withOneType(all: readonly RunExample[]): readonly RunExample[] {
	const isText = (field: string) => all.some(({ example }) => typeof example.input[field] === 'string');
	return all.map((one) => {
		const fields = Object.entries(one.example.input);
		const input = Object.fromEntries(
			fields.map(([field, value]) => [field, typeof value === 'number' && isText(field) ? String(value) : value]),
		);
		return { ...one, example: { ...one.example, input } };
	});
}

/** That a file is missing must be refused whatever else a tool does. */
function rejectsOf([first]: readonly RunExample[]): RawSpec['rejects'] {
	const [field] = first?.read ?? [];
	if (!first || field === undefined) return [];
	const ending = /\.\w+$/.exec(String(first.example.input[field]))?.[0] ?? '';
	return [{ input: { ...first.example.input, [field]: `there_is_none${ending}` } }];
}

function capabilitiesOf(runs: readonly GoodRun[]): string[] {
	const isOnFiles = runs.some(({ watched }) => Object.keys({ ...watched.reads, ...watched.writes }).length > 0);
	const starts = runs.some(({ watched }) => watched.seen.includes('children'));
	return [...(isOnFiles ? ['files'] : []), ...(starts ? ['subprocess'] : [])];
}

function fieldsText(all: readonly RunExample[]): string {
	const said = new Map(all.flatMap(({ fields }) => [...fields]));
	return [...said].map(([field, what]) => `${field}: ${what}`).join('; ');
}

/** Fewer examples than an order must have, as nobody has made them up. */
async function faultsOf(order: RawSpec, isLarge: boolean): Promise<readonly Fault[]> {
	const large = `is too large for an example: run it on less, so that input, files and result have at most ${mostExample} characters together`;
	if (order.examples.length === 0 && isLarge) return [{ at: 'path', says: large }];
	if (order.examples.every(({ input }) => Object.keys(input).length === 0))
		return [
			{ at: 'path', says: 'takes nothing in: no arguments, no standard input, no file; a tool must have an input' },
		];
	const faults = await orderFaults(order, []);
	return faults.filter(({ at }) => at !== 'examples' && at !== 'rejects');
}
