import { join } from 'node:path';
import * as z from 'zod';
import type { tryToolArgs, tryToolResult } from '../built-ins.ts';
import type { Figure, Look } from '../file-shapes.ts';
import { withNames } from './files/session-paths.ts';
import { isSafePath, listFiles, newFiles, problemOf, type WrittenFile, writeFiles } from './files/try-files.ts';
import type { KnownLooks } from './look/known-looks.ts';
import { lookAtFiles } from './look/look-files.ts';
import { describeEnd } from './run/describe-end.ts';
import { endUser } from './run/end-user.ts';
import {
	environmentFolder,
	type HarnessAnswer,
	type HarnessEnd,
	type HarnessRun,
	harness,
	harnessInput,
	limitedPython,
	noResult,
	parseAnswer,
	parseJson,
} from './run/harness.ts';
import { runInScratch } from './run/run-in-scratch.ts';
import type { Scratch } from './run/scratch.ts';
import { sanitise, tailOf } from './sanitise.ts';
import type { ToolCall } from './tools/guest-tool.ts';

export type RunSpec = z.output<typeof tryToolArgs>['runs'][number];
export type RunEnd = z.output<typeof tryToolResult>['runs'][number][number];
type Described = z.output<typeof tryToolResult>['described'];

/** The facts that all runs of one draft have in common. */
export interface Trial {
	/** Where the harness is. */
	readonly folder: string;
	readonly scratch: Scratch;
	readonly env: string | undefined;
	readonly time: TrialTime;
	readonly room: TrialRoom;
	/** Looks at the files of its runs. */
	readonly looks: KnownLooks;
	readonly call: ToolCall;
}

/** The room in one answer for all that is found in files. */
export interface TrialRoom {
	/** Whether there is room for so many bytes; they are taken then. */
	takes(size: number): boolean;
}

/** The time of one draft. */
export interface TrialTime {
	/** Seconds that the next run may take; none is left after one that took too long. */
	left(): number;
	/** One run took too long: another would, too. */
	end(): void;
}

/** A result in a test may be this large as JSON, bytes: 40 of them must fit into one answer. And so much may be printed. */
const bytes = { result: 64 * 1024, figures: 64 * 1024, output: 16 * 1024 * 1024 } as const;

/** Its files are not looked at then: they could be exchanged meanwhile. */
const stillRunning = 'A process that it started could not be ended';

/** Texts about a run, characters. */
const howLimit = 1500;

/** The draft's own description, from running it as a script. */
export async function describeDraft(trial: Trial): Promise<Described> {
	const { scratch, env } = trial;
	const environment = env === undefined ? [] : [environmentFolder(env)];
	const command = [
		...limitedPython(`${trial.folder}/describe_tool.py`),
		scratch.tool,
		scratch.work,
		...environment,
	] as const;
	const run = await runLimited(trial, { command, input: '' });
	const meta = z.record(z.string(), z.unknown()).safeParse(parseJson(run.result ?? '')).data;
	if (run.how === undefined && meta !== undefined) return { meta };
	return { problem: tell(trial, `--describe: ${run.how ?? 'what it printed is not a JSON object'}`, run) };
}

/** One run, from an empty folder to what came of it. `time`: how often it was run before, with this input. */
export async function runOnce(trial: Trial, spec: RunSpec, time: number): Promise<RunEnd> {
	const unprepared =
		problemOf(spec.files) ??
		writeFiles(trial.scratch, spec.files) ??
		(await make(trial, spec)) ??
		(await prepare(trial, spec));
	if (unprepared !== undefined) return { ended: 'unprepared', how: unprepared };
	const before = listFiles(trial.scratch);
	if (typeof before === 'string') return { ended: 'unprepared', how: before };
	return runTool(trial, { ...spec, input: namedAsInUse(trial, spec.input, before, time) }, before);
}

/**
 * In use, files are named by whole paths as often as by their names alone: each second run has whole ones, so that a tool that tells them
 * apart, or takes but one kind, gives two results for one input.
 */
function namedAsInUse(
	{ scratch: { work } }: Trial,
	input: RunSpec['input'],
	files: readonly WrittenFile[],
	time: number,
): RunSpec['input'] {
	if (time % 2 === 0) return input;
	const all = files.flatMap(({ name }) => [name, ...foldersOf(name)]);
	// One without a dot or a slash may be any other word of the input.
	const names = new Set(all.filter((name) => /[./]/.test(name)));
	return withNames(input, (text) => (names.has(text) ? join(work, text) : text)) as RunSpec['input'];
}

