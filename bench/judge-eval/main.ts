import { userMessage } from '../../src/base/errors.ts';
import type { Row } from '../row.ts';
import { table } from '../table.ts';
import type { Arena } from './arena.ts';
import type { EvalContext, Evaluation } from './evaluation.ts';
import { withModels } from './evaluations/with-models.ts';
import { evaluations } from './evaluations.ts';
import { openArena } from './open-arena.ts';
import { type Choice, readChoice, usage } from './options.ts';
import { pick } from './pick.ts';
import { openPlayers } from './players/open-players.ts';
import { problems } from './problems.ts';
import { fetchSet } from './sets/fetch-set.ts';

/** Fires when the process is asked to leave. */
const leaving = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => leaving.abort(new Error(name)));

const say = (line: string): void => void process.stderr.write(`${line}\n`);

type Measuring = Extract<Choice, { kind: 'measure' }>;

async function measure({ json, only, count, models }: Measuring): Promise<number> {
	await using stack = new AsyncDisposableStack();
	let opening: Promise<Arena> | undefined;
	const arena = (): Promise<Arena> => {
		opening ??= openArena(leaving.signal).then((opened) => stack.use(opened));
		return opening;
	};
	const chosen = models
		? [withModels(openPlayers(models))]
		: evaluations.filter(({ name, rows }) => only.length === 0 || [name, ...rows].some((one) => only.includes(one)));
	const context = { signal: leaving.signal, lanes: 2, say, problems: pick(problems, count), arena };
	const print = json ? printLines : () => {};
	const { rows, failed } = await runAll(chosen, context, (found) => print(shown(found, only)));
	if (!json) printTable(shown(rows, only));
	if (leaving.signal.aborted) return 130;
	return failed ? 1 : 0;
}

/** Of an evaluation with several rows all are shown, unless one of them was asked for by name. */
function shown(rows: readonly Row[], only: readonly string[]): readonly Row[] {
	const isWhole = only.length === 0 || only.some((name) => evaluations.some((one) => one.name === name));
	return isWhole ? rows : rows.filter(({ name }) => only.includes(name));
}

/** One after another; one that cannot be measured is told and keeps no other from running. */
async function runAll(chosen: readonly Evaluation[], context: EvalContext, found: (rows: readonly Row[]) => void) {
	const all: Row[] = [];
	let failed = false;
	for (const evaluation of chosen) {
		if (context.signal.aborted) break;
		say(`${evaluation.name} …`);
		try {
			const rows = await evaluation.run(context);
			found(rows);
			all.push(...rows);
		} catch (error) {
			failed = true;
			if (!context.signal.aborted) say(`  could not be measured: ${userMessage(error)}`);
		}
	}
	return { rows: all, failed };
}

function printTable(rows: readonly Row[]): void {
	if (rows.length > 0) process.stdout.write(`\n${table(rows)}\n`);
}

function printLines(rows: readonly Row[]): void {
	process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

async function run(args: readonly string[]): Promise<number> {
	let choice: Choice;
	try {
		choice = readChoice(args);
	} catch (error) {
		say(`${userMessage(error)}\n\n${usage}`);
		return 2;
	}
	switch (choice.kind) {
		case 'help':
			process.stdout.write(usage);
			return 0;
		case 'fetch':
			return fetchSet(choice, { signal: leaving.signal, say });
		case 'measure':
			return measure(choice);
	}
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
	if (leaving.signal.aborted) return 130;
	say(`It could not be measured: ${userMessage(error)}`);
	return 1;
});
