import { expect, it } from 'vitest';
import { chooseTests } from '../../../bench/mutate/choose-tests.ts';

const sources = new Map([
	['src/agent/turn/think.ts', "import { cut } from '../../base/cut.ts';"],
	['src/base/cut.ts', ''],
	['tests/agent/turn/think.test.ts', "import '../../../src/agent/turn/think.ts';"],
	['tests/agent/turn/alone.test.ts', "import '../../../src/agent/turn/think.ts';\nprocess.umask(0);"],
	['tests/agent/far.test.ts', "import './bench.ts';"],
	['tests/agent/bench.ts', "export { think } from '../../src/agent/turn/think.ts';"],
	['tests/base/cut.test.ts', "import '../../src/base/cut.ts';"],
	['tests/sandbox/podman/real.test.ts', "import '../../../src/agent/turn/think.ts';"],
	['tests/support/needs-podman.ts', ''],
	['tests/end.test.ts', "import '../src/agent/turn/think.ts';\nimport './support/needs-podman.ts';"],
	['tests/lazy.test.ts', "const { think } = await import('../src/agent/turn/think.ts');"],
]);

it('the tests of a source are those that reach it without Podman and in any process, the nearest first', () => {
	expect(chooseTests(sources, ['src/agent/turn/think.ts'])).toEqual([
		'tests/agent/turn/think.test.ts',
		'tests/agent/far.test.ts',
		'tests/lazy.test.ts',
	]);
});

it('the tests of a source that others import are theirs too', () => {
	expect(chooseTests(sources, ['src/base/cut.ts'])[0]).toBe('tests/base/cut.test.ts');
	expect(chooseTests(sources, ['src/base/cut.ts'])).toHaveLength(4);
});
