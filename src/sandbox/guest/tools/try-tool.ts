import type * as z from 'zod';
import { trySeconds, tryToolArgs } from '../../built-ins.ts';
import { environmentFolder } from '../run/harness.ts';
import { clearWork, removeScratch, scratchFor } from '../run/scratch.ts';
import type { Lanes } from '../run/side-by-side/lanes.ts';
import type { User } from '../run/users.ts';
import {
	describeDraft,
	type RunEnd,
	type RunSpec,
	runOnce,
	type Trial,
	type TrialRoom,
	type TrialTime,
} from '../try-run.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';
import { isFolder } from './run-tool.ts';

type Args = z.output<typeof tryToolArgs>;

/** Seconds for each run where none are named. */
const defaultTimeout = 20;

/**
 * Hidden: runs a draft as tools are run, which can write neither the session's files nor, afterwards, anything else, and says what came of each
 * run. `folder` holds the harness; the draft runs in a lane beside others. The answer is an error only where the try itself could not be made.
 */
export function createTryTool(folder: string, lanes: Lanes): GuestTool {
	return defineTool({
		name: 'try_tool',
		description: 'Run a draft of a tool.',
		args: tryToolArgs,
		run: async (args, call) =>
			(await lanes.run((user) => tryDraft(folder, args, user, call), call.signal)) ?? failed('Stopped'),
	});
}

async function tryDraft(folder: string, args: Args, user: User, call: ToolCall): Promise<ToolAnswer> {
	const { code, env, timeout = defaultTimeout } = args;
	if (env !== undefined && !isFolder(environmentFolder(env)))
		return failed('The packages of the draft are not installed');
	const scratch = scratchFor(code.toWellFormed(), user);
	if (typeof scratch === 'string') return failed(scratch);
	try {
		const trial: Trial = { folder, scratch, env, time: trialTime(timeout), room: trialRoom(), looks: new Map(), call };
		return await runAll(trial, args.runs);
	} finally {
		await removeScratch(scratch);
	}
}

async function runAll(trial: Trial, specs: readonly RunSpec[]): Promise<ToolAnswer> {
	const described = await clearedAfter(trial, () => describeDraft(trial));
	const runs: RunEnd[][] = [];
	for (const spec of specs) runs.push(await runTimes(trial, spec));
	if (trial.call.signal.aborted) return failed('Stopped');
	return { text: `Ran the draft ${runs.flat().length} times`, data: { described, runs } };
}

async function runTimes(trial: Trial, spec: RunSpec): Promise<RunEnd[]> {
	const ends: RunEnd[] = [];
	for (let time = 0; time < spec.times; time += 1)
		ends.push(await clearedAfter(trial, () => runOnce(trial, spec, time)));
	return ends;
}

async function clearedAfter<Result>({ scratch }: Trial, act: () => Promise<Result>): Promise<Result> {
	try {
		return await act();
	} finally {
		await clearWork(scratch);
	}
}

/** Bytes, of the 4 MB that the host takes in one message; the results have most of them. */
const mostTold = 1_200_000;

function trialRoom(): TrialRoom {
	let left = mostTold;
	return {
		takes(size) {
			if (size > left) return false;
			left -= size;
			return true;
		},
	};
}

/** Each run has its own time, and all together have `trySeconds`. */
function trialTime(each: number): TrialTime {
	let end = performance.now() + trySeconds * 1000;
	return {
		left: () => Math.min(each, Math.ceil((end - performance.now()) / 1000)),
		end: () => {
			end = 0;
		},
	};
}
