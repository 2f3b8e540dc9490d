import { isDeeperThan } from '../../../base/is-deeper-than.ts';
import { shorten } from '../../../base/text/shorten.ts';
import { isRecord } from '../../model/text/json-text.ts';
import { schemaFaults } from './check-schema.ts';
import type { Fault } from './fault.ts';
import { createFaultFinder, partOf } from './json-schema.ts';
import type { PartialOrder, RawSpec } from './spec.ts';

/** An example must be small enough to be worked out by hand, and to be shown. */
const mostLevels = 12;
const mostCharacters = 20_000;
const mostFiles = 20;

/** A path of a session's own files; other text may begin with a slash too. */
export const sessionPath = /^\/(inputs|outputs|workspace|tools|memories)(\/|$)/;

type Example = RawSpec['examples'][number];
type Negative = RawSpec['rejects'][number];

/** Holds the examples and rejects of an order against its schemas, as far as those are right: they become its tests. All that is wrong. */
export async function exampleFaults(
	order: PartialOrder,
	isKnown: (field: string) => boolean,
): Promise<readonly Fault[]> {
	const { examples = [], rejects = [] } = order;
	const given = [
		...examples.flatMap((example, index) => [
			...inputFaults(example, `examples[${index}]`),
			...outputFaults(example, `examples[${index}]`),
		]),
		...rejects.flatMap((negative, index) => inputFaults(negative, `rejects[${index}]`)),
	];
	const counts = countFaults(examples, rejects).filter(({ at }) => !isKnown(`${at}[`));
	const { input, output } = order;
	const schemas = { ...(!isKnown('input') && { input }), ...(!isKnown('output') && { output }) };
	// Those that are told of already would be told of twice.
	const sound = examples.map((_, index) => !given.some(({ at }) => at.startsWith(`examples[${index}]`)));
	const fits = (await fitFaults(schemas, examples)).filter((_, index) => sound[index]).flat();
	const refusals = given.some(({ at }) => at.startsWith('rejects')) ? [] : await refusalFaults(schemas.input, rejects);
	return [...counts, ...given, ...distinctFaults(examples, rejects), ...refusals, ...fits];
}

/**
 * Input that breaks the schema is refused by the host, before the tool is run: it says nothing of how the tool refuses. Of a schema that leaves
 * nothing to refuse, such as two numbers, no other is asked for.
 */
async function refusalFaults(
	schema: RawSpec['input'] | undefined,
	rejects: readonly Negative[],
): Promise<readonly Fault[]> {
	if (!leavesWrong(schema)) return [];
	const faultsOf = await finderOf(schema, 'input');
	const [first] = rejects.map(({ input }) => faultsOf(input)[0]);
	if (first === undefined || rejects.some(({ input }) => faultsOf(input).length === 0)) return [];
	const why = `${first.at === '' ? 'the input' : first.at} ${first.says}`;
	const says = `must hold one that fits the input schema and that run() must refuse all the same: what breaks it (${shorten(why, 60)}) never reaches run(), and counts for nothing`;
	return [{ at: 'rejects', says }];
}

/** Whether something that fits a schema may be wrong all the same: a text of any kind, a value of any kind, a map. */
function leavesWrong(schema: unknown): boolean {
	if (!isRecord(schema)) return true;
	if ('enum' in schema || 'const' in schema) return false;
	const branches = [schema['anyOf'], schema['oneOf']].find(Array.isArray);
	if (branches) return branches.some(leavesWrong);
	const types = [schema['type']].flat();
	if (types.some((type) => type === undefined || type === 'string')) return true;
	if (types.includes('array')) return leavesWrong(schema['items']);
	if (!types.includes('object')) return false;
	const fields = isRecord(schema['properties']) ? Object.values(schema['properties']) : [];
	return schema['additionalProperties'] !== false || fields.some(leavesWrong);
}

