import { statSync } from 'node:fs';
import { runToolArgs } from '../built-ins.ts';
import { describeEnd } from './describe-end.ts';
import { grouped } from './grouped.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer } from './guest-tool.ts';
import { environmentFolder, type HarnessEnd, harnessCommand, parseAnswer, runHarness } from './harness.ts';
import { saveText, shownLimit } from './output.ts';
import { headOf, sanitise, tailOf } from './sanitise.ts';
import { smith } from './users.ts';

/** A tool's result may be this large, bytes; more belongs into a file. */
const resultLimit = 1024 * 1024;

/** Hidden from the Brain's list: runs a forged tool by its harness. `folder` holds the harness. */
export function createRunTool(folder: string): GuestTool {
	return defineTool({
		name: 'run_tool',
		description: 'Run a registered forged tool.',
		args: runToolArgs,
		async run({ tool, input, env, timeout = 120 }, call) {
			if (env !== undefined && !isFolder(environmentFolder(env))) return missingEnvironment;
			const end = await runHarness(
				{
					command: harnessCommand(folder, { tool: `/tools/${tool}/tool.py`, cwd: '/workspace', env }),
					user: smith,
					input: JSON.stringify(input),
					timeout,
					limits: { result: resultLimit },
				},
				call,
			);
			return conclude(end, timeout);
		},
	});
}

const missingEnvironment: ToolAnswer = {
	text: 'The packages of the tool are not installed',
	isError: true,
	data: { missing: 'env' },
};

export function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function conclude({ end, result, printed }: HarnessEnd, timeout: number): ToolAnswer {
	const shown = printed === '' ? '' : `\nIt had printed:\n${printed}`;
	if (result === undefined)
		return failed('The tool returned more than 1 MiB. Let it write a file below /outputs and return the path');
	const answer = end.type === 'exited' ? parseAnswer(result) : undefined;
	if (answer === undefined) return failed(`The tool did not return: ${describeEnd(end, timeout)}${shown}`);
	if ('output' in answer) return { text: show(JSON.stringify(answer.output)), data: answer };
	const text = `The tool failed: ${sanitise(answer.error.traceback.trim())}${shown}`;
	return { text, isError: true, data: { error: answer.error } };
}

function show(json: string): string {
	const text = sanitise(json);
	if (text.length <= shownLimit) return text;
	const half = shownLimit / 2;
	const left = grouped(text.length - shownLimit);
	return `${headOf(text, half)}\n… ${left} characters left out; ${saveText('result', json)} …\n${tailOf(text, half)}`;
}
