import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { userMessage } from '../src/base/errors.ts';
import { mutate, type Wish } from './mutate/mutate.ts';
import { isOpen, mutationRows, type Result, summary } from './mutate/report.ts';
import { table } from './table.ts';

const usage = `npm run mutate -- <folder> [--json] [--sample <n> [--seed <n>]] [--minutes <n>] [--patience <seconds>]

  Changes one place of the sources in a folder after the other (a condition, a comparison, a number, a statement left out), in a
  copy of the checkout, and runs the tests that reach it and need no Podman. A change that no test notices is a test that is
  missing, or is listed with its reason in bench/mutate/known.ts.

  --json       one JSON object a file on standard output, and nothing else
  --sample     so many changes, drawn by chance
  --seed       the same ones again
  --minutes    no change is tried after so long; default 60
  --patience   the tests of one change may take so long together; default 6

  Exit code: 0 when what survived is listed, 1 when something else did or it could not be run, 2 for wrong arguments, 130 for Ctrl-C.
`;

/** Fires when the process is asked to leave. */
const leaving = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => leaving.abort(new Error(name)));

const say = (line: string): void => void process.stderr.write(`${line}\n`);

interface Choice extends Wish {
	readonly json: boolean;
}

function choose(args: readonly string[]): Choice {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			json: { type: 'boolean', default: false },
			sample: { type: 'string', default: '1000000' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
			minutes: { type: 'string', default: '60' },
			patience: { type: 'string', default: '6' },
		},
	});
	const [folder, ...more] = positionals;
	if (folder === undefined || more.length > 0) throw new Error('Name one folder below src/');
	return {
		folder: folder.replace(/\/$/, ''),
		json: values.json,
		most: wholeNumber('sample', values.sample),
		seed: wholeNumber('seed', values.seed),
		limitMs: wholeNumber('minutes', values.minutes) * 60_000,
		patienceMs: wholeNumber('patience', values.patience) * 1000,
	};
}

function wholeNumber(name: string, text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
	return value;
}

function print(results: readonly Result[], json: boolean): void {
	const rows = mutationRows(results);
	if (json) process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
	else process.stdout.write(`${table(rows)}\n`);
	say(summary(results));
}

async function run({ json, ...wish }: Choice): Promise<number> {
	try {
		say(`seed ${wish.seed}`);
		const checkout = join(import.meta.dirname, '..');
		const results = await mutate(wish, { checkout, signal: leaving.signal, say });
		print(results, json);
		return results.some(isOpen) ? 1 : 0;
	} catch (error) {
		if (leaving.signal.aborted) return 130;
		say(userMessage(error));
		return 1;
	}
}

function explain(error: unknown): number {
	say(`${userMessage(error)}\n\n${usage}`);
	return 2;
}

let choice: Choice | undefined;
try {
	choice = choose(process.argv.slice(2));
} catch (error) {
	process.exitCode = explain(error);
}
if (choice) process.exitCode = await run(choice);
