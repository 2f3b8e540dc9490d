import { shorten } from '../../../base/text/shorten.ts';
import { type Watched, watchScriptResult } from '../../../sandbox/script-shapes.ts';
import type { ToolContext } from '../../tool.ts';
import { isBinary, kindOf } from '../files/kinds.ts';
import type { GoodRun } from './run-example.ts';
import type { ScriptRun } from './script-runs.ts';

/** The runs that can be repeated, the newest first, or why the script cannot be taken, as a sentence's end. */
export type Watching = { readonly runs: readonly [GoodRun, ...GoodRun[]] } | { readonly problem: string };

/** Runs that are repeated; the newest of them twice. */
const mostRuns = 4;

/** Has the sandbox run a script again as it ran in the session. Rejects with the signal's reason. */
export async function watchRuns(
	path: string,
	known: readonly ScriptRun[],
	{ sandbox, signal, output }: Pick<ToolContext, 'sandbox' | 'signal' | 'output'>,
): Promise<Watching> {
	const [newest, ...others] = known.filter((run) => run.path === path).toReversed();
	if (newest === undefined) return { problem: neverRun };
	const runs = [newest, newest, ...others.slice(0, mostRuns - 1)];
	output('running the script again');
	const args = { path, runs: runs.map(({ args: given, stdin, folder }) => ({ args: given, stdin, folder })) };
	const result = await (await sandbox()).call({ tool: 'watch_script', args }, { signal });
	const data = watchScriptResult.safeParse(result.data).data;
	if (data === undefined) return { problem: `could not be run again: ${shorten(result.lost ?? result.text, 200)}` };
	if ('problem' in data) return { problem: data.problem };
	return judged(runs, data.runs, data.code);
}

const neverRun =
	'was not run in this session in a way that can be repeated: run it once by bash on a small example, as python3 <path> <arguments>, with input by "< file", a pipe from cat or echo, or none';

function judged(runs: readonly ScriptRun[], ends: readonly Watched[], code: string): Watching {
	const all = runs.map((run, index) => ({ run, watched: ends[index] ?? { ended: 'failed' as const, how: 'nothing' } }));
	const good = all.flatMap(({ run, watched }) => ('printed' in watched ? [{ run, watched, code }] : []));
	const [first, second, ...others] = good;
	const failed = ends.map(failureOf).find((one) => one !== undefined);
	if (!first || good[0]?.run !== runs[0]) return { problem: failed ?? 'could not be run again' };
	const sound = [first, ...(second?.run === first.run ? others : [second, ...others])].filter(
		(one) => one !== undefined,
	);
	const usable = sound.filter(({ watched }) => runProblem(watched) === undefined);
	const [one, ...rest] = usable;
	if (!one) return { problem: runProblem(first.watched) ?? 'could not be run again' };
	if (second?.run === first.run && JSON.stringify(second.watched.printed) !== JSON.stringify(first.watched.printed))
		return {
			problem: 'prints another result for the same input each time: take out what it has of the clock or of chance',
		};
	return { runs: [one, ...rest] };
}

function failureOf(end: Watched): string | undefined {
	if ('ended' in end) return `could not be run again: ${shorten(end.how, 300)}`;
	if (!('error' in end)) return undefined;
	const { type, message } = end.error;
	if (['SyntaxError', 'IndentationError', 'TabError'].includes(type))
		return `is not Python 3.13: ${shorten(message, 200)}`;
	const gone = type === 'FileNotFoundError' ? ': what it reads is gone, or is written by another program' : '';
	return `fails when it is run again${gone}: ${type}: ${shorten(message, 200)}`;
}

/** Why a run is no example. */
function runProblem({ code, seen, printed, reads, writes }: GoodRun['watched']): string | undefined {
	const module = Object.keys(reads).find((path) => /\.pyc?$/.test(path));
	const odd = Object.entries(reads).find(([path, { text }]) => text === undefined || isBinary(kindOf(path)));
	if (code !== 0) return `ends with exit code ${code}`;
	if (seen.includes('network')) return 'needs the network, which no tool has: have it read a file instead';
	if (module !== undefined) return `imports ${module}, which stands beside it: put that into the script`;
	if (odd) return oddFile(odd[0], odd[1].size);
	if (seen.includes('many')) return 'reads more than 12 files: have it read one, or a few';
	if (printed.cut) return 'prints more than 64 KB: have it write a file, or print less';
	const isMute = printed.text.trim() === '' && Object.keys(writes).length === 0;
	return isMute
		? 'prints and writes nothing, so nothing could be tested: have it print its result, as JSON at best'
		: undefined;
}

function oddFile(path: string, size: number): string {
	const large = `reads ${path} of ${size} bytes: run it on the first lines of it, so that an example stays small`;
	return size > 65_536
		? large
		: `reads ${path}, which is no text: order the tool by forge_tool, which makes such files for its examples`;
}
