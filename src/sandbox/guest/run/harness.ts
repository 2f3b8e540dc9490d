import * as z from 'zod';
import { isDeeperThan } from '../../../base/is-deeper-than.ts';
import { figureShape } from '../../file-shapes.ts';
import { toolError } from '../../tool-error.ts';
import { createTextReader, tailOf } from '../sanitise.ts';
import type { ToolCall } from '../tools/guest-tool.ts';
import { type CommandEnd, type CommandSpec, runCommand } from './run-command.ts';
import type { Scratch } from './scratch.ts';
import type { User } from './users.ts';

/** One run of a tool file, in a process of its own. */
export interface HarnessRun {
	/** The program and its arguments; `harness` has those of a tool. */
	readonly command: readonly [string, ...string[]];
	readonly user: User;
	readonly env?: Readonly<Record<string, string>>;
	readonly standsBack?: CommandSpec['standsBack'];
	/** Python starts meanwhile, where it is still to come. */
	readonly input: string | Promise<string>;
	/** Seconds. */
	readonly timeout: number;
	/** How large a result is kept, and how much output is let through, bytes. */
	readonly limits: { readonly result: number; readonly output?: number };
}

/** The end of a run: its result as text, undefined when it was larger than the limit, and the end of what it printed, sanitised. */
export interface HarnessEnd {
	readonly end: CommandEnd;
	readonly result: string | undefined;
	readonly printed: string;
}

/** A failing tool's output is shown up to this many characters from its end. */
const printedLimit = 1000;

const answerSchema = z.union([
	/** `figures`: what was saved of them on the way, to be told to nobody but who tests it. */
	z.object({ output: z.record(z.string(), z.unknown()), figures: z.array(figureShape).optional().catch(undefined) }),
	/** `returned`: run() came to an end, and what it returned is not a result. */
	z.object({ error: toolError, returned: z.literal(true).optional() }),
]);

export type HarnessAnswer = z.output<typeof answerSchema>;

/**
 * Files of 1 GiB, 96 processes and threads, of which four tools at once leave others a quarter of the sandbox's 512, 4 GiB of addresses (numpy
 * takes 1 with its threads). Time is watched from outside, and what memory is really used by the sandbox.
 * https://man7.org/linux/man-pages/man1/prlimit.1.html
 */
const most = { fsize: 1024 ** 3, nproc: 96, as: 4 * 1024 ** 3 } as const;

/** Runs the code in a scratch, for what `harnessInput` gives it; `folder` holds the harness. Its start is most of what a run costs: see run_tool.py. */
export function harness(folder: string): Pick<HarnessRun, 'command' | 'standsBack'> {
	return { command: [...python(`${folder}/start_tool.py`), ...Object.values(most).map(String)], standsBack: true };
}

export function harnessInput({ tool, work }: Pick<Scratch, 'tool' | 'work'>, env: string | undefined, input: unknown) {
	const order = [tool, work, ...(env === undefined ? [] : [environmentFolder(env)])];
	return `${JSON.stringify(order)}\n${JSON.stringify(input)}`;
}

/** As `python`, within the limits of a tool. */
export function limitedPython(file: string): readonly [string, ...string[]] {
	return ['prlimit', ...Object.entries(most).map(([name, value]) => `--${name}=${value}`), ...python(file)];
}

/** Python as it runs our own files: nothing of a person's settings, and none of the site module's work. */
export function python(file: string): readonly [string, ...string[]] {
	return ['python3', '-I', '-S', '-u', '-B', file];
}

export function environmentFolder(env: string): string {
	return `/envs/${env}`;
}

/** Runs it to its end; what it prints is shown to whoever watches. Never rejects. */
export async function runHarness(run: HarnessRun, call: ToolCall): Promise<HarnessEnd> {
	const [file, ...args] = run.command;
	const result = createBuffer(run.limits.result);
	const reader = createTextReader();
	let printed = '';
	const print = (text: string) => {
		printed = tailOf(printed + text, printedLimit);
		call.onOutput(text);
	};
	const { end } = await runCommand(
		{
			file,
			args,
			user: run.user,
			input: run.input,
			timeout: run.timeout,
			...(run.env === undefined ? {} : { env: run.env }),
			...(run.standsBack && { standsBack: run.standsBack }),
			...(run.limits.output === undefined ? {} : { outputLimit: run.limits.output }),
			onStdout: result.push,
			onStderr: (chunk) => print(reader.push(chunk)),
		},
		call.signal,
	);
	print(reader.end());
	return { end, result: result.text(), printed: printed.trim() };
}

function createBuffer(limit: number) {
	const chunks: Buffer[] = [];
	let bytes = 0;
	return {
		push(chunk: Buffer): void {
			bytes += chunk.length;
			if (bytes <= limit) chunks.push(chunk);
		},
		text: (): string | undefined => (bytes > limit ? undefined : Buffer.concat(chunks).toString('utf8')),
	};
}

/** The harness runs beside the tool, under the same user: what comes from it is checked like anything else. Undefined when it is not an answer. */
export function parseAnswer(text: string): HarnessAnswer | undefined {
	return answerSchema.safeParse(parseJson(text)).data;
}

/** Levels of what a tool gives. What carries it to the host, which takes 100 levels in all, has some of its own. */
const mostLevels = 50;

/** Why a run that came to a good end has no answer. */
export const noResult = `what it left is not a result, or nested deeper than ${mostLevels} levels`;

/** A tool's output, if it is JSON: its texts well-formed, its numbers finite, and nothing nested too deeply to be walked. */
export function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		// One level is the object that holds the result.
		return isDeeperThan(value, mostLevels + 1) ? undefined : tidy(value);
	} catch {
		return undefined;
	}
}

/** 1e999 is JSON, and Infinity as a number. Throws. */
function tidy(value: unknown): unknown {
	if (typeof value === 'string') return value.toWellFormed();
	if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('too large a number');
	if (Array.isArray(value)) return value.map(tidy);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toWellFormed(), tidy(one)]));
}
