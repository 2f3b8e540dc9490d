import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { userMessage } from '../src/base/errors.ts';
import type { Bench, BenchContext } from './bench.ts';
import { benches } from './benches.ts';
import type { Row } from './row.ts';
import { table } from './table.ts';

const runtimes = ['runc', 'crun', 'runsc'] as const;

const usage = `npm run bench -- [--json] [--only <name>]… [--runs <most>] [--runtime <name>] [--long]

  --json     one JSON object a row on standard output, and nothing else
  --only     only this one: ${benches.map(({ name }) => name).join(', ')}
  --runs     repeat each measurement at most so often
  --runtime  of the sandboxes that are measured: ${runtimes.join(', ')}; default: runc
  --long     in full sizes, which takes minutes: 10 GB of output
`;

/** Fires when the process is asked to leave. */
const leaving = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => leaving.abort(new Error(name)));

const say = (line: string): void => void process.stderr.write(`${line}\n`);

interface Choice {
	readonly json: boolean;
	readonly chosen: readonly Bench[];
	readonly most: number;
	readonly long: boolean;
	readonly runtime: (typeof runtimes)[number];
}

function choose(args: readonly string[]): Choice {
	const { values } = parseArgs({
		args: [...args],
		options: {
			json: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: [] },
			runs: { type: 'string', default: '1000000' },
			long: { type: 'boolean', default: false },
			runtime: { type: 'string', default: 'runc' },
		},
	});
	const unknown = values.only.filter((name) => !benches.some((bench) => bench.name === name));
	if (unknown.length > 0) throw new Error(`There is no benchmark "${unknown.join('", "')}"`);
	const most = Number(values.runs);
	if (!Number.isInteger(most) || most < 1) throw new Error('--runs must be a whole number above 0');
	const chosen = benches.filter(({ name }) => values.only.length === 0 || values.only.includes(name));
	const runtime = runtimes.find((name) => name === values.runtime);
	if (runtime === undefined) throw new Error(`--runtime must be one of ${runtimes.join(', ')}`);
	return { json: values.json, chosen, most, runtime, long: values.long };
}

/** Runs one after another; one that cannot be measured is told and does not keep the others from running. */
async function runAll({ json, chosen, most, runtime, long }: Choice): Promise<number> {
	const runs = (wanted: number) => Math.min(wanted, most);
	const context: BenchContext = { signal: leaving.signal, runs, runtime, isLong: long, say };
	const results: (readonly Row[] | undefined)[] = [];
	for (const bench of chosen) {
		const rows = await measure(bench, context);
		if (leaving.signal.aborted) break;
		if (json) printLines(rows ?? []);
		results.push(rows);
	}
	if (!json) printTable(results.flatMap((rows) => rows ?? []));
	if (leaving.signal.aborted) return 130;
	return results.includes(undefined) ? 1 : 0;
}

function printTable(rows: readonly Row[]): void {
	if (rows.length > 0) process.stdout.write(`\n${table(rows)}\n`);
}

function printLines(rows: readonly Row[]): void {
	process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** Undefined when it could not be measured. */
async function measure(bench: Bench, context: BenchContext): Promise<readonly Row[] | undefined> {
	say(`${bench.name} … (load ${loadavg()[0]?.toFixed(1)})`);
	try {
		return await bench.run(context);
	} catch (error) {
		if (!context.signal.aborted) say(`  could not be measured: ${userMessage(error)}`);
		return undefined;
	}
}

function explain(error: unknown): number {
	say(`${userMessage(error)}\n\n${usage}`);
	return 2;
}

try {
	// A goal that is missed is a result; only what could not be measured is a failure
	process.exitCode = await runAll(choose(process.argv.slice(2)));
} catch (error) {
	process.exitCode = explain(error);
}
