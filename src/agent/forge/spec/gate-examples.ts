import { isDeeperThan } from '../../../base/is-deeper-than.ts';
import { isRecord } from '../../model/text/json-text.ts';
import { orderFilesFaults } from '../files/gate-files.ts';
import { createPartValidator, createValidator } from './json-schema.ts';
import type { RawSpec } from './spec.ts';

/** An example must be small enough to be worked out by hand, and to be shown. */
const mostLevels = 12;
const mostCharacters = 20_000;
const mostFiles = 20;

/** A path of a session's own files; other text may begin with a slash too. */
export const sessionPath = /^\/(inputs|outputs|workspace|tools|memories)(\/|$)/;

type Example = RawSpec['examples'][number];
type Negative = RawSpec['rejects'][number];

/** Holds the examples and rejects of a spec against its schemas, which are right: they become its tests. Answers the first problem. */
export async function checkExamples(raw: RawSpec): Promise<string | undefined> {
	const problem = countProblem(raw) ?? givenProblem(raw) ?? distinctProblem(raw) ?? (await fitProblem(raw));
	const [fault] = orderFilesFaults(raw);
	return problem ?? (fault && `${fault.at} ${fault.says}`);
}

function countProblem({ examples, rejects }: RawSpec): string | undefined {
	if (examples.length < 2) return `There must be at least 2 examples; there are ${examples.length}`;
	return rejects.length > 0 ? undefined : 'There must be at least 1 input in "rejects" that the tool must refuse';
}

function givenProblem({ examples, rejects }: RawSpec): string | undefined {
	return (
		firstOf(examples, (example, which) => inputProblem(example, `Example ${which}`) ?? outputProblem(example, which)) ??
		firstOf(rejects, (negative, which) => inputProblem(negative, `Reject ${which}`))
	);
}

function firstOf<T>(items: readonly T[], problemOf: (item: T, which: number) => string | undefined) {
	return items.map((item, index) => problemOf(item, index + 1)).find((problem) => problem !== undefined);
}

function inputProblem({ input, files }: Example | Negative, what: string): string | undefined {
	if (isDeeperThan(input, mostLevels) || JSON.stringify({ input, files }).length > mostCharacters)
		return `${what} is too large: at most ${mostCharacters} characters and ${mostLevels} levels`;
	const place = stringsIn(input).find((text) => sessionPath.test(text));
	if (place !== undefined)
		return `${what} names "${place.slice(0, 80)}", but is run in an empty folder: use relative paths, and give what it reads in "files"`;
	return Object.keys(files ?? {}).length > mostFiles ? `${what} has more than ${mostFiles} files` : undefined;
}

function outputProblem({ input, output, writes = {} }: Example, which: number): string | undefined {
	if (Object.keys(input).length === 0) return `Example ${which} has an empty input`;
	const says = Object.keys({ ...output, ...writes });
	if (says.length === 0) return `Example ${which} has an empty output, which would test nothing`;
	const all = { output, writes };
	const isLarge = isDeeperThan(all, mostLevels + 1) || JSON.stringify(all).length > mostCharacters;
	return isLarge ? `The output of example ${which} is too large` : undefined;
}

function stringsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(stringsIn);
	return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function distinctProblem({ examples, rejects }: RawSpec): string | undefined {
	const keys = examples.map(keyOf);
	if (new Set(keys).size < keys.length) return 'Two examples have the same input and files';
	const which = rejects.findIndex((negative) => keys.includes(keyOf(negative)));
	return which < 0 ? undefined : `Reject ${which + 1} is an example, too`;
}

function keyOf({ input, files }: Example | Negative): string {
	return JSON.stringify([input, files ?? {}]);
}

/** A reject may break the schema: then it is the host that refuses it. */
async function fitProblem({ input, output, examples }: RawSpec): Promise<string | undefined> {
	const checkInput = await createValidator(input);
	const checkOutput = await createPartValidator(output);
	return firstOf(examples, (example, which) => {
		const problem = checkInput(example.input);
		if (problem !== undefined) return `The input of example ${which} does not fit the input schema: ${problem}`;
		const wrong = checkOutput(example.output);
		return wrong && `The output of example ${which} does not fit the output schema: ${wrong}`;
	});
}
