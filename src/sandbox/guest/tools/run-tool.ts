import { readFileSync, statSync } from 'node:fs';
import type * as z from 'zod';
import { codeOf, messageOf } from '../../../base/errors.ts';
import { asItIsWritten } from '../../../base/text/numbers-as-written.ts';
import { runToolArgs } from '../../built-ins.ts';
import { grouped } from '../files/grouped.ts';
import { type Handed, handIn, seesFiles } from '../files/handed-files.ts';
import { type WrongFilesParts, wrongFiles } from '../look/named-files.ts';
import { describeEnd } from '../run/describe-end.ts';
import { endUser } from '../run/end-user.ts';
import { environmentFolder, type HarnessEnd, harness, harnessInput, noResult, parseAnswer } from '../run/harness.ts';
import { saveText, shownLimit } from '../run/output.ts';
import { runInScratch } from '../run/run-in-scratch.ts';
import { removeUsed, type Scratch, scratchFor } from '../run/scratch.ts';
import type { Lanes } from '../run/side-by-side/lanes.ts';
import type { Earlier, Turns } from '../run/side-by-side/turns.ts';
import type { User } from '../run/users.ts';
import { headOf, sanitise, tailOf } from '../sanitise.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';

/** A tool's result may be this large, bytes; more belongs into a file. */
const resultLimit = 1024 * 1024;

/**
 * Hidden from the Brain's list: runs a forged tool as a draft is tried, and takes what it wrote into the session. `folder` holds the harness.
 * Runs are side by side, each in a lane; those that have to do with the session's files keep their order by `inTurn`.
 */
export function createRunTool(folder: string, lanes: Lanes, inTurn: Turns): GuestTool {
	return defineTool({
		name: 'run_tool',
		description: 'Run a registered forged tool.',
		args: runToolArgs,
		async run(args, call) {
			const { env } = args;
			if (env !== undefined && !isFolder(environmentFolder(env))) return missingEnvironment;
			const { signal } = call;
			const run = (earlier: Earlier) => lanes.run((user) => runIn({ folder, args, user, earlier, call }), signal);
			return (await inTurn(run, signal)) ?? failed('Stopped');
		},
	});
}

type Args = z.output<typeof runToolArgs>;

interface ToolRun {
	readonly folder: string;
	readonly args: Args;
	readonly user: User;
	readonly earlier: Earlier;
	readonly call: ToolCall;
}

async function runIn(run: ToolRun): Promise<ToolAnswer> {
	const { args, user, earlier, call } = run;
	const code = readTool(args.tool);
	const scratch = code === undefined ? `There is no tool "${args.tool}"` : scratchFor(code, user);
	if (typeof scratch === 'string') return failed(scratch);
	try {
		if (!earlier.isOver() && seesFiles(scratch, args.input, args.looksAround ?? true)) await earlier.over();
		return call.signal.aborted ? failed('Stopped') : await runHanded(run, scratch);
	} finally {
		await removeUsed(scratch);
	}
}

function readTool(tool: string): Uint8Array | undefined {
	try {
		return readFileSync(`/tools/${tool}/tool.py`);
	} catch {
		return undefined;
	}
}

async function runHanded({ folder, args, user, earlier, call }: ToolRun, scratch: Scratch): Promise<ToolAnswer> {
	const { input, env, looksAround = true, written = [], timeout = 120 } = args;
	const { promise, resolve: give } = Promise.withResolvers<string>();
	const run = { ...harness(folder), input: promise, timeout, limits: { result: resultLimit } };
	const running = runInScratch(run, scratch, call);
	// While Python starts
	const handed = handedTo(scratch, input, looksAround);
	give(typeof handed === 'string' ? '' : harnessInput(scratch, env, handed.input));
	const end = await running;
	if (typeof handed === 'string') return failed(`The tool was not run: ${handed}`);
	const left = await endUser(user);
	if (!earlier.isOver() && left === 0 && handed.hasSome()) await earlier.over();
	const answer = afterRun(left, handed, () => conclude(end, timeout, handed));
	return withWrongFiles(answer, { naming: { written, input }, folder, empty: emptyFigures(end.result), call });
}

