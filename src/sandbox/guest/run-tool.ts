import * as z from 'zod';
import { runToolArgs } from '../built-ins.ts';
import { describeEnd } from './describe-end.ts';
import { grouped } from './grouped.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer } from './guest-tool.ts';
import { saveText, shownLimit } from './output.ts';
import { type CommandEnd, runCommand } from './run-command.ts';
import { createTextReader, headOf, sanitise, tailOf } from './sanitise.ts';
import { smith } from './users.ts';

/** A tool's result may be this large, bytes; more belongs into a file. */
const resultLimit = 1024 * 1024;

/** What a failing tool printed is shown up to this many characters from its end. */
const printedLimit = 1000;

const answerSchema = z.union([
	z.object({ output: z.record(z.string(), z.unknown()) }),
	z.object({ error: z.object({ type: z.string(), message: z.string(), traceback: z.string() }) }),
]);

/** Hidden from the Brain's list: runs a forged tool by its harness. `folder` holds the harness. */
export function createRunTool(folder: string): GuestTool {
	return defineTool({
		name: 'run_tool',
		description: 'Run a registered forged tool.',
		args: runToolArgs,
		async run({ tool, input, timeout = 120 }, call) {
			const result = createBuffer();
			const reader = createTextReader();
			let printed = '';
			const print = (text: string) => {
				printed = tailOf(printed + text, printedLimit);
				call.onOutput(text);
			};
			const { end } = await runCommand(
				{
					file: 'python3',
					args: ['-P', `${folder}/run_tool.py`, `/tools/${tool}/tool.py`],
					user: smith,
					input: JSON.stringify(input),
					timeout,
					onStdout: result.push,
					onStderr: (chunk) => print(reader.push(chunk)),
				},
				call.signal,
			);
			return conclude(result, end, timeout, printed + reader.end());
		},
	});
}

function conclude(result: ResultBuffer, end: CommandEnd, timeout: number, printed: string): ToolAnswer {
	const shown = printed.trim() === '' ? '' : `\nIt had printed:\n${printed.trim()}`;
	if (result.isFull())
		return failed('The tool returned more than 1 MiB. Let it write a file below /outputs and return the path');
	const answer = end.type === 'exited' ? parse(result.text()) : undefined;
	if (answer === undefined) return failed(`The tool did not return: ${describeEnd(end, timeout)}${shown}`);
	if ('output' in answer) return { text: show(JSON.stringify(answer.output)), data: answer };
	const text = `The tool failed: ${sanitise(answer.error.traceback.trim())}${shown}`;
	return { text, isError: true, data: answer };
}

/** The harness runs beside the tool, under the same user: what comes from it is checked like anything else. */
function parse(text: string): z.output<typeof answerSchema> | undefined {
	try {
		const wellFormed = (_key: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value);
		return answerSchema.safeParse(JSON.parse(text, wellFormed)).data;
	} catch {
		return undefined;
	}
}

function show(json: string): string {
	const text = sanitise(json);
	if (text.length <= shownLimit) return text;
	const half = shownLimit / 2;
	const left = grouped(text.length - shownLimit);
	return `${headOf(text, half)}\n… ${left} characters left out; ${saveText('result', json)} …\n${tailOf(text, half)}`;
}

interface ResultBuffer {
	readonly push: (chunk: Buffer) => void;
	readonly isFull: () => boolean;
	readonly text: () => string;
}

function createBuffer(): ResultBuffer {
	const chunks: Buffer[] = [];
	let bytes = 0;
	return {
		push(chunk) {
			bytes += chunk.length;
			if (bytes <= resultLimit) chunks.push(chunk);
		},
		isFull: () => bytes > resultLimit,
		text: () => Buffer.concat(chunks).toString('utf8'),
	};
}
