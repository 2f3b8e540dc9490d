import { expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { createClosingLineReporter } from '../support/closing-line-reporter.ts';

/** Only what the reporter looks at. */
function testModule(states: readonly string[], { errors = 0, suiteErrors = 0 } = {}): TestModule {
	const failures = (count: number) => Array.from({ length: count }, () => new Error('broken'));
	return {
		errors: () => failures(errors),
		children: {
			allTests: () => states.map((state) => ({ result: () => ({ state }) })),
			allSuites: () => [{ errors: () => failures(suiteErrors) }],
		},
	} as unknown as TestModule;
}

async function closingLine(modules: readonly TestModule[], unhandled: readonly Error[] = []): Promise<string> {
	const written: string[] = [];
	const reporter = createClosingLineReporter((text) => written.push(text));
	await reporter.onTestRunEnd?.(modules, unhandled as never, 'passed');
	return written.join('');
}

test('closing line counts tests by how they ended', async () => {
	const modules = [testModule(['passed', 'passed', 'failed']), testModule(['skipped', 'passed'])];
	expect(await closingLine(modules)).toBe('\n3 passed, 1 failed, 1 skipped\n');
});

test('a file that does not load, a broken hook and an unhandled error each count as failed', async () => {
	const modules = [testModule([], { errors: 1 }), testModule(['skipped'], { suiteErrors: 1 })];
	expect(await closingLine(modules, [new Error('late')])).toBe('\n0 passed, 3 failed, 1 skipped\n');
});
