import type { ToolCall } from '../tools/guest-tool.ts';
import { type HarnessEnd, type HarnessRun, runHarness } from './harness.ts';
import type { Scratch } from './scratch.ts';
import { tool } from './users.ts';

/** Runs code of a tool, in a test or in use: the same user, folder and environment, and limits by `command`. Never rejects. */
export function runInScratch(
	run: Pick<HarnessRun, 'command' | 'standsBack' | 'input' | 'timeout' | 'limits'>,
	{ work, temp }: Scratch,
	call: ToolCall,
): Promise<HarnessEnd> {
	const env = { HOME: work, TMPDIR: temp, XDG_CACHE_HOME: `${temp}/.cache` };
	return runHarness({ ...run, user: tool, env }, call);
}