/** A result that names a file says so where there is none, or none that opens: nobody has looked at it yet. */
async function withWrongFiles(answer: ToolAnswer, parts: WrongFilesParts): Promise<ToolAnswer> {
	const { output } = answer.data ?? {};
	if (answer.isError || !isRecord(output)) return answer;
	const problems = await wrongFiles(output, parts);
	if (problems.length === 0) return answer;
	return { ...answer, text: [answer.text, ...problems.slice(0, 5)].join('\n') };
}

/** Read only where there is one: a result may be long. */
function emptyFigures(result = ''): ReadonlySet<string> {
	const answer = result.includes('"drawn": false') ? parseAnswer(result) : undefined;
	const figures = answer && 'output' in answer ? (answer.figures ?? []) : [];
	return new Set(figures.flatMap(({ drawn, sha256 }) => (drawn ? [] : [sha256])));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nothing is taken over of a tool of which something still runs, for it could exchange that meanwhile. `left`: its processes. */
export function afterRun(left: number, handed: Handed, answer: () => ToolAnswer): ToolAnswer {
	if (left > 0) return failed('A process of the tool could not be ended, so nothing that it wrote was kept');
	return withNotes(answer(), handed.giveBack());
}

function handedTo(scratch: Scratch, input: Args['input'], looksAround: boolean): Handed | string {
	try {
		return handIn(scratch, input, looksAround);
	} catch (error) {
		return codeOf(error) === 'ENOSPC' ? 'the disk is full' : messageOf(error);
	}
}

/** Files that could not be kept count as a failure: whoever asked for them must know. */
function withNotes(answer: ToolAnswer, problems: readonly string[]): ToolAnswer {
	if (problems.length === 0) return answer;
	return failed([answer.text, ...problems.slice(0, 5)].join('\n'));
}

const missingEnvironment: ToolAnswer = {
	text: 'The packages of the tool are not installed',
	isError: true,
	data: { missing: 'env' },
};

export function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function conclude({ end, result, printed }: HarnessEnd, timeout: number, handed: Handed): ToolAnswer {
	const shown = printed === '' ? '' : `\nIt had printed:\n${handed.told(printed)}`;
	if (result === undefined)
		return failed('The tool returned more than 1 MiB. Let it write a file below /outputs and return the path');
	const answer = end.type === 'exited' ? parseAnswer(result) : undefined;
	if (answer === undefined) return failed(`The tool did not return: ${howOf(end, timeout)}${shown}`);
	if ('output' in answer) {
		const output = handed.returned(answer.output);
		return { text: show(JSON.stringify(handed.returned(writtenOutput(result)))), data: { output } };
	}
	const { message, traceback } = answer.error;
	const error = { ...answer.error, message: handed.told(message), traceback: handed.told(traceback) };
	return { text: `The tool failed: ${sanitise(error.traceback.trim())}${shown}`, isError: true, data: { error } };
}

/** As people and models are to read it. */
function writtenOutput(result: string): Readonly<Record<string, unknown>> {
	const answer = asItIsWritten(result);
	return isRecord(answer) && isRecord(answer['output']) ? answer['output'] : {};
}

function howOf(end: HarnessEnd['end'], timeout: number): string {
	return end.type === 'exited' && end.code === 0 ? noResult : describeEnd(end, timeout);
}

function show(json: string): string {
	const text = sanitise(json);
	if (text.length <= shownLimit) return text;
	const half = shownLimit / 2;
	const left = grouped(text.length - shownLimit);
	return `${headOf(text, half)}\n… ${left} characters left out; ${saveText('result', json)} …\n${tailOf(text, half)}`;
}
