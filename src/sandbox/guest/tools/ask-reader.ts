import { describeEnd } from '../run/describe-end.ts';
import { parseJson } from '../run/harness.ts';
import { runCommand } from '../run/run-command.ts';
import { smith } from '../run/users.ts';
import type { ToolCall } from './guest-tool.ts';

/** Bytes: more than a reader gives, and less than the host takes in one message. */
const answerLimit = 3_900_000;

/**
 * Runs one of our readers of files as a command of `smith`'s, in a process of its own, and returns the JSON it prints, unchecked; where it came to no
 * end, how it ended as its `problem`. `timeout`: seconds; of the processor each reader allows itself less.
 */
export async function askReader(
	file: string,
	args: readonly string[],
	timeout: number,
	{ signal }: ToolCall,
): Promise<unknown> {
	const chunks: Buffer[] = [];
	const { end } = await runCommand(
		{
			file: 'python3',
			// With its site module, where the libraries are.
			args: ['-I', '-B', file, ...args],
			user: smith,
			timeout,
			outputLimit: answerLimit,
			onStdout: (chunk) => chunks.push(chunk),
			onStderr: () => {},
		},
		signal,
	);
	const answer = parseJson(Buffer.concat(chunks).toString('utf8'));
	return answer ?? { problem: `could not be read to its end: ${describeEnd(end, timeout)}` };
}