function countFaults(examples: readonly Example[], rejects: readonly Negative[]): readonly Fault[] {
	const least = `must be at least 2, and ${examples.length === 1 ? 'is 1' : 'there is none'}: give small ones, as {"input": …, "output": …}`;
	return [
		...(examples.length < 2 ? [{ at: 'examples', says: least }] : []),
		...(rejects.length > 0
			? []
			: [{ at: 'rejects', says: 'must have at least 1 input that the tool must refuse, as {"input": …}' }]),
	];
}

function inputFaults({ input, files }: Example | Negative, at: string): readonly Fault[] {
	if (isDeeperThan(input, mostLevels) || JSON.stringify({ input, files }).length > mostCharacters)
		return [{ at, says: `is too large: at most ${mostCharacters} characters and ${mostLevels} levels` }];
	const place = stringsIn(input).find((text) => sessionPath.test(text));
	const outside = `names "${place?.slice(0, 80)}", but is run in an empty folder: use relative paths, and give what it reads in "files"`;
	const many = { at: `${at}.files`, says: `has more than ${mostFiles} files` };
	return [
		...(place === undefined ? [] : [{ at: `${at}.input`, says: outside }]),
		...(Object.keys(files ?? {}).length > mostFiles ? [many] : []),
	];
}

function outputFaults({ input, output, writes = {} }: Example, at: string): readonly Fault[] {
	const all = { output, writes };
	const isLarge = isDeeperThan(all, mostLevels + 1) || JSON.stringify(all).length > mostCharacters;
	return [
		...(Object.keys(input).length === 0
			? [{ at: `${at}.input`, says: 'is an empty input: give the fields that run() reads' }]
			: []),
		...(Object.keys({ ...output, ...writes }).length === 0
			? [{ at: `${at}.output`, says: 'is empty, which would test nothing: give what the result must hold' }]
			: []),
		...(isLarge
			? [{ at: `${at}.output`, says: `is too large: at most ${mostCharacters} characters and ${mostLevels} levels` }]
			: []),
	];
}

function stringsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(stringsIn);
	return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function distinctFaults(examples: readonly Example[], rejects: readonly Negative[]): readonly Fault[] {
	const keys = examples.map(keyOf);
	const twice = keys.findIndex((key, index) => keys.indexOf(key) < index);
	const both = rejects.findIndex((negative) => keys.includes(keyOf(negative)));
	const same =
		'has the same input and files as another one: one of the two results is wrong, or the input lacks what makes the difference';
	return [
		...(twice < 0 ? [] : [{ at: `examples[${twice}]`, says: same }]),
		...(both < 0 ? [] : [{ at: `rejects[${both}]`, says: 'is an example, too: an input is taken or refused' }]),
	];
}

function keyOf({ input, files }: Example | Negative): string {
	return JSON.stringify([input, files ?? {}]);
}

async function fitFaults({ input, output }: PartialOrder, examples: readonly Example[]): Promise<readonly Fault[][]> {
	const inputs = await finderOf(input, 'input');
	const outputs = await finderOf(output && partOf(output), 'output');
	return examples.map((example, index) => [
		...inputs(example.input).map((fault) => placed(fault, `examples[${index}].input`, 'input')),
		...outputs(example.output).map((fault) => placed(fault, `examples[${index}].output`, 'output')),
	]);
}

async function finderOf(
	schema: RawSpec['input'] | undefined,
	part: string,
): Promise<(value: unknown) => readonly Fault[]> {
	return schema === undefined || schemaFaults(schema, part).length > 0 ? () => [] : createFaultFinder(schema);
}

function placed({ at, says }: Fault, path: string, schema: string): Fault {
	const place = at === '' ? path : at.startsWith('[') ? `${path}${at}` : `${path}.${at}`;
	const mend = says.startsWith('takes no ') ? `: add it to ${schema}.properties, or leave it out` : '';
	return { at: place, says: `does not fit the ${schema} schema: ${says}${mend}` };
}
