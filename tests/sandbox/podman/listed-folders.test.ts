import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { treeNames } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never, python } from './run-in.ts';

const tool = `import glob, os, pathlib, shutil, subprocess

def run(input):
    def out(*command):
        return subprocess.run(command, capture_output=True, text=True).stdout
    return {
        "listdir": sorted(os.listdir("/inputs")),
        "glob": sorted(glob.glob("/inputs/**/*.csv", recursive=True)),
        "path": sorted(str(one) for one in pathlib.Path("/inputs").rglob("*.csv")),
        "find": sorted(out("find", "/inputs", "-name", "*.csv").split()),
        "ls": out("ls", "-la", "/inputs").splitlines()[-1].split()[-1],
        "real": os.path.realpath("/inputs/sums.csv"),
    }
`;

describeWithPodman('The folders of a sandbox', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;

	beforeAll(async () => {
		home = await podmanHome();
		for (const session of ['s', 'other']) {
			const { trees } = home.options.pathsOf(session);
			await mkdir(join(trees.inputs, 'deep'), { recursive: true });
			await mkdir(join(trees.tools, 'test/list/1'), { recursive: true });
			await mkdir(join(trees.memories, 'kept'), { recursive: true });
			await writeFile(join(trees.tools, 'test/list/1/tool.py'), tool);
			const names = session === 's' ? ['sums.csv', 'deep/more.csv'] : ['theirs.csv'];
			for (const name of names) await writeFile(join(trees.inputs, name), 'a,b\n');
		}
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	const said = async (command: string) => (await bash(sandbox, command)).text;

	it.each([
		'ls -la /inputs',
		'ls -la /inputs/',
		'command ls -l /inputs',
		'find /inputs -type f',
		'command find /inputs -name "*.csv"',
		'sh -c "find /inputs -name \'*.csv\'"',
		'echo /inputs/*.csv',
		'du -a /inputs',
		'tar cf - /inputs 2>/dev/null | tar tf -',
		'cp -r /inputs /workspace/copy && ls /workspace/copy',
		'cd /inputs && ls',
		'python3 -c "import os; print(os.listdir(\'/inputs\'))"',
	])('show what people gave: %s', async (command) => {
		expect(await said(command)).toContain('sums.csv');
	});

	it('show a forged tool what people gave, under the name that it was told', async () => {
		const { data } = await sandbox.call(
			{ tool: 'run_tool', args: { tool: 'test/list/1', input: {} } },
			{ signal: never },
		);
		const all = ['/inputs/deep/more.csv', '/inputs/sums.csv'];
		expect(data).toEqual({
			output: {
				listdir: ['deep', 'sums.csv'],
				glob: all,
				path: all,
				find: all,
				ls: 'sums.csv',
				real: '/inputs/sums.csv',
			},
		});
	});

	it.each(['ls -la', 'find'])(
		'show by %s what is in /outputs and /workspace, between which a file is renamed',
		async (list) => {
			await python(
				sandbox,
				"import os; open('/workspace/a.txt','w').close(); os.rename('/workspace/a.txt','/outputs/a.txt')",
			);
			await said('touch /workspace/b.txt');
			expect(await said(`${list} /outputs`)).toContain('a.txt');
			expect(await said(`${list} /workspace`)).toContain('b.txt');
		},
	);

	it('show by ls -la and find what is in /tools and /memories', async () => {
		for (const list of ['ls -la', 'find']) {
			expect(await said(`${list} /tools`)).toContain('test');
			expect(await said(`${list} /memories`)).toContain('kept');
		}
	});

	it('show a file that has come while the sandbox runs', async () => {
		await home.sandboxes.place(
			's',
			[
				{
					name: 'late.csv',
					open: async function* () {
						yield Buffer.from('x');
					},
				},
			],
			'inputs',
			never,
		);
		expect(await said('ls -la /inputs')).toContain('late.csv');
	});

	it.each(treeNames)('are closed to writing, whatever name leads there: %s', async (name) => {
		for (const folder of [`/${name}`, `/session/${name}`]) {
			const text = await said(
				`touch ${folder}/x; mkdir ${folder}/y; mv ${folder} /tmp/z; rm -rf ${folder}; mount -o remount,rw ${folder}; true`,
			);
			expect(text.match(/Read-only file system|Permission denied/g)?.length, text).toBeGreaterThanOrEqual(2);
		}
		expect(await said('ls /inputs')).toContain('sums.csv');
	});

	it('show nothing of another session', async () => {
		await using _ = { [Symbol.asyncDispose]: () => home.sandboxes.end('other') };
		const other = await home.sandboxes.acquire(home.home('other'), never);
		expect((await bash(other, 'ls /inputs')).text).toContain('theirs.csv');
		expect(
			await said('find / -xdev -name theirs.csv 2>/dev/null; find /inputs /session -name theirs.csv'),
		).not.toContain('theirs.csv');
	});

	it('have unzip, file and jq beside them', async () => {
		const text = await said(
			"cd /tmp && python3 -c \"import zipfile; zipfile.ZipFile('a.zip','w').writestr('a.json','{\\\"n\\\": 4}')\" && file -b a.zip && unzip -q a.zip && jq .n a.json",
		);
		expect(text).toMatch(/Zip archive data[\s\S]*\n4/);
	});
});
