import { lstat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ProblemError } from '../../base/errors.ts';
import { runProgram } from '../../sandbox/files/run.ts';
import type { BotUser } from '../bot-user.ts';
import { createPassingFolder } from './passing-folder.ts';

/** Where the bot writes what it exports, until root puts it where the person at the command line wants it. Disposing removes what is left of it. */
export interface ExportStage extends AsyncDisposable {
	/** The bot's. */
	readonly path: string;
	/** Puts what the bot has made there in its place, as root's. Rejects with `ProblemError` where that cannot be. */
	deliver(): Promise<void>;
}

/**
 * A stage for a target that the words of the command line name: no other is taken. Rejects with `ProblemError` where something is there already, but for
 * a file with `--force`.
 */
export async function stageExport(target: string, args: readonly string[], user: BotUser): Promise<ExportStage> {
	if (!targetsOf(args, process.cwd()).includes(target)) throw new Error('that is not what was asked for');
	const force = args.includes('--force');
	const present = await lstat(target).catch(() => undefined);
	if (present && !(force && present.isFile()))
		throw new ProblemError(`"${target}" is there already`, 'Name another one with --output');
	if (!(await lstat(dirname(target)).catch(() => undefined)))
		throw new ProblemError(
			`"${target}" cannot be made: its folder is not there`,
			'Make the folder, or name another one with --output',
		);
	const folder = await createPassingFolder(user);
	const path = join(folder.data, basename(target));
	return {
		path,
		async deliver() {
			const made = await lstat(path).catch(() => undefined);
			if (!made?.isFile() && !made?.isDirectory()) throw new ProblemError('Nothing was exported', 'Try again');
			await run('chown', ['--no-dereference', '--recursive', '0:0', '--', path]);
			await run('mv', ['--no-target-directory', force ? '--force' : '--no-clobber', '--', path, target]);
		},
		[Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
	};
}

/** Every path that the words could mean: one of them, or a tool's name with its ending. Pure. */
export function targetsOf(args: readonly string[], cwd: string): readonly string[] {
	const words = args.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]);
	return words.flatMap((word) => [resolve(cwd, word), resolve(cwd, `${word}.py`)]);
}

async function run(program: string, args: readonly string[]): Promise<void> {
	const { code, stderr } = await runProgram(program, args, new AbortController().signal);
	if (code !== 0)
		throw new ProblemError(
			`Cannot put what was exported in its place: ${stderr.trim()}`,
			'Mend that, and export it again',
		);
}
