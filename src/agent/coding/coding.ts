import type { Logger } from '../../base/log.ts';
import type { SessionFolder } from '../../store/store.ts';
import type { Tool } from '../tool.ts';
import type { CodingAgent } from './coding-agent.ts';
import { delegateTool, threadPromptTool } from './run/agent-tools.ts';
import type { CodingDeps } from './run/coding-deps.ts';
import { broughtHome, type Home, haltRun } from './run/halt.ts';
import { nameOf } from './run/live-run.ts';
import { runsIn, unbrought } from './run/run-record.ts';
import { createRuns, type Runs } from './run/runs.ts';
import { createSteers } from './run/steers.ts';
import { type CodingTurns, createCodingTurns } from './run/turns.ts';

/** The way of what runs have changed: into the session's folder, and out of it again. */
interface Changed {
	/** Brings back what the session's runs have changed since that was last done, before they are ended for another agent or for good: one answer a run. */
	bringHome(folder: SessionFolder): Promise<readonly Home[]>;
	/** Takes back what the session's newest run changed last in its folder; answers a sentence. Rejects with one. */
	undo(folder: SessionFolder, signal: AbortSignal): Promise<string>;
}

/** Coding agents in threads. Disposing ends those that run; a later prompt goes on with their work. */
export interface Coding extends Changed, Pick<CodingDeps, 'installed'>, AsyncDisposable {
	/** All that there are, installed or not. */
	readonly agents: readonly CodingAgent[];
	/** The Brain's way to delegate, and that of people's words. */
	readonly tools: readonly Tool[];
	readonly turns: CodingTurns;
	readonly runs: Runs;
	/** So long after its last prompt an agent answers no more, ms: the Brain does again. */
	readonly idleMs: number;
}

export function createCoding(agents: readonly CodingAgent[], deps: CodingDeps, log: Logger): Coding {
	const runs = createRuns({ ...deps, log });
	const steers = createSteers(runs);
	const parts = { deps, runs, steers };
	return {
		agents,
		installed: deps.installed,
		tools: [delegateTool(parts, agents), threadPromptTool(parts, agents)],
		turns: createCodingTurns(parts),
		runs,
		idleMs: deps.limits.idleMs,
		async bringHome(folder) {
			const live = runs.of(folder.id);
			const isHalted = live?.underway !== undefined;
			if (isHalted) await haltRun(live);
			const homes: Home[] = [];
			for (const run of await unbrought(folder))
				homes.push(await broughtHome(run, live?.count === run.count ? live : undefined, folder, deps));
			// Its program was ended: whoever goes on with what it kept starts it anew.
			if (isHalted && homes.some(({ state }) => state === 'kept'))
				await runs.end(folder, { kind: 'parked' }, live.count);
			return homes;
		},
		async undo(folder, signal) {
			const run = (await runsIn(folder)).findLast(({ prompts }) => prompts > 0);
			if (run === undefined) return 'No coding agent has changed anything here.';
			const session = await deps.sandboxOf(folder, signal);
			return await deps.work.undo({ session, folder: run.folder, name: nameOf(run) }, signal);
		},
		[Symbol.asyncDispose]: () => runs[Symbol.asyncDispose](),
	};
}
