import { statSync } from 'node:fs';
import { searchFilesArgs } from '../../built-ins.ts';
import { FileProblem, withFile } from '../files/file-problem.ts';
import { pathOf } from '../files/open-file.ts';
import { describeEnd } from '../run/describe-end.ts';
import { shownLimit } from '../run/output.ts';
import { runCommand } from '../run/run-command.ts';
import { smith } from '../run/users.ts';
import { createTextReader, headOf, sanitiseLine } from '../sanitise.ts';
import { builtInTool } from './describe-tool.ts';
import { failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';

/** Seconds, and bytes of matches, after which a search is ended. */
const limits = { seconds: 30, bytes: 256 * 1024 };

const options = [
	...['--no-config', '--line-number', '--no-heading', '--with-filename', '--color=never', '--sort=path'],
	...['--max-columns=300', '--max-columns-preview', '--no-ignore', '--hidden'],
	...['--glob=!.git', '--glob=!.threadsmith', '--glob=!node_modules'],
];

/** The `search_files` built-in: ripgrep, bounded. */
export function createSearchFiles(): GuestTool {
	return builtInTool('search_files', searchFilesArgs, async ({ pattern, path = '/workspace', glob }, call) => {
		const checked = withFile('search', path, () => ({ text: requireSearchable(pathOf(path)) }));
		if (checked.isError === true) return checked;
		const args = [...options, ...(glob === undefined ? [] : [`--glob=${glob}`]), '-e', pattern, '--', checked.text];
		if (args.some((arg) => arg.includes('\0'))) return failed('Cannot search: a NUL character is in the arguments');
		return search(args, checked.text, call);
	});
}

/** ripgrep skips what is not a regular file inside a folder, but would wait at a pipe that is named outright. */
function requireSearchable(path: string): string {
	const stats = statSync(path);
	if (!stats.isDirectory() && !stats.isFile()) throw new FileProblem('is neither a folder nor a regular file');
	return path;
}

async function search(args: readonly string[], path: string, call: ToolCall): Promise<ToolAnswer> {
	const found = createTextReader();
	const problems = createTextReader();
	let text = '';
	let problem = '';
	const { end } = await runCommand(
		{
			file: 'rg',
			args,
			user: smith,
			timeout: limits.seconds,
			outputLimit: limits.bytes,
			onStdout: (chunk) => {
				text += found.push(chunk);
			},
			onStderr: (chunk) => {
				problem = headOf(problem + problems.push(chunk), 1000);
			},
		},
		call.signal,
	);
	const flooded = end.type === 'interrupted' && end.by === 'flooded';
	if (end.type === 'exited' && end.code === 1) return { text: `No match in ${sanitiseLine(path)}` };
	if (text !== '' && (flooded || end.type === 'exited')) return { text: cutToFit(text, path, flooded) };
	return failed(`Cannot search: ${problem.trim() || describeEnd(end, limits.seconds)}`);
}

function cutToFit(text: string, path: string, more: boolean): string {
	const lines = text
		.trimEnd()
		.split('\n')
		.map((line) => shorten(line, path));
	let length = 0;
	const shown = lines.filter((line) => {
		length += line.length + 1;
		return length <= shownLimit;
	});
	const left = lines.length - shown.length;
	const rest = more ? ['… many more matches; narrow the search'] : [`… ${left} more lines; narrow the search`];
	return [...shown, ...(left === 0 && !more ? [] : rest)].join('\n');
}

/** Paths as the other built-ins take them: relative to /workspace where they are below it. */
function shorten(line: string, path: string): string {
	return path.startsWith('/workspace') && line.startsWith('/workspace/') ? line.slice('/workspace/'.length) : line;
}
