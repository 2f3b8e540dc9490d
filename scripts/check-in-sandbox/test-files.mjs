import * as fs from 'node:fs';
import { projectRoot } from '../base/paths.mjs';

/** Test files that are left out, by glob, and why. What a test of the others lacks in a sandbox has it skipped. */
export const leftOut = [
	['tests/sandbox/podman/**/*.test.ts', 'need Podman'],
	['tests/agent/forge/hostile.test.ts', 'need Podman'],
	['tests/{sandbox/files,root}/**/*.test.ts', 'need root, loop devices or mounts'],
	['tests/scripts/{doctor,set-up/read-only-clone}.test.ts', 'need root, loop devices or mounts'],
	['tests/bench/mutate/mutate.test.ts', 'write among the packages'],
	['tests/{cli,end-to-end,serve,full-disk}.test.ts', 'start the whole service'],
];

/** Those that could run: two thirds of the time of all that can. */
export const long = [
	'tests/{leave-in-every-state,deleting,lost-home,closed-to-others,models}.test.ts',
	'tests/adapters/*.test.ts',
	'tests/adapters/{discord,slack}/{connect,listen,live,show}/**/*.test.ts',
	'tests/adapters/{discord,slack}/*-contract.test.ts',
	'tests/agent/coding/**/*.test.ts',
	'tests/agent/dispatch/{crash,crash-loop}.test.ts',
	'tests/agent/model/{linear,text/calls/hostile}.test.ts',
	'tests/agent/repo/trials/**/*.test.ts',
	'tests/agent/rights/{private,repo,rights}-table.test.ts',
	'tests/bench/{benches,attack/attack,soak/long}.test.ts',
	'tests/bench/judge-eval/{evaluations,main,problems}.test.ts',
	'tests/demo/**/*.test.ts',
	'tests/gateway/{failures,passing}.test.ts',
	'tests/git/{code-host,host,tree}/**/*.test.ts',
	'tests/git/follow/hostile.test.ts',
	'tests/portable/mcp/**/*.test.ts',
	'tests/process/repos/{meanwhile,whole-way}.test.ts',
	'tests/sandbox/guest/**/*.test.ts',
	'tests/support/{fake-discord,fake-slack}/**/*.test.ts',
	'tests/support/{discord,slack}-demo.test.ts',
].map((glob) => [glob, 'take long (--all runs them)']);

/** Each test file with why it is not run, in a few words; undefined for those that are. `all`: those that take long are. Takes Node 22. */
export const testFiles = (all) => {
	const whys = new Map(
		filesOf('tests/**/*.test.ts')
			.toSorted()
			.map((file) => [file, undefined]),
	);
	for (const [glob, why] of all ? leftOut : [...leftOut, ...long])
		for (const file of filesOf(glob)) whys.set(file, whys.get(file) ?? why);
	return whys;
};

const filesOf = (glob) => fs.globSync(glob, { cwd: projectRoot });
