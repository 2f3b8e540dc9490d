import { afterAll, beforeAll, expect, it } from 'vitest';
import { tryToolResult } from '../../../src/sandbox/built-ins.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { install, lockOf, type PackagesHome, packagesHome } from './packages-home.ts';
import { describeWithPodman } from './podman-home.ts';
import { bash, never } from './run-in.ts';

const impostor = 'raise SystemExit("an impostor ran")';

describeWithPodman('A package', () => {
	let place: PackagesHome;
	let sandbox: Sandbox;

	beforeAll(async () => {
		place = await packagesHome();
		sandbox = await place.acquire('s');
	}, 60_000);
	afterAll(() => place?.[Symbol.asyncDispose]());

	it.each([
		['a module', 'json.py', 'json'],
		['a package', 'encodings/__init__.py', 'encodings'],
		['a folder alone', 'logging/extra.py', 'logging'],
		['a built extension', 'csv.cpython-313-x86_64-linux-gnu.so', 'csv'],
		['one for every version', 'socket.abi3.so', 'socket'],
		['compiled code alone', 'os.pyc', 'os'],
	])("with %s of the name of Python's own is refused, and why", async (_, file, module) => {
		const name = `shadow-${module}`;
		place.index.add({ name, version: '1', files: { [file]: impostor } });
		const lock = await lockOf(sandbox, name);
		const refused = await install(sandbox, lock);
		expect(refused).toEqual({ kind: 'refused', reason: expect.stringContaining(`Python's own (${module})`) });
		expect((await bash(sandbox, 'ls -A /envs')).text).not.toContain(lock.hash);
	});

	it("cannot stand in for the image's packages, nor run anything by itself, and is found where it hides nothing", async () => {
		const own = ['numpy/__init__.py', 'pandas.py', 'sitecustomize.py', 'usercustomize.py', 'run_tool.py', 'tool.py'];
		const files = Object.fromEntries(own.map((file) => [file, impostor]));
		const start = { 'start.pth': `import sys; sys.exit("ran")`, 'bin/python3': impostor, 'threadsmith/x.py': impostor };
		place.index.add({ name: 'two-faced', version: '1', files: { ...files, ...start, 'honest.py': 'word = "honest"' } });
		const lock = await lockOf(sandbox, 'two-faced');
		expect(await install(sandbox, lock)).toEqual({ kind: 'installed' });
		const code = `import sys
import honest, numpy, pandas
if "--describe" in sys.argv: print('{"numpy": "%s"}' % numpy.__file__)
def run(input): return {"word": honest.word, "from": [numpy.__file__, pandas.__file__]}`;
		const args = { code, env: lock.hash, runs: [{ input: {}, files: {}, times: 1 }] };
		const { data } = await sandbox.call({ tool: 'try_tool', args }, { signal: never });
		const image = '/usr/local/lib/python3.13/dist-packages';
		expect(tryToolResult.parse(data)).toMatchObject({
			described: { meta: { numpy: `${image}/numpy/__init__.py` } },
			runs: [[{ output: { word: 'honest', from: [`${image}/numpy/__init__.py`, `${image}/pandas/__init__.py`] } }]],
		});
	}, 30_000);
});
