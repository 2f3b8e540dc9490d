import { readDocumentArgs, readDocumentResult } from '../../built-ins.ts';
import { describeEnd } from '../run/describe-end.ts';
import { parseJson } from '../run/harness.ts';
import { runCommand } from '../run/run-command.ts';
import { smith } from '../run/users.ts';
import { sanitise } from '../sanitise.ts';
import { defineTool, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';

/** Seconds that one document may take; of the processor it may have a little less (read_document.py). */
const timeLimit = 60;

/** Bytes: the most characters that the reader gives, and what JSON writes around them. */
const answerLimit = 4 * 2 ** 20;

/** Hidden: reads a document as a command of `smith`'s would, in a process of its own. `folder` holds the reader. */
export function createReadDocument(folder: string): GuestTool {
	return defineTool({
		name: 'read_document',
		description: 'Read the text of a document.',
		args: readDocumentArgs,
		run: ({ path }, call) => read(folder, path, call),
	});
}

async function read(folder: string, path: string, call: ToolCall): Promise<ToolAnswer> {
	const chunks: Buffer[] = [];
	const { end } = await runCommand(
		{
			file: 'python3',
			// With its site module, where the libraries are.
			args: ['-I', '-B', `${folder}/read_document.py`, path],
			user: smith,
			timeout: timeLimit,
			outputLimit: answerLimit,
			onStdout: (chunk) => chunks.push(chunk),
			onStderr: () => {},
		},
		call.signal,
	);
	const told = readDocumentResult.safeParse(parseJson(Buffer.concat(chunks).toString('utf8'))).data;
	const data = told ?? { problem: `could not be read to its end: ${describeEnd(end, timeLimit)}` };
	return { text: 'problem' in data ? sanitise(data.problem) : `${data.text.length} characters`, data };
}
