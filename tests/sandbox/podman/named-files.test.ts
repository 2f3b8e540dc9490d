import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

/** Writes a file of each kind, one of them wrongly where it is told to. */
const tool = `import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import openpyxl

def run(input):
    wrong = input["wrong"]
    figure, axes = plt.subplots()
    if not wrong:
        axes.plot([1, 2])
    figure.savefig("chart.png")
    openpyxl.Workbook().save("book.xlsx")
    with open("photo.jpg", "w") as file:
        file.write("no photo")
    if not wrong:
        figure.savefig("photo.jpg")
    with open("table.parquet", "wb") as file:
        file.write(b"PAR1" + bytes(20) + (b"" if wrong else b"PAR1"))
    return {"files": ["chart.png", "book.xlsx", "photo.jpg", "table.parquet"]}
`;

describeWithPodman('A tool in use', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;

	beforeAll(async () => {
		home = await podmanHome();
		const folder = join(home.options.pathsOf('s').trees.tools, 'test/files/1');
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'tool.py'), tool);
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	const use = (wrong: boolean) => {
		const args = { tool: 'test/files/1', input: { wrong }, written: ['files'] };
		return sandbox.call({ tool: 'run_tool', args }, { signal: never });
	};

	it('says nothing of files that are what its result says', async () => {
		expect((await use(false)).text).toBe('{"files":["chart.png","book.xlsx","photo.jpg","table.parquet"]}');
	}, 60_000);

	it('says of each file that is not what is wrong with it, and the files stay', async () => {
		const { ok, text } = await use(true);
		expect([ok, ...text.split('\n')]).toEqual([
			true,
			'{"files":["chart.png","book.xlsx","photo.jpg","table.parquet"]}',
			'"chart.png", which the result names, shows nothing but empty axes',
			'"photo.jpg", which the result names, cannot be used: it is no picture',
			'"table.parquet", which the result names, cannot be used: it is no Parquet',
		]);
		expect((await bash(sandbox, 'ls /workspace')).text).toContain('chart.png');
	}, 60_000);
});
