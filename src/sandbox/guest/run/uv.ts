import { createTextReader, headOf, sanitise, tailOf } from '../sanitise.ts';
import type { ToolCall } from '../tools/guest-tool.ts';
import { describeEnd } from './describe-end.ts';
import { type CommandEnd, runCommand } from './run-command.ts';
import type { Staging } from './staging.ts';
import { forge } from './users.ts';

export interface UvSpec {
	readonly args: readonly string[];
	readonly input?: string;
	/** Seconds. */
	readonly timeout: number;
}

/** The outcome of uv: its standard output, or one line that says why there is none. */
export type UvResult =
	| { readonly kind: 'done'; readonly stdout: string }
	| { readonly kind: 'failed'; readonly why: string };

/** Standard output that is kept, characters: a lock is at most 200,000. */
const stdoutLimit = 1_000_000;
const stderrLimit = 20_000;
const whyLimit = 600;

/** The interpreter that tools run on: what it has is what uv counts as installed. */
const python = ['--python', '/usr/bin/python3'] as const;

/**
 * Runs `uv pip …` as `forge`, with nothing of its own outside the staging: no configuration, and a cache that goes with it, for one that
 * stayed could be changed by a draft. What uv says goes to whoever watches.
 */
export async function runUv(spec: UvSpec, { work }: Staging, call: ToolCall): Promise<UvResult> {
	const stdout = createTextReader();
	const stderr = createTextReader();
	let said = '';
	let written = '';
	const { end } = await runCommand(
		{
			file: 'uv',
			args: ['pip', ...spec.args.slice(0, 1), ...python, ...spec.args.slice(1)],
			user: forge,
			env: { HOME: work, TMPDIR: work, UV_CACHE_DIR: `${work}/cache`, ...settings },
			...(spec.input === undefined ? {} : { input: spec.input }),
			timeout: spec.timeout,
			onStdout: (chunk) => {
				written = headOf(written + stdout.push(chunk), stdoutLimit);
			},
			onStderr: (chunk) => {
				const text = stderr.push(chunk);
				said = tailOf(said + text, stderrLimit);
				call.onOutput(text);
			},
		},
		call.signal,
	);
	if (end.type === 'exited' && end.code === 0) return { kind: 'done', stdout: written };
	return { kind: 'failed', why: whyOf(said, end, spec.timeout) };
}

// https://docs.astral.sh/uv/reference/environment/
const settings = {
	UV_NO_CONFIG: '1',
	UV_NO_PROGRESS: '1',
	UV_NO_BUILD: '1',
	UV_PYTHON_DOWNLOADS: 'never',
	UV_CONCURRENT_DOWNLOADS: '8',
	UV_HTTP_RETRIES: '1',
} as const;

/** The text after uv's last "cause:" or "error:", on one line. */
function whyOf(said: string, end: CommandEnd, timeout: number): string {
	if (end.type !== 'exited') return describeEnd(end, timeout);
	const cause = said.split(/^\s*(?:error|cause|Caused by):\s/m).pop() ?? '';
	const line = cause.replaceAll(/\s+/g, ' ').trim();
	return line === '' ? `uv ended with exit code ${end.code}` : headOf(sanitise(line), whyLimit);
}

/** The image's packages, as `name==version` lines. */
export async function listInstalled(staging: Staging, call: ToolCall): Promise<UvResult> {
	return runUv({ args: ['freeze', '--quiet'], timeout: 20 }, staging, call);
}
