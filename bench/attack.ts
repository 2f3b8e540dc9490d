import { execFileSync } from 'node:child_process';
import { release } from 'node:os';
import { parseArgs } from 'node:util';
import { userMessage } from '../src/base/errors.ts';
import type { RuntimeChoice } from '../src/sandbox/podman/service/runtimes.ts';
import type { Attack } from './attack/attack.ts';
import { writeDocument } from './attack/document.ts';
import { attacks, families } from './attack/families.ts';
import { lineOf, rowOf, summaryOf } from './attack/rows.ts';
import { type Result, runAttacks } from './attack/run-attacks.ts';

const runtimes = ['runc', 'crun'] as const satisfies readonly RuntimeChoice[];

const usage = `npm run attack -- [--json] [--only <row or family>]… [--runtime ${runtimes.join('|')}]… [--quick] [--list] [--write]

  Attacks sandboxes as they are shipped, ${attacks.length} ways in ${families.length} families, on every runtime that works here. Each row has a control:
  the same attack where the defence is off, in a throw-away container or against code without it.

  held                   it came to nothing, and its control got through
  failed                 it got through, or could not be made
  unproved               not even the control got through: this machine lacks what it attacks
  not enforceable here   it got through where this host cannot keep the promise

  --json      one JSON object a row on standard output, and nothing else
  --only      only this row, or the rows of a family whose title holds this
  --runtime   only on this runtime
  --quick     only those that \`npm test\` makes, too
  --list      the rows and what must hold, without making any
  --write     puts the table of this run into docs/security.md; wants all rows

  Exit code: 0 when none has failed, 1 when one has or none could be made, 2 for wrong arguments, 130 for Ctrl-C, which prints what there is.
`;

/** Fires when the process is asked to leave. */
const leaving = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => leaving.abort(new Error(name)));

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Choice {
	readonly kind: 'help' | 'list' | 'run';
	readonly json: boolean;
	readonly write: boolean;
	readonly chosen: readonly Attack[];
	readonly on: readonly RuntimeChoice[];
}

/** Throws for wrong arguments. */
function choose(args: readonly string[]): Choice {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			list: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			quick: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: [] },
			runtime: { type: 'string', multiple: true, default: [] },
		},
	});
	const named = values.only.length === 0 ? attacks : values.only.flatMap(pick);
	const unknown = values.runtime.find((name) => !runtimes.some((one) => one === name));
	if (unknown !== undefined) throw new Error(`There is no runtime "${unknown}" to attack on`);
	const on = runtimes.filter((name) => values.runtime.length === 0 || values.runtime.includes(name));
	if (values.write && (values.quick || values.only.length > 0)) throw new Error('--write wants all rows');
	const kind = values.help ? 'help' : values.list ? 'list' : 'run';
	const chosen = named.filter(({ pace }) => !values.quick || pace === 'quick');
	return { kind, json: values.json, write: values.write, on, chosen };
}

function pick(word: string): readonly Attack[] {
	const row = attacks.filter(({ name }) => name === word);
	const found =
		row.length > 0
			? row
			: families
					.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()))
					.flatMap((family) => family.attacks);
	if (found.length === 0) throw new Error(`There is no attack and no family "${word}"`);
	return found;
}

async function run({ json, write, chosen, on }: Choice): Promise<number> {
	const results: Result[] = [];
	const onResult = (result: Result): void => {
		results.push(result);
		if (json) print(JSON.stringify(rowOf(result)));
		say(`${results.length}/${chosen.length * on.length} ${lineOf(result)}`);
	};
	for (const runtime of on) {
		say(`On ${runtime}: ${chosen.length} attacks`);
		await runAttacks(runtime, chosen, { signal: leaving.signal, say, onResult }).catch((error: unknown) => {
			if (!leaving.signal.aborted) say(`  nothing can be attacked on ${runtime} here: ${userMessage(error)}`);
		});
		if (leaving.signal.aborted) break;
	}
	if (!json) print(`\n${summaryOf(results)}`);
	if (leaving.signal.aborted) return 130;
	if (write) await writeDocument(results, { day: new Date().toISOString().slice(0, 10), machine: machineFacts() });
	return results.length === 0 || results.some(({ verdict }) => verdict === 'failed') ? 1 : 0;
}

function machineFacts(): string {
	const podman = execFileSync('podman', ['--version']).toString().trim().split(' ').at(-1);
	return `Linux ${release().split('.').slice(0, 2).join('.')} (${process.arch}), Podman ${podman}, as root`;
}

async function start(args: readonly string[]): Promise<number> {
	let choice: ReturnType<typeof choose>;
	try {
		choice = choose(args);
	} catch (error) {
		say(`${userMessage(error)}\n\n${usage}`);
		return 2;
	}
	if (choice.kind === 'run') {
		return await run(choice).catch((error: unknown) => {
			say(`The attacks could not be made: ${userMessage(error)}`);
			return 1;
		});
	}
	if (choice.kind === 'help') process.stdout.write(usage);
	else for (const { name, tried, holds } of choice.chosen) print(`${name}: ${tried}; must hold: ${holds}`);
	return 0;
}

process.exitCode = await start(process.argv.slice(2));
