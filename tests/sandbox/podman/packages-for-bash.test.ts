import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallResult, PackageLock, Sandbox } from '../../../src/sandbox/sandbox.ts';
import { install, lockOf, type PackagesHome, packagesHome } from './packages-home.ts';
import { describeWithPodman } from './podman-home.ts';
import { bash, never } from './run-in.ts';

describeWithPodman('Packages for bash', () => {
	let place: PackagesHome;
	let sandbox: Sandbox;

	const use = (one: Sandbox, ...locks: readonly Pick<PackageLock, 'hash'>[]): Promise<CallResult> =>
		one.call({ tool: 'use_packages', args: { envs: locks.map(({ hash }) => hash) } }, { signal: never });

	async function made(...names: readonly string[]): Promise<PackageLock> {
		const lock = await lockOf(sandbox, ...names);
		expect(await install(sandbox, lock)).toEqual({ kind: 'installed' });
		return lock;
	}

	beforeAll(async () => {
		place = await packagesHome();
		const scripts = {
			'greeter-1.dist-info/entry_points.txt': '[console_scripts]\ngreet = greeter.main:run\nls = greeter.main:run\n',
		};
		const code = {
			'greeter/__init__.py': '',
			'greeter/main.py': 'import sys\ndef run():\n    print("hello from", *sys.argv[1:])\n',
		};
		place.index.add({ name: 'greeter', version: '1', files: { ...scripts, ...code } });
		place.index.add({ name: 'counter-kit', version: '2' });
		place.index.add({
			name: 'json-kit',
			version: '1',
			files: { 'numpy.py': 'print("not numpy")', 'a.pth': 'import os; print("pth")' },
		});
		sandbox = await place.acquire('s');
	}, 60_000);
	afterAll(() => place?.[Symbol.asyncDispose]());

	it('are seen by python3 and as commands, several environments on top of each other', async () => {
		expect((await bash(sandbox, 'python3 -c "import greeter"')).text).toContain('ModuleNotFoundError');
		const [one, two] = [await made('greeter'), await made('counter-kit')];
		expect((await use(sandbox, one)).data).toEqual({ used: true });
		expect((await bash(sandbox, 'greet Ada; python3 -c "import counter_kit"')).text).toMatch(
			/hello from Ada[\s\S]*ModuleNotFound/,
		);
		await use(sandbox, one, two);
		const { text } = await bash(
			sandbox,
			'greet Ada; python3 -c "import greeter, counter_kit; print(counter_kit.__version__)"',
		);
		expect(text).toMatch(/hello from Ada\n2/);
	});

	it('are seen whatever PYTHONPATH is set, and by a script and a module', async () => {
		const { text } = await bash(
			sandbox,
			'echo "import counter_kit; print(1)" >s.py; PYTHONPATH=. python3 s.py; sh -c "python3 s.py"; python3 -m greeter.main',
		);
		expect(text).toMatch(/1\n1/);
	});

	it('stand in for no command, no module of Python and none of the image', async () => {
		await use(sandbox, await made('greeter'), await made('json-kit'));
		const { text } = await bash(sandbox, 'touch mark; command ls; python3 -c "import numpy; print(numpy.pi)"');
		expect(text).toMatch(/mark\n[\s\S]*3\.14/);
		expect(text).not.toContain('hello from');
		expect(text).not.toContain('pth');
	});

	it('are not seen by forged tools, whose environments stay as they are', async () => {
		const code =
			'import os\ndef run(input):\n    try:\n        import greeter\n    except ImportError:\n        return {"there": os.access("/envs/bash", os.R_OK)}\n    return {"there": True}\n';
		const runs = [{ input: {}, files: {}, times: 1 }];
		const { data } = await sandbox.call({ tool: 'try_tool', args: { code, runs } }, { signal: never });
		expect(data).toMatchObject({ runs: [[{ ended: 'output', output: { there: false } }]] });
	});

	it('cannot be changed by commands', async () => {
		const { text } = await bash(
			sandbox,
			'for one in /envs /envs/bash /envs/bash/bin /envs/bash/lib; do touch $one/x; done; rm -rf /envs/bash; ls /envs/bash',
		);
		expect(text.match(/Permission denied/g)?.length).toBeGreaterThanOrEqual(5);
		expect(text).toContain('bin');
	});

	it('outlive their sandbox', async () => {
		await use(sandbox, await made('greeter'));
		await place.home.sandboxes.end('s');
		sandbox = await place.acquire('s');
		expect((await bash(sandbox, 'greet again')).text).toContain('hello from again');
	});

	it('that are not there change nothing, and are named', async () => {
		const gone = { hash: 'f'.repeat(32) };
		expect((await use(sandbox, gone)).data).toEqual({ missing: gone.hash });
		expect((await bash(sandbox, 'greet still')).text).toContain('hello from still');
	});

	it('leave one folder, however often they change and whatever a killed sandbox has left', async () => {
		const lock = await made('greeter');
		for (let times = 0; times < 5; times += 1) await use(sandbox, lock);
		expect((await bash(sandbox, 'ls -A /envs | grep -c "^.bash-"')).text).toMatch(/^1$/m);
	});

	it('are none again where none are named', async () => {
		await use(sandbox);
		expect((await bash(sandbox, 'greet; python3 -c 1')).text).toContain('command not found');
	});
});
