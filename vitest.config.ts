import { defineConfig } from 'vitest/config';
import { createClosingLineReporter } from './tests/support/closing-line-reporter.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
	test: {
		include: ['tests/**/*.test.ts'],
		testTimeout: 60_000,
		hookTimeout: 60_000,
		maxWorkers: 2,
		execArgv: ['--disable-warning=ExperimentalWarning'],
		reporters: ['default', createClosingLineReporter((text) => process.stdout.write(text))],
	},
});
