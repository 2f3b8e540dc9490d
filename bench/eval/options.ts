import { parseArgs } from 'node:util';

export const usage = `npm run eval -- memory [--json] [--data <wheel>] [--endpoint <url> --model <name>] [--questions <n>]
npm run eval -- fetch [<folder>]

memory: what somebody has told in some conversations is asked in others, with memory and (as control) without it. Scored by exact answer.

  --json       one JSON object a row on standard output, and nothing else
  --data       the wheel of bfcl-eval, for BFCL v4's 155 questions on memory; default: a handful of our own
  --endpoint   a server that speaks chat completions; its key, where it wants one, is read from EVAL_KEY. Default: a scripted one, which
               remembers all and answers what it finds: it shows that the measurement works, and measures no model
  --model      the model that is asked there
  --questions  the first so many of each scenario

fetch: brings that wheel into a folder outside of this checkout, its data alone (no package of it is installed or run); Apache 2.0.

  Exit code: 0 when it was measured, 1 when it could not be, 2 for wrong arguments, 130 for Ctrl-C.
`;

export interface Endpoint {
	readonly url: string;
	readonly model: string;
}

export type Choice =
	| { readonly kind: 'help' }
	| { readonly kind: 'fetch'; readonly folder: string | undefined }
	| {
			readonly kind: 'memory';
			readonly json: boolean;
			readonly data: string | undefined;
			readonly endpoint: Endpoint | undefined;
			readonly questions: number;
	  };

/** Throws for wrong arguments. Pure. */
export function readChoice(args: readonly string[]): Choice {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			help: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			data: { type: 'string' },
			endpoint: { type: 'string' },
			model: { type: 'string' },
			questions: { type: 'string', default: '1000' },
		},
	});
	const [word, folder, ...more] = positionals;
	if (values.help || word === undefined) return { kind: 'help' };
	if (word === 'fetch' && more.length === 0) return { kind: 'fetch', folder };
	if (word !== 'memory' || folder !== undefined)
		throw new Error(`There is no evaluation "${positionals.join(' ')}"; there is memory`);
	const { json, data, questions } = values;
	if (!/^[1-9]\d{0,5}$/.test(questions)) throw new Error(`--questions takes a number from 1 on, not "${questions}"`);
	return { kind: 'memory', json, data, endpoint: endpointIn(values), questions: Number(questions) };
}

function endpointIn({
	endpoint: url,
	model,
}: {
	readonly endpoint?: string;
	readonly model?: string;
}): Endpoint | undefined {
	if (url === undefined && model === undefined) return undefined;
	if (url === undefined || model === undefined) throw new Error('--endpoint and --model go together');
	return { url, model };
}
