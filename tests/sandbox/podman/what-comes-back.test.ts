import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tryToolResult } from '../../../src/sandbox/built-ins.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';
import { classes, failing, imports, refused, values } from './what-tools-give.ts';

/** One tool for all of these lines: which of them it runs, its input says. */
function toolOf(lines: readonly string[]): string {
	const branches = lines.map(
		(line, index) => `    if input["do"] == ${index}:\n        import pandas as pd\n        ${line}\n`,
	);
	return `${imports}${classes}\ndef run(input):\n${branches.join('')}`;
}

describeWithPodman('What comes back of a tool', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;
	beforeAll(async () => {
		home = await podmanHome();
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	async function tried(
		lines: readonly string[],
		more: readonly { input?: object; files?: Readonly<Record<string, string>>; prepare?: string }[] = [],
	) {
		const runs = lines.map((_, index) => ({
			files: {},
			times: 1,
			...more[index],
			input: { do: index, ...more[index]?.input },
		}));
		const { data } = await sandbox.call({ tool: 'try_tool', args: { code: toolOf(lines), runs } }, { signal: never });
		return tryToolResult.parse(data).runs.map(([end]) => end);
	}

	async function keep(name: string, line: string) {
		const folder = join(home.options.pathsOf('s').trees.tools, `test/${name}/1`);
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'tool.py'), toolOf([line]));
		return (input: object = {}) =>
			sandbox.call(
				{ tool: 'run_tool', args: { tool: `test/${name}/1`, input: { do: 0, ...input } } },
				{ signal: never },
			);
	}

	it('is JSON by one rule', async () => {
		const fields = values.map(([, code], index) => `"${index}": ${code}`).join(', ');
		const [end] = await tried([`return {${fields}}`]);
		if (end?.ended !== 'output') throw new Error(JSON.stringify(end));
		for (const [index, [what, , expected]] of values.entries())
			expect({ [what]: end.output[String(index)] }).toEqual({ [what]: expected });
	}, 60_000);

	it('is refused, as the doing of the tool, where it holds what is no JSON', async () => {
		const ends = await tried(refused.map(([, code]) => `return {"value": ${code}}`));
		for (const [index, [what, , how]] of refused.entries())
			expect({ [what]: ends[index] }).toEqual({ [what]: { ended: 'crashed', how: expect.stringMatching(how) } });
	}, 60_000);

	it('reads as it was returned: 3.0 is not 3, and no digit is lost', async () => {
		const use = await keep(
			'numbers',
			'return {"whole": 3, "point": 3.0, "large": 12345678901234567890, "list": [np.float64(1), 1e22], "path": "/workspace/3.0"}',
		);
		const { text, data } = await use();
		expect(text).toBe(
			'{"whole":3,"point":3.0,"large":12345678901234567890,"list":[1.0,1e+22],"path":"/workspace/3.0"}',
		);
		expect(data).toMatchObject({ output: { point: 3, list: [1, 1e22] } });
	}, 30_000);

	it('tells who is to blame for an error', async () => {
		const more = failing.map(([, , input, files, prepare]) => ({
			input,
			files,
			...(prepare !== undefined && { prepare }),
		}));
		const ends = await tried(
			failing.map(([, line]) => line),
			more,
		);
		for (const [index, [what, , , , , wrong]] of failing.entries()) {
			const end = ends[index];
			if (end?.ended !== 'error') throw new Error(`${what}: ${JSON.stringify(end)}`);
			expect({ [what]: end.error.wrong }).toEqual({ [what]: wrong });
		}
	}, 100_000);

	it('tells it in use, too, where a file of the session is to blame', async () => {
		const use = await keep('reader', 'return json.load(open(input["path"]))');
		await bash(sandbox, "echo '{' > /workspace/broken.json");
		for (const path of ['broken.json', '/workspace/broken.json'])
			expect((await use({ path })).data).toMatchObject({ error: { type: 'JSONDecodeError', wrong: 'file' } });
		expect((await use({ path: '/workspace/missing.json' })).data).toMatchObject({
			error: { type: 'FileNotFoundError', wrong: 'file' },
		});
	}, 30_000);
});
