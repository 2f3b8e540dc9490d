import { execFileSync } from 'node:child_process';
import { release } from 'node:os';
import { userMessage } from '../src/base/errors.ts';
import { type Choice, choiceOf, groundless, usage } from './attack/choice.ts';
import { writeDocument } from './attack/document.ts';
import { provedBy, runAsPlainUser } from './attack/far-attacks.ts';
import { type Ground, groundName, modeHere } from './attack/ground.ts';
import { lineOf, rowOf, summaryOf } from './attack/rows.ts';
import { dueAfter, type Result, runAttacks } from './attack/run-attacks.ts';

/** Fires when the process is asked to leave. */
const leaving = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => leaving.abort(new Error(name)));

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(choice: Choice): Promise<number> {
	const { json, write, grounds } = choice;
	const results: Result[] = [];
	let isShort = false;
	for (const ground of grounds) {
		if (leaving.signal.aborted) break;
		const chosen = dueAfter(results, choice.chosen);
		if (chosen.length === 0) continue;
		const made = await attackOn(ground, { ...choice, chosen }, results);
		// None at all: there is no such ground here, which was said
		isShort ||= made.length > 0 && made.length < chosen.length;
		results.push(...made);
	}
	if (!json) print(`\n${summaryOf(results)}`);
	if (leaving.signal.aborted) return 130;
	if (write && results.length > 0) await writeDocument(results, { day: today(), machine: machineFacts(results) });
	return isShort || results.length === 0 || results.some(({ verdict }) => verdict === 'failed') ? 1 : 0;
}

/** What came of the attacks on one ground, told as it comes; none where there are no sandboxes. */
async function attackOn(
	ground: Ground,
	{ chosen, json }: Choice,
	before: readonly Result[],
): Promise<readonly Result[]> {
	const name = groundName(ground);
	const why = groundless(ground);
	if (why !== undefined) say(`Not on ${name}: ${why}`);
	if (why !== undefined) return [];
	say(`On ${name}: ${chosen.length} attacks`);
	const results: Result[] = [];
	const onResult = (made: Result): void => {
		const result = provedBy(made, before);
		results.push(result);
		if (json) print(JSON.stringify(rowOf(result)));
		say(`${results.length}/${chosen.length} ${lineOf(result)}`);
	};
	const make = ground.mode === modeHere() ? runAttacks : runAsPlainUser;
	await make(ground, chosen, { signal: leaving.signal, say, onResult }).catch((error: unknown) => {
		if (!leaving.signal.aborted) say(`  nothing can be attacked on ${name} here: ${userMessage(error)}`);
	});
	return results;
}

function today(): string {
	return new Date().toISOString().slice(0, 10);
}

function machineFacts(results: readonly Result[]): string {
	const runtimes = [...new Set(results.map(({ ground }) => ground.runtime))];
	const programs = ['podman', ...runtimes].map(versionOf).join(', ');
	return `Linux ${release().split('.').slice(0, 2).join('.')} (${process.arch}), ${programs}`;
}

function versionOf(program: string): string {
	const [first = ''] = execFileSync(program, ['--version']).toString().trim().split('\n');
	return `${program} ${first.split(' ').at(-1)}`;
}

async function start(args: readonly string[]): Promise<number> {
	const choice = choiceOf(args);
	if (typeof choice === 'string') {
		say(choice);
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
// What an attack has left open must not keep whoever waits for the verdict
setTimeout(() => process.exit(), 10_000).unref();
