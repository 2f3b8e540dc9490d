import { orderFilesFaults } from '../files/gate-files.ts';
import { fitCases } from '../order/fit-cases.ts';
import { type Former, inheritedCases } from '../run/former.ts';
import type { Fault } from '../spec/fault.ts';
import { orderFaults, specOf } from '../spec/gate.ts';
import type { Change, RawSpec } from '../spec/spec.ts';
import { oldExamples, testsText } from './old-examples.ts';
import type { ReadRepair } from './read-repair.ts';
import { widened } from './widen.ts';

/** A version that is to be changed: its past, and its code without what is ours. */
export interface Repaired {
	readonly former: Former;
	readonly code: string;
}

/** The order of a repair, and all that is wrong with what is new in it. */
export interface RepairOrder {
	readonly order: RawSpec & { readonly change: Change };
	readonly faults: readonly Fault[];
}

/** The tool's own order, but for what is new: only that can be wrong. */
export async function repairOrder(read: ReadRepair, repaired: Repaired): Promise<RepairOrder> {
	const { change = '', notes } = read;
	const { former } = repaired;
	const fresh = await freshOrder(read, former);
	const faults = [...notes.faults, ...changeFaults(change), ...(await freshFaults(fresh, former, change))];
	return { order: { ...withOld(fresh, former), change: changeOf(change, fresh, repaired) }, faults };
}

/** With the examples of the repair alone, and schemas that take them where those can be widened. */
async function freshOrder({ examples, rejects, notes }: ReadRepair, { base }: Former): Promise<RawSpec> {
	const { category, name, purpose, capabilities, dependencies, varies, input, output } = base.manifest;
	const cases = await fitCases(examples, rejects, { schemas: { input, output }, notes });
	const inputs = cases.examples.map((example) => example.input);
	const outputs = cases.examples.map((example) => example.output);
	return {
		...{ category, name, purpose, varies },
		capabilities: [...capabilities],
		dependencies: [...dependencies],
		input: { ...((await widened(input, inputs, 'whole')) ?? input) },
		output: { ...((await widened(output, outputs, 'part')) ?? output) },
		...cases,
		repairs: `${category}/${name}`,
	};
}

function changeOf(words: string, fresh: RawSpec, { former, code }: Repaired): Change {
	const { manifest, use } = former.base;
	const { version, usage, example, found } = manifest;
	const tests = testsText(inheritedCases(specOf(fresh), former), use.lastError);
	return {
		words,
		version,
		code,
		usage,
		tests,
		example: { input: { ...example.input }, output: { ...example.output } },
		...(!found && { unfound: true as const }),
	};
}

/** Of an input that the repair speaks of, its own word counts. */
function withOld(fresh: RawSpec, { cases }: Former): RawSpec {
	const said = new Set([...fresh.examples, ...fresh.rejects].map(keyOf));
	const old = oldExamples(cases).filter((example) => !said.has(keyOf(example)));
	return { ...fresh, examples: [...fresh.examples, ...old] };
}

function keyOf({ input, files = {} }: RawSpec['rejects'][number]): string {
	return JSON.stringify([input, files]);
}

const longestChange = 2_000;

function changeFaults(change: string): readonly Fault[] {
	const says = `has ${change.length} characters, and may have ${longestChange}: say it shorter`;
	return change.length > longestChange ? [{ at: 'change', says }] : [];
}

/** None need be given, so that there are too few is no fault here. */
async function freshFaults(fresh: RawSpec, { cases }: Former, change: string): Promise<readonly Fault[]> {
	const { category: _category, name: _name, purpose: _purpose, repairs: _repairs, ...parts } = fresh;
	const all = await orderFaults({ ...parts, name: 'change_it', purpose: '' }, []);
	const own = all.filter(({ at }) => at !== 'examples' && at !== 'rejects');
	return own.length > 0 ? own : spokenFaults(fresh, namesIn(cases), change);
}

/** A kind of file that the change speaks of, and that no example has, old or new. */
function spokenFaults(fresh: RawSpec, names: readonly string[], change: string): readonly Fault[] {
	if (!fresh.capabilities?.includes('files')) return [];
	const old = names.map((name) => ({ input: {}, output: {}, writes: { [name]: {} } }));
	const faults = orderFilesFaults({ ...fresh, purpose: change, examples: [...fresh.examples, ...old] });
	return faults.flatMap((fault) => (fault.at === 'purpose' ? [{ ...fault, at: 'change' }] : []));
}

function namesIn(cases: Former['cases']): readonly string[] {
	const names = cases.flatMap(({ files, made = {}, expect }) => [
		...Object.keys({ ...files, ...made }),
		...(expect.kind === 'output' ? expect.files : []),
	]);
	return [...new Set(names)];
}
