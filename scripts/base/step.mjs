import { accessSync, constants } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { lock } from './lock.mjs';
import { projectRoot } from './paths.mjs';

/** A step that a person has to finish: what failed, the commands to run by hand, and the child's last lines. */
export class SetUpError extends Error {
	name = 'SetUpError';

	constructor(message, { commands = [], output = '' } = {}) {
		super(message);
		this.commands = commands;
		this.output = output;
	}
}

/**
 * Runs one step and prints exactly one line for it.
 *
 * A step is `{ name, done, run }`: `done()` tells whether there is nothing to do, `run(progress)` does it and may
 * return a remark for the line, and calls `progress(text)` with what it is at. Steps of two set-ups at once wait for
 * each other. Rejects with what the step threw.
 */
export const runStep = async ({ name, done, run, skipped }) => {
	const reason = await skipped?.();
	if (reason) return print(`– ${name} (skipped: ${reason})`);
	if (await done()) return print(`· ${name} (done already)`);
	await lock((pid) => print(`… waiting for the set-up of process ${pid}`)).catch(cannotWrite);
	if (await done()) return print(`· ${name} (done already)`);
	const live = liveLine(name);
	try {
		const remark = await run(live.progress);
		live.end(`✓ ${name}  ${live.time()}${remark ? `  (${remark})` : ''}`);
	} catch (error) {
		live.end(`✗ ${name}  ${live.time()}`);
		throw error;
	}
};

const cannotWrite = (error) => {
	if (error.syscall === undefined) throw error;
	throw new SetUpError(
		`Cannot write to "${projectRoot}" (${refusalOf(projectRoot) ?? error.code}), where the packages and the build belong`,
	);
};

/** Node says of a folder that cannot be made on a read-only disk that it is not there. */
const refusalOf = (folder) => {
	try {
		return void accessSync(folder, constants.W_OK);
	} catch (error) {
		return error.code;
	}
};

/** Tells a person why a step failed and what to run. An error that is no {@link SetUpError} is ours: it is thrown on. */
export const explain = (error) => {
	if (!(error instanceof SetUpError)) throw error;
	const indented = (lines) => lines.filter(Boolean).map((line) => `    ${line}`);
	const advice = error.commands.length > 0 ? ['  Run this, then start again:', ...indented(error.commands)] : [];
	console.error([...indented(error.output.split('\n')), `  ${error.message}`, ...advice].join('\n'));
};

/** To standard error: what comes after the set-up may print for programs. */
const print = (line) => {
	process.stderr.write(`${line}\n`);
};

/** A line that tells what is going on once a step has taken a second; only on a terminal. */
const liveLine = (name) => {
	const started = Date.now();
	const time = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
	let at = '';
	const draw = () => {
		const line = `… ${name}  ${Math.round((Date.now() - started) / 1000)} s  ${at}`;
		process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
	};
	const timer = process.stderr.isTTY ? setInterval(draw, 1000) : undefined;
	return {
		time,
		progress: (text) => {
			// Children colour and erase; only their words belong here.
			at = stripVTControlCharacters(text)
				.replace(/\p{Cc}/gu, '')
				.trim();
		},
		end: (line) => {
			clearInterval(timer);
			print(process.stderr.isTTY ? `\r\u001b[K${line}` : line);
		},
	};
};
