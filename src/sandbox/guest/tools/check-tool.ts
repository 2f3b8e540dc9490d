import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { checkToolArgs, checkToolResult } from '../../built-ins.ts';
import { describeEnd } from '../run/describe-end.ts';
import { python } from '../run/harness.ts';
import type { Queue } from '../run/queue.ts';
import { type CommandResult, runCommand } from '../run/run-command.ts';
import { forge } from '../run/users.ts';
import { sanitise, tailOf } from '../sanitise.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';

type Report = z.output<typeof checkToolResult>;

/** Reading a draft takes a part of a second; what takes this long, seconds, was made to. */
const timeLimit = 20;

const memoryLimit = 1024 * 1024 * 1024;

/**
 * Hidden: reads a draft as `forge`, and runs nothing of it. `folder` holds the checker; `inTurn` all that runs as `forge`. A draft that does not
 * pass is an answer with `data`; a check that came to no end is an error without.
 */
export function createCheckTool(folder: string, inTurn: Queue): GuestTool {
	return defineTool({
		name: 'check_tool',
		description: 'Read a draft of a tool.',
		args: checkToolArgs,
		run: ({ code }, call) => inTurn(() => check(folder, code, call), call.signal),
	});
}

async function check(folder: string, code: string, call: ToolCall): Promise<ToolAnswer> {
	const nonce = randomUUID();
	let printed = '';
	const result = await runCommand(
		{
			file: 'prlimit',
			args: [`--as=${memoryLimit}`, ...python(`${folder}/check_tool.py`)],
			user: forge,
			input: `${nonce}\n${code.toWellFormed()}`,
			timeout: timeLimit,
			onStdout: () => {},
			onStderr: (chunk) => {
				printed = tailOf(printed + chunk.toString('utf8'), 500);
			},
		},
		call.signal,
	);
	const report = reportOf(result, nonce);
	if (report !== undefined) return { text: describe(report), data: report };
	const tail = printed.trim() === '' ? '' : `\n${sanitise(printed.trim())}`;
	return failed(`The check came to no end: ${describeEnd(result.end, timeLimit)}${tail}`);
}

const reportSchema = z.looseObject({ nonce: z.string() });

/** The report that carries the nonce. */
function reportOf({ report, end }: CommandResult, nonce: string): Report | undefined {
	if (end.type !== 'exited' || end.code !== 0) return undefined;
	const parsed = reportSchema.safeParse(parseJson(report));
	return parsed.data?.nonce === nonce ? checkToolResult.safeParse(parsed.data).data : undefined;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function describe(report: Report): string {
	if (report.stage === 'compile') return `Does not compile: ${sanitise(report.error)}`;
	return `Compiles; ${report.imports.length} imports, ${report.findings.length} findings`;
}
