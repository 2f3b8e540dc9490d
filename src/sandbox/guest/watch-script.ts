import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type * as z from 'zod';
import { messageOf } from '../../base/errors.ts';
import { type Watched, watchedRun, watchScriptArgs } from '../script-shapes.ts';
import { handIn } from './files/handed-files.ts';
import { readRegular } from './files/open-file.ts';
import { withNames } from './files/session-paths.ts';
import { describeEnd } from './run/describe-end.ts';
import { endUser } from './run/end-user.ts';
import { limitedPython, parseJson } from './run/harness.ts';
import { runInScratch } from './run/run-in-scratch.ts';
import { removeUsed, type Scratch, scratchFor } from './run/scratch.ts';
import type { Lanes } from './run/side-by-side/lanes.ts';
import type { Earlier, Turns } from './run/side-by-side/turns.ts';
import { asUser, smith, type User } from './run/users.ts';
import { sanitise, tailOf } from './sanitise.ts';
import { defineTool, failed, type GuestTool, type ToolCall } from './tools/guest-tool.ts';

type Args = z.output<typeof watchScriptArgs>;
type Run = Args['runs'][number];

/** Bytes of a script, of one answer of the watcher, and of all together. */
const most = { script: 64 * 1024, answer: 1_800_000, told: 3_000_000 } as const;

/** Seconds that one run may take. */
const timeout = 60;

/**
 * Hidden: runs a script of the session once more, in a folder of copies and as a tool is run, and tells what it reads, writes and prints. Nothing
 * of the session changes by it. `folder` holds the watcher. As a tool that looks around, it waits for those before it.
 */
export function createWatchScript(folder: string, lanes: Lanes, inTurn: Turns): GuestTool {
	return defineTool({
		name: 'watch_script',
		description: 'Run a script again, and note what it reads and writes.',
		args: watchScriptArgs,
		run: async (args, call) => {
			const { signal } = call;
			const watch = (earlier: Earlier) =>
				lanes.run((user) => earlier.over().then(() => watchAll({ folder, user }, args, call)), signal);
			return (await inTurn(watch, signal)) ?? failed('Stopped');
		},
	});
}

interface Watcher {
	readonly folder: string;
	readonly user: User;
}

async function watchAll(watcher: Watcher, { path, runs }: Args, call: ToolCall) {
	if (call.signal.aborted) return failed('Stopped');
	const code = readScript(path);
	if ('problem' in code) return { text: code.problem, data: code };
	const watched: Watched[] = [];
	let left: number = most.told;
	for (const run of runs) {
		const one = await watchOne(watcher, { ...run, path, code: code.text }, call);
		left -= Buffer.byteLength(JSON.stringify(one));
		watched.push(left < 0 ? { ended: 'failed', how: 'what it reads, writes and prints is too much together' } : one);
	}
	return { text: `${watched.length} runs`, data: { code: code.text, runs: watched } };
}

/** Links lead no further than smith could go, and not out of /workspace. */
function readScript(path: string): { readonly text: string } | { readonly problem: string } {
	try {
		return asUser(smith, () => {
			const real = realpathSync(path);
			if (!real.startsWith(`${realpathSync('/workspace')}/`)) return { problem: 'is not below /workspace' };
			const { bytes } = readRegular(real);
			if (bytes.length > most.script) return { problem: `has ${bytes.length} bytes, and may have ${most.script}` };
			const text = bytes.toString('utf8');
			return text.includes('\0') || text.includes('\ufffd') ? { problem: 'is not text in UTF-8' } : { text };
		});
	} catch (error) {
		return { problem: `cannot be read: ${messageOf(error)}`.slice(0, 500) };
	}
}

type Task = Run & { readonly path: string; readonly code: string };

async function watchOne(watcher: Watcher, task: Task, call: ToolCall): Promise<Watched> {
	const scratch = scratchFor('', watcher.user);
	if (typeof scratch === 'string') return { ended: 'failed', how: scratch };
	try {
		return await watchIn(watcher.folder, scratch, task, call);
	} catch (error) {
		return { ended: 'failed', how: sanitise(messageOf(error)).slice(0, 500) };
	} finally {
		await removeUsed(scratch);
	}
}

async function watchIn(folder: string, scratch: Scratch, task: Task, call: ToolCall): Promise<Watched> {
	const handed = handIn(scratch, namedBy(task), true);
	const command = [...limitedPython(`${folder}/watch_script.py`), scratch.work] as const;
	const limits = { result: most.answer, output: 16 * 1024 * 1024 };
	const run = { command, input: JSON.stringify(asTask(task, scratch)), timeout, limits };
	const { end, result, printed } = await runInScratch(run, scratch, call);
	const isWhole = (await endUser(scratch.user)) === 0 && end.type === 'exited' && end.code === 0;
	const data = isWhole ? parseJson(result ?? '') : undefined;
	const watched = watchedRun.safeParse(withNames(data, handed.told)).data;
	if (watched) return watched;
	const why = isWhole ? 'what it reads, writes and prints is too much' : describeEnd(end, timeout);
	return { ended: 'failed', how: tailOf(sanitise(handed.told(`${why}\n${printed}`)).trim(), 500) };
}

/** Whatever it may read: the folders that it runs in are small, or these are brought beside them. */
function namedBy({ args, stdin, folder, path, code }: Task): readonly string[] {
	const given = stdin.kind === 'file' ? [...args, stdin.path] : args;
	const parts = [...given.flatMap((text) => [text, text.slice(text.indexOf('=') + 1)]), ...literalsOf(code)];
	return [path, ...new Set(parts.map((text) => resolve(folder, text)))];
}

const mostLiterals = 200;

/** Texts of a script that may name files. */
function literalsOf(code: string): readonly string[] {
	const found = code.matchAll(/(['"])([^'"\\\n]{1,200})\1/g).map(([, , text = '']) => text);
	return [...new Set(found.filter((text) => /[./]/.test(text)).take(mostLiterals))];
}

function asTask({ args, stdin, folder, path, code }: Task, scratch: Scratch) {
	const at = (text: string) => moved(text, scratch);
	return {
		script: at(path),
		text: at(code),
		args: args.map(at),
		folder: at(folder),
		roots: [scratch.work, scratch.outputs],
		...(stdin.kind === 'file' ? { stdin_file: at(resolve(folder, stdin.path)) } : { stdin: stdin.text }),
	};
}

/** A text with the session's folders as those of a run. */
function moved(text: string, { work, outputs }: Scratch): string {
	return text.replaceAll(/(?<![\w.-])\/(workspace|outputs)(?![\w.-])/g, (_, name) =>
		name === 'outputs' ? outputs : work,
	);
}