function foldersOf(name: string): readonly string[] {
	const parts = name.split('/');
	return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** A path in the folder is a name again, as the test has it. */
function asTheTestHasIt({ scratch: { work } }: Trial, output: Readonly<Record<string, unknown>>) {
	return withNames(output, (text) => text.replaceAll(`${work}/`, '')) as Record<string, unknown>;
}

/** Files that are made of data, by our own code and of nobody's. */
async function make(trial: Trial, { made = {} }: RunSpec): Promise<string | undefined> {
	if (Object.keys(made).length === 0) return undefined;
	return problemOf(made) ?? runBefore(trial, 'make_files.py', JSON.stringify(made));
}

async function prepare(trial: Trial, { prepare: code }: RunSpec): Promise<string | undefined> {
	return code === undefined ? undefined : runBefore(trial, 'prepare_files.py', code.toWellFormed());
}

async function runBefore(trial: Trial, file: string, input: string): Promise<string | undefined> {
	const environment = trial.env === undefined ? [] : [environmentFolder(trial.env)];
	const command = [...limitedPython(`${trial.folder}/${file}`), trial.scratch.work, ...environment] as const;
	const run = await runLimited(trial, { command, input });
	const how = (await endUser(trial.scratch.user)) > 0 ? stillRunning : run.how;
	return how === undefined ? undefined : tell(trial, how, run);
}

async function runTool(trial: Trial, spec: RunSpec, before: readonly WrittenFile[]): Promise<RunEnd> {
	const input = harnessInput(trial.scratch, trial.env, spec.input);
	const run = await runLimited(trial, { ...harness(trial.folder), input, limits: withFigures });
	const left = await endUser(trial.scratch.user);
	const crashed = (how: string): RunEnd => ({ ended: 'crashed', how: tell(trial, how, run) });
	if (left > 0) return crashed(stillRunning);
	const answer = run.how === undefined ? parseAnswer(run.result ?? '') : undefined;
	if (run.result === undefined || isLarge(answer)) return crashed('It returned more than 64 KiB');
	if (answer === undefined) return crashed(`It did not return: ${run.how ?? noResult}`);
	if ('error' in answer)
		return answer.returned ? crashed(answer.error.message) : { ended: 'error', error: shown(trial, answer.error) };
	const after = listFiles(trial.scratch);
	const files = typeof after === 'string' ? after : newFiles(before, after);
	if (typeof files === 'string') return crashed(files);
	const output = asTheTestHasIt(trial, answer.output);
	return { ended: 'output', output, files: [...files], ...(await looksAt(trial, spec, answer.figures)) };
}

/** Looks at the files that are asked for; nothing of the tool runs any more. */
async function looksAt(trial: Trial, { look = [] }: RunSpec, figures: readonly Figure[] = []) {
	if (look.length === 0) return {};
	const { folder, scratch, env, time, call, looks: known } = trial;
	const packages = env === undefined ? undefined : environmentFolder(env);
	const files = look
		.filter(({ name }) => isSafePath(name))
		.map((one) => ({ ...one, path: join(scratch.work, one.name) }));
	const looks = await lookAtFiles(files, { folder, owner: scratch.user, packages, seconds: time.left(), known, call });
	const told = { looks, ...(figures.length > 0 && { figures: [...figures] }) };
	return trial.room.takes(Buffer.byteLength(JSON.stringify(told))) ? told : { looks: withoutRoom(looks) };
}

function withoutRoom(looks: Readonly<Record<string, Look>>): Record<string, Look> {
	const why = 'has no room in what is told of all files of one draft';
	return Object.fromEntries(Object.keys(looks).map((name) => [name, { kind: 'large', why }]));
}

/** Notes on figures stand beside a result, and do not count. */
function isLarge(answer: HarnessAnswer | undefined): boolean {
	return answer !== undefined && 'output' in answer && Buffer.byteLength(JSON.stringify(answer.output)) > bytes.result;
}

const withFigures = { result: bytes.result + bytes.figures, output: bytes.output } as const;

interface LimitedRun {
	readonly result: string | undefined;
	readonly printed: string;
	/** How it ended, where that is not a good end. */
	readonly how: string | undefined;
}

async function runLimited(
	{ scratch, time, call }: Trial,
	run: Pick<HarnessRun, 'command' | 'standsBack' | 'input'> & { readonly limits?: HarnessRun['limits'] },
): Promise<LimitedRun> {
	const seconds = time.left();
	if (seconds <= 0) return { result: '', printed: '', how: 'No time was left: earlier runs took too long' };
	const { end, result, printed } = await runInScratch({ limits: bytes, ...run, timeout: seconds }, scratch, call);
	if (end.type === 'interrupted' && end.by === 'timed-out') time.end();
	return { result, printed, how: howOf(end, seconds) };
}

function howOf(end: HarnessEnd['end'], seconds: number): string | undefined {
	return end.type === 'exited' && end.code === 0 ? undefined : describeEnd(end, seconds);
}

/** A sentence with the end of what was printed, for the Coder: the name of the scratch folder is of no use there. */
function tell(trial: Trial, how: string, { printed }: LimitedRun): string {
	const text = printed === '' ? how : `${how}\nThe end of what it printed:\n${printed}`;
	return tailOf(withoutFolder(trial, sanitise(text)), howLimit);
}

function shown<Error extends { readonly traceback: string }>(trial: Trial, error: Error): Error {
	return { ...error, traceback: withoutFolder(trial, error.traceback) };
}

function withoutFolder({ scratch }: Trial, text: string): string {
	return text.replaceAll(`${scratch.root}/`, '');
}
