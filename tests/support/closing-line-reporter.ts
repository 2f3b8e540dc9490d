import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with the line `N passed, N failed, N skipped`, alone on its line, for whoever reads the output by program.
 * A file that cannot be loaded and an error outside any test count as failed: they have no test to fail.
 */
export function createClosingLineReporter(write: (text: string) => void): Reporter {
	return {
		onTestRunEnd(modules, unhandledErrors) {
			const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
			const count = (state: string): number => states.filter((found) => found === state).length;
			const failed = count('failed') + modules.filter(isBroken).length + unhandledErrors.length;
			write(`\n${count('passed')} passed, ${failed} failed, ${count('skipped') + count('pending')} skipped\n`);
		},
	};
}

/** Whether the file, or a hook of one of its suites, failed, and not only tests in it. */
const isBroken = (module: TestModule): boolean =>
	module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
