import { setTimeout as delay } from 'node:timers/promises';
import { endProcesses, everythingOfUsers, type FindProcesses } from './run/end-processes.ts';
import { ownFolder } from './run/output.ts';
import { type CallTree, listTree } from './run/process-list.ts';
import { type CommandEnd, type CommandSpec, runCommand } from './run/run-command.ts';
import { waitingShell } from './run/shell/waiting-shell.ts';

/** A command that goes on when its turn has ended, for so many minutes at most. */
export interface KeptJob {
	readonly command: string;
	readonly minutes: number;
	readonly env: Readonly<Record<string, string>>;
	readonly user: CommandSpec['user'];
}

/** How a job began: it runs, or has ended at once. `file` has what it prints. */
export type JobStart =
	| { readonly kind: 'runs'; readonly file: string }
	| { readonly kind: 'ended'; readonly file: string; readonly end: CommandEnd }
	| { readonly kind: 'too-many' };

export interface KeptJobs {
	start(job: KeptJob): Promise<JobStart>;
	/** All processes of users but those of the jobs that run, and what was opened. */
	readonly allOthers: FindProcesses;
	/** Ends them all: they are swept with the rest. */
	forget(): void;
	/** Whether there never was one: the host tells that one runs by what is left when a turn has ended. */
	none(): boolean;
}

/** The folder is its user's, who may not have it yet. */
const openOutput = `mkdir -p ${ownFolder} && exec >"$0" 2>&1 && builtin eval "$1"`;

/** At a time. */
const most = 3;
/** A command that is wrong ends within this time, ms. */
const firstMs = 500;

/** `opened`: what goes on without being a job. */
export function createKeptJobs(opened: () => readonly CallTree[]): KeptJobs {
	const running = new Map<number, CallTree>();
	let number = 0;

	return {
		async start({ command, minutes, env, user }) {
			if (running.size >= most) return { kind: 'too-many' };
			number += 1;
			const file = `${ownFolder}/job-${number}.txt`;
			const mine = number;
			const ended = runCommand(
				{
					file: 'bash',
					args: ['-c', openOutput, file, command],
					...{ user, env, timeout: minutes * 60 },
					onStarted: (tree) => running.set(mine, tree),
					onStdout: () => {},
					onStderr: () => {},
				},
				new AbortController().signal,
			).finally(() => running.delete(mine));
			const end = await Promise.race([ended, delay(firstMs)]);
			return end ? { kind: 'ended', file, end: end.end } : { kind: 'runs', file };
		},
		allOthers(known) {
			const all = everythingOfUsers(known);
			const trees = [...running.values(), ...opened()];
			const kept = new Set(trees.flatMap((tree) => listTree(tree, new Set()).map(({ pid }) => pid)));
			// By its session too: one that has ended since is in no tree any more
			const leaders = new Set(trees.map(({ leader }) => leader));
			return all.filter(({ pid, session }) => !kept.has(pid) && !leaders.has(session));
		},
		forget: () => running.clear(),
		none: () => number === 0,
	};
}

/** Ends what is left of users; with `spare`, all but jobs and what was opened. */
export async function endAll(jobs: KeptJobs, spare: boolean): ReturnType<typeof endProcesses> {
	const dying = await waitingShell.end();
	if (!spare) jobs.forget();
	const ending = await endProcesses(spare ? jobs.allOthers : everythingOfUsers);
	// Nobody has started it
	return { ...ending, ended: ending.ended.filter(({ pid }) => pid !== dying) };
}
