// The tests of the sandbox on another runtime than runc, on which `npm test` runs them; beside these it runs the contract alone on gVisor.
//
//   npm run sandbox-test -- runsc [--through-helper] [files]
//
// `--through-helper`: with sandboxes that root's helper makes for the process of the tests; `npm test` has a few of these.
import { spawnSync } from 'node:child_process';
import { projectRoot } from './base/paths.mjs';

const runtimes = ['runc', 'crun', 'runsc'];
const helped = '--through-helper';
const [runtime, ...files] = process.argv.slice(2).filter((word) => word !== helped);
const through = process.argv.includes(helped) ? { SANDBOX_THROUGH: 'helper' } : {};

if (!runtimes.includes(runtime)) {
	console.error(`Usage: npm run sandbox-test -- ${runtimes.join('|')} [${helped}] [files]`);
	process.exit(2);
}
/** All of sandboxes, and what repositories are set up with in them. */
const usual = ['tests/sandbox/podman', 'tests/agent/repo/trials/real-'];
const tested = files.length > 0 ? files : usual;
const vitest = ['scripts/node24.mjs', 'node_modules/vitest/vitest.mjs', 'run', ...tested];
const env = { ...process.env, SANDBOX_RUNTIME: runtime, SANDBOX_TESTS: 'all', ...through };
process.exitCode = spawnSync(process.execPath, vitest, { cwd: projectRoot, env, stdio: 'inherit' }).status ?? 1;
