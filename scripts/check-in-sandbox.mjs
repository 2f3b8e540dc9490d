// The checks and tests of this program that can run in one of its own sandboxes: without Podman, rights or network. Ends by naming those that were not run.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from './base/paths.mjs';
import { endOf, testsIn } from './check-in-sandbox/tell-end.mjs';
import { testFiles } from './check-in-sandbox/test-files.mjs';
import { findNode } from './node24.mjs';

const usage = `node scripts/check-in-sandbox.mjs [--all] [--list]

  Formats, lints, checks types, finds dead code, and runs the tests that can run in a sandbox. Ends with those that were not run, and why.

  --all    runs those that take long, too: some forty minutes in a sandbox instead of ten
  --list   says of each test file whether it is run, or why not, and runs nothing

  Exit code: 0 when all that was run has passed, 1 when something has not, 2 for wrong arguments.
`;

const leave = (print, words, code) => {
	print(words);
	process.exit(code);
};

const readArguments = () => {
	const flag = { type: 'boolean', default: false };
	try {
		return parseArgs({ options: { all: flag, list: flag, help: flag } }).values;
	} catch (error) {
		return leave(console.error, `${error.message}\n\n${usage}`, 2);
	}
};

const { all, list, help } = readArguments();
if (help) leave(console.log, usage, 0);
const node = await findNode().catch((error) => leave(console.error, error.message, 1));
// Older ones have none.
if (fs.globSync === undefined) process.exit(spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);

const started = Date.now();
const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
// On CI a test whose means are missing fails; here some always are.
const { CI: _, ...env } = process.env;
const run = (words) => spawnSync(node, words, { cwd: projectRoot, stdio: 'inherit', env }).status === 0;

const check = (whys) => {
	const checked = run([`${projectRoot}/scripts/check.mjs`]);
	console.log(`Checked after ${seconds()}`);
	const folder = fs.mkdtempSync(join(tmpdir(), 'threadsmith-check-'));
	const report = join(folder, 'tests.json');
	// Packages may be closed to changes, and caches lie among them.
	const vitest = [`${projectRoot}/node_modules/vitest/vitest.mjs`, 'run', '--configLoader', 'native', '--no-cache'];
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	// By name: what is excluded on the command line is not excluded from a project that excludes files itself.
	const files = [...whys.keys()].filter((file) => whys.get(file) === undefined);
	const tested = run([...vitest, ...reporters, ...files]);
	console.log(`\n${endOf(whys, testsIn(report)).join('\n')}`);
	fs.rmSync(folder, { recursive: true, force: true });
	console.log(`${checked && tested ? 'OK: all that was run has passed' : 'FAILED'}, after ${seconds()}`);
	process.exitCode = checked && tested ? 0 : 1;
};

const whys = testFiles(all);
if (list) for (const [file, why] of whys) console.log(`${file}: ${why ?? 'run'}`);
else check(whys);
