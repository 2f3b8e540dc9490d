import { expect, it } from 'vitest';
import { describeWithPodman } from '../../../sandbox/podman/podman-home.ts';
import { never } from '../../../sandbox/podman/run-in.ts';
import { type FakeIndex, startFakeIndex } from '../../../support/fake-index/fake-index.ts';
import type { MadeWheel } from '../../../support/fake-index/make-wheel.ts';
import { trialsHome } from './trials-home.ts';

const session = 'local-trials';
const project = '[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.13"\ndependencies = ["oddkit"]\n';

/** As uv writes it for the public index. */
function lockOf({ filename, sha256, bytes }: MadeWheel): string {
	const url = `https://files.pythonhosted.org/packages/12/34/${filename}`;
	const registry = 'source = { registry = "https://pypi.org/simple" }';
	return [
		...[
			'version = 1',
			'revision = 3',
			'requires-python = ">=3.13"',
			'',
			'[[package]]',
			'name = "app"',
			'version = "1"',
		],
		...['source = { virtual = "." }', 'dependencies = [{ name = "oddkit" }]', '', '[package.metadata]'],
		...['requires-dist = [{ name = "oddkit" }]', '', '[[package]]', 'name = "oddkit"', 'version = "1.0"', registry],
		`wheels = [\n    { url = "${url}", hash = "sha256:${sha256}", size = ${bytes.length} },\n]\n`,
	].join('\n');
}

async function setUpAndTest(index: FakeIndex, setup: string, files: Readonly<Record<string, string>>) {
	const wishes = {
		setup,
		test: '.venv/bin/python -c "import oddkit; print(oddkit.__version__)"',
		indexes: ['pypi' as const],
	};
	await using place = await trialsHome(wishes, { pypi: index.url });
	const at = await place.made.commit({ 'pyproject.toml': project, 'requirements.txt': 'oddkit\n', ...files });
	const watch = { signal: never, onOutput: () => undefined };
	return [await place.trials.setUp({ at, session }, watch), await place.trials.test({ at, session }, watch)];
}

describeWithPodman('A repository with Python packages', () => {
	it.each([
		['python3 -m venv .venv && .venv/bin/pip install -r requirements.txt'],
		['uv venv && uv pip install -r requirements.txt'],
		['uv sync --frozen'],
		['uv sync'],
	])(
		'is set up by %s, and tested without a network',
		async (setup) => {
			await using index = await startFakeIndex();
			const wheel = index.add({ name: 'oddkit', version: '1.0' });
			const lock = setup.includes('sync') ? { 'uv.lock': lockOf(wheel) } : {};
			const [ready, tested] = await setUpAndTest(index, setup, lock);
			expect(ready).toMatchObject({ kind: 'ready', fetched: ['pypi: oddkit 1.0'] });
			expect(tested).toMatchObject({ kind: 'passed', tail: '1.0\n' });
		},
		300_000,
	);
});
