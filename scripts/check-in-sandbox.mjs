// The checks and tests of this program that can run in one of its own sandboxes: without Podman, rights or network. Ends by naming those that cannot.
//
//   node scripts/check-in-sandbox.mjs [--all]
//
// Without `--all` those that take long are left out, too, so that it fits into the ten minutes that a test run usually has.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { projectRoot } from './base/paths.mjs';
import { findNode } from './node24.mjs';

/** Test files that are left out, by glob, and why. */
const leftOut = [
	['tests/sandbox/podman/**/*.test.ts', 'need Podman'],
	['tests/{sandbox/files,root}/**/*.test.ts', 'need root, loop devices or mounts'],
	['tests/bench/**/*.test.ts', 'measure the machine'],
	['tests/{cli,end-to-end,serve,full-disk}.test.ts', 'start the whole service'],
	['tests/scripts/**/*.test.ts', 'set up a machine'],
	['tests/**/{crash,crash-loop,collect-race,private-table,rights-table,hostile,linear}.test.ts', 'take minutes'],
];

/** Those that could run: two thirds of the time of all that can. */
const long = [
	'tests/{leave-in-every-state,deleting,lost-home,closed-to-others,models}.test.ts',
	'tests/adapters/*.test.ts',
	'tests/adapters/{discord,slack}/{connect,listen,live,show}/**/*.test.ts',
	'tests/adapters/{discord,slack}/*-contract.test.ts',
	'tests/agent/coding/**/*.test.ts',
	'tests/agent/repo/trials/**/*.test.ts',
	'tests/agent/rights/repo-table.test.ts',
	'tests/demo/**/*.test.ts',
	'tests/gateway/{failures,passing}.test.ts',
	'tests/git/{code-host,host,tree}/**/*.test.ts',
	'tests/portable/mcp/**/*.test.ts',
	'tests/process/repos/{meanwhile,whole-way}.test.ts',
	'tests/sandbox/guest/**/*.test.ts',
	'tests/support/{fake-discord,fake-slack}/**/*.test.ts',
	'tests/support/{discord,slack}-demo.test.ts',
].map((glob) => [glob, 'take long (--all runs them)']);

const notRun = process.argv.includes('--all') ? leftOut : [...leftOut, ...long];
const node = await findNode();
// Older ones have none.
if (fs.globSync === undefined) process.exit(spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);

const started = Date.now();
const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
// On CI a test whose means are missing fails; here some always are.
const { CI: _, ...env } = process.env;
const run = (words) => spawnSync(node, words, { cwd: projectRoot, stdio: 'inherit', env }).status === 0;

const checked = run([`${projectRoot}/scripts/check.mjs`]);
console.log(`Checked after ${seconds()}`);

const filesOf = (glob) => fs.globSync(glob, { cwd: projectRoot });
const left = new Set(notRun.flatMap(([glob]) => filesOf(glob)));
// By name: what is excluded on the command line is not excluded from a project that excludes files itself.
const files = filesOf('tests/**/*.test.ts').filter((file) => !left.has(file));
// Packages may be closed to changes, and caches lie among them.
const vitest = [`${projectRoot}/node_modules/vitest/vitest.mjs`, 'run', '--configLoader', 'native', '--no-cache'];
const tested = run([...vitest, ...files]);

console.log('\nNot run here, and left to whoever reviews it (.ci/run):');
for (const [glob, why] of notRun) console.log(`- ${filesOf(glob).length} files of ${glob}: they ${why}`);
console.log(`${checked && tested ? 'OK: all that was run has passed' : 'FAILED'}, after ${seconds()}`);
process.exitCode = checked && tested ? 0 : 1;
