// The checks and tests of this program that can run in one of its own sandboxes: without Podman, rights or network. Ends by naming those that cannot.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { projectRoot } from './base/paths.mjs';
import { findNode } from './node24.mjs';

/** Test files that are left out, by glob, and why. */
const leftOut = [
	['tests/sandbox/podman/**/*.test.ts', 'need Podman'],
	['tests/bench/**/*.test.ts', 'measure the machine'],
	['tests/{cli,end-to-end,serve,full-disk}.test.ts', 'start the whole service'],
	['tests/scripts/**/*.test.ts', 'set up a machine'],
	['tests/**/{crash,crash-loop,collect-race,private-table,rights-table,hostile,linear}.test.ts', 'take minutes'],
];

const node = await findNode();
const run = (words) => spawnSync(node, words, { cwd: projectRoot, stdio: 'inherit' }).status === 0;

const checked = run([`${projectRoot}/scripts/check.mjs`]);
const excluded = leftOut.flatMap(([glob]) => ['--exclude', glob]);
const tested = run([`${projectRoot}/node_modules/vitest/vitest.mjs`, 'run', ...excluded]);

console.log('\nNot run here, and left to whoever reviews it (.ci/run):');
for (const [glob, why] of leftOut)
	console.log(`- ${globSync(glob, { cwd: projectRoot }).length} files of ${glob}: they ${why}`);
console.log(checked && tested ? 'OK: all that can run in a sandbox has passed' : 'FAILED');
process.exitCode = checked && tested ? 0 : 1;
