import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { createClosingLineReporter } from './tests/support/closing-line-reporter.ts';
import { runsAlone } from './tests/support/runs-alone.ts';

// What a process leaves in Podman's folder is told from what is in use by that process: these have one each.
const alone = globSync('tests/**/*.test.ts', { cwd: import.meta.dirname }).filter(
	(path) =>
		path.startsWith('tests/sandbox/podman/') || runsAlone(readFileSync(join(import.meta.dirname, path), 'utf8')),
);

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
	test: {
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// As long as `waitFor` waits: the usual second is over soon where the processor is busy.
		expect: { poll: { timeout: 30_000 } },
		globalSetup: ['tests/support/temp-in-memory.ts'],
		// More than two cores' worth: tests wait for sandboxes and for time, and leave a quarter of the processor idle.
		maxWorkers: 3,
		setupFiles: [
			'tests/support/one-seed.ts',
			'tests/support/runtime-of-tests.ts',
			'tests/support/terminal-of-tests.ts',
		],
		execArgv: ['--disable-warning=ExperimentalWarning'],
		reporters: ['default', createClosingLineReporter((text) => process.stdout.write(text))],
		projects: [
			{ extends: true, test: { name: 'alone', include: alone } },
			// Three processes for all of these, instead of one each that loads the same sources anew: it halves the time of the whole.
			{ extends: true, test: { name: 'together', include: ['tests/**/*.test.ts'], exclude: alone, isolate: false } },
		],
	},
});
