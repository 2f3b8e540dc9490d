import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Copy } from './copy-tree.ts';
import { type Plan, planVariable } from './in-worker/plan.ts';

/** A vitest that runs in the copy, with all the processes that it has begun. Disposing ends them. */
export interface Running extends AsyncDisposable {
	/** Resolves with whether all tests passed. */
	readonly ended: Promise<boolean>;
}

/** A copy of the checkout, and where its tests make their folders. */
export type Place = Pick<Copy, 'root' | 'scratch'>;

/** Runs the files of a plan; with `mutant` chosen for the whole of the process, where one is named. */
export async function runVitest({ root, scratch }: Place, plan: Plan, mutant?: number): Promise<Running> {
	const planPath = join(root, `plan-${mutant ?? 'all'}.json`);
	await writeFile(planPath, JSON.stringify(plan));
	const config = 'bench/mutate/in-worker/vitest.config.ts';
	const words = ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', 'run', '--config', config];
	const chosen = mutant === undefined ? {} : { MUTANT: String(mutant) };
	const env = { ...process.env, ...chosen, TMPDIR: scratch, [planVariable]: planPath };
	const child = spawn(process.execPath, words, { cwd: root, env, stdio: 'ignore', detached: true });
	const ended = once(child, 'close').then(([code]) => code === 0);
	return {
		ended,
		async [Symbol.asyncDispose]() {
			endGroup(child);
			await ended;
		},
	};
}

/** It leads a group of its own: what a hanging test has begun ends with it, and after it. */
function endGroup({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		// The group has ended meanwhile.
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}
