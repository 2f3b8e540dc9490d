import { differenceOf } from '../../../src/agent/forge/try/compare.ts';
import { parseJson } from '../../../src/agent/model/text/json-text.ts';
import type { Stage } from '../arena.ts';
import type { HiddenTest, Problem } from '../problem.ts';

/** The names of those right tests that a tool fails in use, as far as their files are text. */
export async function failedTests(
	{ order, tests }: Problem,
	stage: Stage,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const failed: string[] = [];
	for (const test of tests.filter(isText)) {
		await write(test, stage, signal);
		const outcome = await stage.use(order.name, test.input);
		if ('ask' in outcome || !isRight(test, outcome)) failed.push(test.name);
	}
	return failed;
}

function isText({ files = {} }: HiddenTest): boolean {
	return Object.keys(files).every((name) => /\.(csv|json|txt)$/.test(name));
}

async function write({ files = {} }: HiddenTest, { sandbox }: Stage, signal: AbortSignal): Promise<void> {
	for (const [name, held] of Object.entries(files)) {
		const content = typeof held === 'string' ? held : JSON.stringify(held);
		await sandbox.call({ tool: 'write_file', args: { path: `/workspace/${name}`, content } }, { signal });
	}
}

function isRight(
	{ output, error }: HiddenTest,
	{ ok, text }: { readonly ok: boolean; readonly text: string },
): boolean {
	if (error !== undefined) return !ok;
	return ok && differenceOf(output ?? {}, parseJson(text)?.value) === undefined;
}
