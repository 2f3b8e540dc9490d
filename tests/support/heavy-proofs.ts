/**
 * Test files of `npm run proofs`, which `npm test` leaves out so that it stays below twelve minutes on two cores; `.ci/run` runs both. Each takes
 * over ten seconds of an idle machine, as it goes through every case of something whose usual cases are in smaller files as well.
 */
export const heavyProofs: readonly string[] = [
	// Killed, refused, lied to or asked to leave at each step
	'tests/agent/dispatch/{crash,crash-loop}.test.ts',
	'tests/agent/forge/hostile.test.ts',
	'tests/agent/forge/files/wrong-files.test.ts',
	'tests/agent/rights/rights-table.test.ts',
	'tests/git/follow/hostile.test.ts',
	'tests/sandbox/guest/try-hostile.test.ts',
	'tests/sandbox/podman/packages-{interrupted,shadow}.test.ts',
	'tests/{deleting,leave-in-every-state}.test.ts',
	// Whole conversations, and set-ups of repositories
	'tests/agent/repo/trials/real-*.test.ts',
	'tests/demo/demo.test.ts',
	'tests/process/repos/{meanwhile,whole-way}.test.ts',
	'tests/support/{discord,slack}-demo.test.ts',
	// What measures
	'tests/bench/benches.test.ts',
	'tests/bench/judge-eval/{evaluations,problems}.test.ts',
];
