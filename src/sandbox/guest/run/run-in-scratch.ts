import type { ToolCall } from '../tools/guest-tool.ts';
import { type HarnessEnd, type HarnessRun, runHarness } from './harness.ts';
import type { Scratch } from './scratch.ts';
import { tool } from './users.ts';

/**
 * Files of 1 GiB, 128 processes and threads, 4 GiB of addresses (numpy takes 1 with its threads). Time is watched from outside, and what
 * memory is really used by the sandbox. https://man7.org/linux/man-pages/man1/prlimit.1.html
 */
const limited = ['prlimit', `--fsize=${1024 ** 3}`, '--nproc=128', `--as=${4 * 1024 ** 3}`] as const;

/** Runs code of a tool, in a test or in use: the same user, folder, environment and limits. Never rejects. */
export function runInScratch(
	run: Pick<HarnessRun, 'command' | 'input' | 'timeout' | 'limits'>,
	{ work, temp }: Scratch,
	call: ToolCall,
): Promise<HarnessEnd> {
	const env = { HOME: work, TMPDIR: temp, XDG_CACHE_HOME: `${temp}/.cache` };
	return runHarness({ ...run, command: [...limited, ...run.command], user: tool, env }, call);
}
