import { bashArgs } from '../../built-ins.ts';
import type { KeptJobs } from '../kept-jobs.ts';
import { commandPackages } from '../packages/command-packages.ts';
import { describeEnd, isFailure } from '../run/describe-end.ts';
import { createOutput, type Output, shares } from '../run/output.ts';
import { createQueue } from '../run/queue.ts';
import { type CommandResult, runCommand } from '../run/run-command.ts';
import { prologue, writePrologue } from '../run/shell/prologue.ts';
import { createWorkingFolder, type WorkingFolder } from '../run/shell/working-folder.ts';
import { smith } from '../run/users.ts';
import { sanitiseLine } from '../sanitise.ts';
import { builtInTool } from './describe-tool.ts';
import { failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';

/** A single argument of a program may be 128 KiB long on Linux (MAX_ARG_STRLEN); Node's error for it says nothing useful. */
const longestCommand = 128 * 1024 - 1;

/** The `bash` built-in. Calls run one after another: they share the working folder. */
export function createBash(jobs: KeptJobs): GuestTool {
	const folder = createWorkingFolder();
	const inTurn = createQueue();
	writePrologue();
	return builtInTool('bash', bashArgs, ({ command, timeout = 120, keep_running: minutes }, call) => {
		const problem = problemOf(command);
		if (problem !== undefined) return failed(problem);
		if (minutes !== undefined) return inTurn(() => keepRunning(jobs, command, minutes, folder), call.signal);
		return inTurn(() => runBash(command, timeout, folder, call), call.signal);
	});
}

function problemOf(command: string): string | undefined {
	if (command.includes('\0')) return 'Cannot run the command: it holds a NUL character';
	if (Buffer.byteLength(command) <= longestCommand) return undefined;
	return 'Cannot run the command: it is longer than 128 KiB. Write it to a file with write_file and run that';
}

async function keepRunning(
	jobs: KeptJobs,
	command: string,
	minutes: number,
	folder: WorkingFolder,
): Promise<ToolAnswer> {
	const { path } = folder.current();
	const began = await jobs.start({ command, minutes, user: smith, env: environmentIn(path) });
	switch (began.kind) {
		case 'too-many':
			return failed('Cannot keep it running: three jobs run already. Wait for one, or end it with kill');
		case 'ended':
			return {
				text: `${describeEnd(began.end, minutes * 60)}, at once. Its output: ${began.file}`,
				isError: isFailure(began.end),
			};
		case 'runs':
			return { text: `Runs for ${minutes} minutes at most, after this turn too. Its output: ${began.file}` };
	}
}

function environmentIn(path: string): Readonly<Record<string, string>> {
	return { BASH_ENV: prologue.path, THREADSMITH_FOLDER: path, ...commandPackages };
}

async function runBash(command: string, timeout: number, folder: WorkingFolder, call: ToolCall): Promise<ToolAnswer> {
	const { path, gone } = folder.current();
	const stdout = createOutput('stdout');
	const stderr = createOutput('stderr');
	const result = await runCommand(
		{
			file: 'bash',
			args: ['-c', command],
			user: smith,
			env: environmentIn(path),
			order: { folder: path, command },
			timeout,
			onStdout: (chunk) => call.onOutput(stdout.push(chunk)),
			onStderr: (chunk) => call.onOutput(stderr.push(chunk)),
		},
		call.signal,
	);
	folder.remember(result.report);
	const notes = gone === undefined ? [] : [`The working folder "${sanitiseLine(gone)}" is gone; this ran in ${path}`];
	return { text: describe(result, notes, timeout, stdout, stderr), isError: isFailure(result.end) };
}

function describe(
	result: CommandResult,
	notes: readonly string[],
	timeout: number,
	stdout: Output,
	stderr: Output,
): string {
	const [forOut, forErr] = shares(stdout.end(), stderr.end());
	const parts = [
		...notes,
		describeEnd(result.end, timeout),
		...(result.leftBehind === 0 ? [] : [describeLeftBehind(result.leftBehind)]),
		...section('stdout', stdout.show(forOut)),
		...section('stderr', stderr.show(forErr)),
	];
	return parts.join('\n');
}

function describeLeftBehind(count: number): string {
	const what = count === 1 ? '1 background process was' : `${count} background processes were`;
	return `${what} ended with the command (nohup or setsid keeps one until the end of the turn)`;
}

function section(name: string, text: string): string[] {
	return text === '' ? [] : [`${name}:`, text.replace(/\n$/, '')];
}
