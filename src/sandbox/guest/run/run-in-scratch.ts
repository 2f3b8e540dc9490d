import type { ToolCall } from '../tools/guest-tool.ts';
import { type HarnessEnd, type HarnessRun, runHarness } from './harness.ts';
import { fontsIn, type Scratch } from './scratch.ts';

/** Runs code of a tool, in a test or in use: the user of its scratch, its folder and environment, and limits by `command`. Never rejects. */
export function runInScratch(
	run: Pick<HarnessRun, 'command' | 'standsBack' | 'input' | 'timeout' | 'limits'>,
	scratch: Scratch,
	call: ToolCall,
): Promise<HarnessEnd> {
	const { work, temp, user } = scratch;
	const env = { HOME: work, TMPDIR: temp, XDG_CACHE_HOME: `${temp}/.cache`, MPLCONFIGDIR: fontsIn(scratch) };
	return runHarness({ ...run, user, env }, call);
}
