import { statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { searchFilesArgs } from '../../built-ins.ts';
import { FileProblem, withFile } from '../files/file-problem.ts';
import { pathOf } from '../files/open-file.ts';
import { describeEnd } from '../run/describe-end.ts';
import { shownLimit } from '../run/output.ts';
import { type CommandEnd, runCommand } from '../run/run-command.ts';
import { smith } from '../run/users.ts';
import { createTextReader, headOf, sanitiseLine } from '../sanitise.ts';
import { builtInTool } from './describe-tool.ts';
import { failed, type GuestTool, type ToolAnswer, type ToolCall } from './guest-tool.ts';
import { groupByEncoding, listOthers, mostFiles } from './other-encodings.ts';

/** Seconds, and bytes of matches, after which a search is ended. */
const limits = { seconds: 30, bytes: 256 * 1024 };

/** The files that are searched. */
const scope = ['--no-config', '--sort=path', '--no-ignore', '--hidden'];
const leftOut = ['--glob=!.git', '--glob=!.threadsmith', '--glob=!node_modules'];

const shape = [
	...['--line-number', '--no-heading', '--with-filename', '--color=never'],
	...['--max-columns=300', '--max-columns-preview'],
];

/** The `search_files` built-in: ripgrep, bounded; files of other encodings than UTF-8 are read in their own. */
export function createSearchFiles(): GuestTool {
	return builtInTool('search_files', searchFilesArgs, async ({ pattern, path = '/workspace', glob }, call) => {
		const checked = withFile('search', path, () => ({ text: requireSearchable(pathOf(path)) }));
		if (checked.isError === true) return checked;
		const files = [...scope, ...leftOut, ...(glob === undefined ? [] : [`--glob=${glob}`])];
		const wanted = ['-e', pattern];
		if ([...files, ...wanted, checked.text].some((arg) => arg.includes('\0')))
			return failed('Cannot search: a NUL character is in the arguments');
		const until = performance.now() + limits.seconds * 1000;
		return search({ files, wanted, path: checked.text, until }, call);
	});
}

/** ripgrep skips what is not a regular file inside a folder, but would wait at a pipe that is named outright. */
function requireSearchable(path: string): string {
	const stats = statSync(path);
	if (!stats.isDirectory() && !stats.isFile()) throw new FileProblem('is neither a folder nor a regular file');
	return path;
}

interface Search {
	/** Arguments that say which files are searched, and for what. */
	readonly files: readonly string[];
	readonly wanted: readonly string[];
	readonly path: string;
	/** No other run is begun then, by `performance.now()`. */
	readonly until: number;
}

/** One run of ripgrep. */
interface Run {
	readonly text: string;
	readonly problem: string;
	readonly end: CommandEnd;
}

async function search(wish: Search, call: ToolCall): Promise<ToolAnswer> {
	const { files, wanted, path } = wish;
	const main = await ripgrep([...files, ...shape, ...wanted, '--', path], call);
	const flooded = main.end.type === 'interrupted' && main.end.by === 'flooded';
	// A pattern that ripgrep does not understand is not tried again, nor is anything added to a flood.
	const others = main.end.type === 'exited' && main.end.code < 2 ? await searchOthers(wish, call) : noOthers;
	const text = withoutFiles(main.text, others.paths) + others.text;
	const note = others.note === undefined ? '' : `\n${others.note}`;
	if (text === '' && main.end.type === 'exited' && main.end.code < 2)
		return { text: `No match in ${sanitiseLine(path)}${note}` };
	if (text !== '' && (flooded || main.end.type === 'exited')) return { text: cutToFit(text, path, flooded) + note };
	return failed(`Cannot search: ${main.problem.trim() || describeEnd(main.end, limits.seconds)}`);
}

interface Others {
	readonly text: string;
	/** The files that were read in an encoding of their own. */
	readonly paths: readonly string[];
	/** That there are more than were read so. */
	readonly note?: string;
}

const unread = `… only the first ${mostFiles} files with letters beyond ASCII were looked at for other encodings than UTF-8; narrow the path`;

const noOthers: Others = { text: '', paths: [] };

/** Files are sorted by their encoding first: two runs at least, and only where there are bytes of more than ASCII. */
async function searchOthers({ files, wanted, path, until }: Search, call: ToolCall): Promise<Others> {
	const names = new StringDecoder('utf8');
	const listed = await ripgrep([...files, ...listOthers, '--', path], call, (chunk) => names.write(chunk));
	const { groups, left } = await groupByEncoding(listed.text, until);
	let text = '';
	for (const [encoding, paths] of groups) {
		if (performance.now() > until) break;
		const found = await ripgrep([...scope, ...shape, `--encoding=${encoding}`, ...wanted, '--', ...paths], call);
		text += found.text;
	}
	const isAll = left === 0 && listed.end.type === 'exited';
	return { text, paths: [...groups.values()].flat(), ...(!isAll && { note: unread }) };
}

/** Lines of files that are read once more would be there twice, in characters that nobody wrote. */
function withoutFiles(text: string, paths: readonly string[]): string {
	if (paths.length === 0) return text;
	const known = new Set(paths);
	const lines = text.split(/(?<=\n)/);
	return lines.filter((line) => !known.has(/^(.*?):\d+:/.exec(line)?.[1] ?? '')).join('');
}

async function ripgrep(args: readonly string[], call: ToolCall, read?: (chunk: Buffer) => string): Promise<Run> {
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
				text += read?.(chunk) ?? found.push(chunk);
			},
			onStderr: (chunk) => {
				problem = headOf(problem + problems.push(chunk), 1000);
			},
		},
		call.signal,
	);
	return { text, problem, end };
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
