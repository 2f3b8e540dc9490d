import { parseArgs } from 'node:util';
import { evaluations } from './evaluations.ts';
import { problems } from './problems.ts';
import { sets } from './sets/sets.ts';

export const usage = `npm run judge-eval -- [--json] [--only <row>]… [--problems <n>]
npm run judge-eval -- --endpoint <url> --brain <model> --coder <model> [--problems <n>]
npm run judge-eval -- fetch <set> [<folder>]

Measures the judge of the forge: how much right code it refuses, how much wrong code it lets pass, what an order costs. The forge and its
sandboxes are as shipped; Brain and Coder are scripted, and each problem has right code, right and wrong tests, and faults.

  --json       one JSON object a row on standard output, and nothing else
  --only       only this evaluation, or this row of one: ${evaluations.map(({ name }) => name).join(', ')}
  --problems   the first so many of ${problems.length}, taken from all kinds
  --endpoint   a server that speaks chat completions, whose models then play Brain and Coder; its key, where it wants one, is read from
               JUDGE_EVAL_KEY
  fetch        brings a public set of problems into a folder outside of this checkout, for other measurements:
               ${Object.keys(sets).join(', ')}

  Ctrl-C ends it and prints what was measured so far.
  Exit code: 0 when it was measured, goals met or not; 1 when something could not be, 2 for wrong arguments, 130 for Ctrl-C.
`;

export interface RealModels {
	readonly endpoint: string;
	readonly brain: string;
	readonly coder: string;
}

export type Choice =
	| { readonly kind: 'help' }
	| { readonly kind: 'fetch'; readonly set: string; readonly folder: string | undefined }
	| {
			readonly kind: 'measure';
			readonly json: boolean;
			readonly only: readonly string[];
			readonly count: number;
			readonly models: RealModels | undefined;
	  };

/** Throws for wrong arguments. Pure. */
export function readChoice(args: readonly string[]): Choice {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			help: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: [] },
			problems: { type: 'string', default: String(problems.length) },
			endpoint: { type: 'string' },
			brain: { type: 'string' },
			coder: { type: 'string' },
		},
	});
	if (values.help) return { kind: 'help' };
	const [word, ...rest] = positionals;
	if (word !== undefined) return fetching(word, rest);
	const models = modelsIn(values);
	if (models && values.only.length > 0)
		throw new Error('--only is for what is scripted: with models there is one evaluation');
	return { kind: 'measure', json: values.json, only: known(values.only), count: countIn(values.problems), models };
}

function fetching(word: string, [set = '', folder, ...more]: readonly string[]): Choice {
	if (word !== 'fetch' || more.length > 0) throw new Error(`There is no command "${word}"; there is fetch`);
	if (!Object.hasOwn(sets, set)) throw new Error(`Name a set: ${Object.keys(sets).join(', ')}`);
	return { kind: 'fetch', set, folder };
}

function known(only: readonly string[]): readonly string[] {
	const unknown = only.filter((name) => !evaluations.some((one) => one.name === name || one.rows.includes(name)));
	if (unknown.length > 0) throw new Error(`There is no row "${unknown.join('", "')}"`);
	return only;
}

function countIn(text: string): number {
	const count = Number(text);
	if (!Number.isInteger(count) || count < 1) throw new Error('--problems must be a whole number above 0');
	return Math.min(count, problems.length);
}

type Named = { readonly [Name in keyof RealModels]?: string | undefined };

function modelsIn({ endpoint, brain, coder }: Named): RealModels | undefined {
	if (endpoint === undefined && brain === undefined && coder === undefined) return undefined;
	if (endpoint && brain && coder && URL.canParse(endpoint)) return { endpoint, brain, coder };
	throw new Error(
		'--endpoint, --brain and --coder go together, and the endpoint is a URL such as http://127.0.0.1:8080/v1',
	);
}
