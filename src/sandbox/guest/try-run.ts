import * as z from 'zod';
import type { tryToolArgs, tryToolResult } from '../built-ins.ts';
import { describeEnd } from './describe-end.ts';
import { endForge } from './end-forge.ts';
import type { ToolCall } from './guest-tool.ts';
import {
	environmentFolder,
	type HarnessEnd,
	harnessCommand,
	parseAnswer,
	parseJson,
	python,
	runHarness,
} from './harness.ts';
import { sanitise, tailOf } from './sanitise.ts';
import { listFiles, newFiles, problemOf, type WrittenFile, writeFiles } from './try-files.ts';
import type { Scratch } from './try-scratch.ts';
import { forge } from './users.ts';

export type RunSpec = z.output<typeof tryToolArgs>['runs'][number];
export type RunEnd = z.output<typeof tryToolResult>['runs'][number][number];
type Described = z.output<typeof tryToolResult>['described'];

/** What all runs of one draft have in common. */
export interface Trial {
	/** Where the harness is. */
	readonly folder: string;
	readonly scratch: Scratch;
	readonly env: string | undefined;
	readonly time: TrialTime;
	readonly call: ToolCall;
}

/** The time of one draft. */
export interface TrialTime {
	/** Seconds that the next run may take; none is left after one that took too long. */
	left(): number;
	/** One run took too long: another would, too. */
	end(): void;
}

/** A result in a test may be this large as JSON, bytes: 40 of them must fit into one answer. And so much may be printed. */
const bytes = { result: 64 * 1024, output: 16 * 1024 * 1024 } as const;

/** Texts about a run, characters. */
const howLimit = 1500;

/**
 * Files of 64 MiB, 128 processes and threads, 4 GiB of addresses (numpy takes 1 with its threads). Time is watched from outside, and what
 * memory is really used by the sandbox. https://man7.org/linux/man-pages/man1/prlimit.1.html
 */
const limited = ['prlimit', `--fsize=${64 * 1024 * 1024}`, '--nproc=128', `--as=${4 * 1024 * 1024 * 1024}`] as const;

/** What the draft says of itself, run as a script. */
export async function describeDraft(trial: Trial): Promise<Described> {
	const { scratch, env } = trial;
	const path = env === undefined ? {} : { PYTHONPATH: environmentFolder(env) };
	const command = ['python3', '-s', '-P', '-B', scratch.tool, '--describe'];
	const run = await runLimited(trial, { command, input: '', env: path });
	const meta = z.record(z.string(), z.unknown()).safeParse(parseJson(run.result ?? '')).data;
	if (run.how === undefined && meta !== undefined) return { meta };
	return { problem: tell(trial, `--describe: ${run.how ?? 'what it printed is no JSON object'}`, run) };
}

/** One run, from an empty folder to what came of it. */
export async function runOnce(trial: Trial, spec: RunSpec): Promise<RunEnd> {
	const unprepared =
		problemOf(spec.files) ?? writeFiles(trial.scratch.work, spec.files) ?? (await prepare(trial, spec));
	if (unprepared !== undefined) return { ended: 'unprepared', how: unprepared };
	const before = listFiles(trial.scratch.work);
	return typeof before === 'string' ? { ended: 'unprepared', how: before } : runTool(trial, spec, before);
}

async function prepare(trial: Trial, { prepare: code }: RunSpec): Promise<string | undefined> {
	if (code === undefined) return undefined;
	const environment = trial.env === undefined ? [] : [environmentFolder(trial.env)];
	const command = [...python(`${trial.folder}/prepare_files.py`), trial.scratch.work, ...environment];
	const run = await runLimited(trial, { command, input: code.toWellFormed() });
	await endForge();
	return run.how === undefined ? undefined : tell(trial, run.how, run);
}

async function runTool(trial: Trial, { input }: RunSpec, before: readonly WrittenFile[]): Promise<RunEnd> {
	const { tool, work } = trial.scratch;
	const command = harnessCommand(trial.folder, { tool, cwd: work, env: trial.env });
	const run = await runLimited(trial, { command, input: JSON.stringify(input) });
	await endForge();
	const crashed = (how: string): RunEnd => ({ ended: 'crashed', how: tell(trial, how, run) });
	if (run.result === undefined) return crashed('It returned more than 64 KiB');
	const answer = run.how === undefined ? parseAnswer(run.result) : undefined;
	if (answer === undefined) return crashed(`It did not return: ${run.how ?? 'what it left is no result'}`);
	if ('error' in answer)
		return answer.returned ? crashed(answer.error.message) : { ended: 'error', error: shown(trial, answer.error) };
	const after = listFiles(work);
	const files = typeof after === 'string' ? after : newFiles(before, after);
	return typeof files === 'string' ? crashed(files) : { ended: 'output', output: answer.output, files: [...files] };
}

interface LimitedRun {
	readonly result: string | undefined;
	readonly printed: string;
	/** How it ended, where that is no good end. */
	readonly how: string | undefined;
}

async function runLimited(
	{ scratch, time, call }: Trial,
	run: { readonly command: readonly string[]; readonly input: string; readonly env?: Readonly<Record<string, string>> },
): Promise<LimitedRun> {
	const seconds = time.left();
	if (seconds <= 0) return { result: '', printed: '', how: 'No time was left: earlier runs took too long' };
	const { end, result, printed } = await runHarness(
		{
			command: [...limited, ...run.command],
			user: forge,
			env: { HOME: scratch.work, TMPDIR: scratch.work, ...run.env },
			input: run.input,
			timeout: seconds,
			limits: bytes,
		},
		call,
	);
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
