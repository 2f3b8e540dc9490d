import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRegistry } from '../../../../src/agent/forge/registry/registry.ts';
import { sessionPathsIn } from '../../../../src/store/session/layout.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from '../../../sandbox/podman/podman-home.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { type TempDir, tempDir } from '../../../support/temp-dir.ts';
import { type OpenTools, openTools } from './open-tools.ts';

describeWithPodman('use_tool in a real sandbox', () => {
	let dir: TempDir | undefined;
	let podman: PodmanHome | undefined;
	let tools: OpenTools | undefined;

	beforeAll(async () => {
		dir = await tempDir();
		podman = await podmanHome({ pathsOf: sessionPathsIn(dir.path) });
		tools = await openTools(undefined, { sandboxes: podman.sandboxes, home: dir.path });
	}, 60_000);
	afterAll(async () => {
		await podman?.[Symbol.asyncDispose]();
		await tools?.[Symbol.asyncDispose]();
		await dir?.[Symbol.asyncDispose]();
	});

	async function use(name: string, body: string, n = 2) {
		if (!tools) throw new Error('The session was not opened');
		const code = `def run(input):\n    ${body}\n`;
		await keepTool(tools.folder, { name, code });
		const { ok, text } = await tools.use({ name, input: { n } });
		const entry = (await readRegistry(tools.folder)).tools.find((tool) => tool.name === name)?.versions.at(-1);
		return { ok, text, use: entry?.use };
	}

	it('answers what the tool returns', async () => {
		const { ok, text } = await use('double_it', 'return {"twice": input["n"] * 2}');
		expect({ ok, text }).toEqual({ ok: true, text: '{"twice":4}' });
	});

	it('tells a ValueError as the word of the tool, without a traceback', async () => {
		const { text, use: kept } = await use('refuse_it', 'raise ValueError("n must be odd")');
		expect(text).toBe('numbers/refuse_it refuses the input: n must be odd');
		expect(kept?.failures).toBe(0);
	});

	it.each([
		['raise_error', 'return {"twice": input["m"]}', /KeyError: 'm'/],
		['leave_early', 'import os; os._exit(3)', /did not return: Exit code 3/],
		['answer_wrong', 'return {"twice": "four"}', /output schema does not allow: twice must be number/],
		['answer_nothing', 'return None', /must return a dict/],
	])('counts a failure of %s with what it was called with', async (name, body, words) => {
		const { ok, text, use: kept } = await use(name, body);
		expect(ok).toBe(false);
		expect(text).toMatch(words);
		expect(kept).toMatchObject({ failures: 1, failedInputs: [{ n: 2 }] });
	});
});
