import { chmod, writeFile } from 'node:fs/promises';
import { codeOf, ProblemError } from '../base/errors.ts';
import { fileProblem } from '../store/files/file-problem.ts';
import type { Picked } from './pick-version.ts';
import type { Source } from './source.ts';
import { standaloneScript } from './standalone.ts';

/** Where a tool goes. */
export interface ExportTarget {
	/** A file; `-` is standard output. Default: the tool's name in the working folder. */
	readonly output: string | undefined;
	/** Replace a file that is there. */
	readonly force: boolean;
}

/** Writes one standalone script. Resolves with a text for people; rejects with a `ProblemError` where it cannot be written. */
export async function exportTool(
	{ title }: Source,
	{ tool, version }: Picked,
	target: ExportTarget,
	write: (text: string) => void,
): Promise<string> {
	const script = standaloneScript(version);
	const { output = `${version.manifest.name}.py`, force } = target;
	const from = `${tool.id} ${version.manifest.version} of ${title}`;
	if (output === '-') {
		write(script);
		return `${from}\n`;
	}
	await writeFile(output, script, { mode: 0o755, flag: force ? 'w' : 'wx' }).catch((error: unknown) => {
		throw writeProblem(error, output);
	});
	// The mode counts for new files alone.
	if (force) await chmod(output, 0o755);
	const path = output.includes('/') ? output : `./${output}`;
	const example = JSON.stringify(version.manifest.example.input);
	return `Wrote ${output}: ${from}\nCall it:   echo ${quoted(example)} | uv run --script ${quoted(path)}\nIts schema: uv run --script ${quoted(path)} --describe\n`;
}

function writeProblem(error: unknown, path: string): Error {
	switch (codeOf(error)) {
		case 'EEXIST':
			return new ProblemError(
				`Cannot write "${path}": it is there already`,
				'Name another file by --output, or replace it by --force',
			);
		case 'ENOENT':
			return new ProblemError(
				`Cannot write "${path}": its folder is not there`,
				'Make the folder, or name another file by --output',
			);
		case 'EISDIR':
			return new ProblemError(`Cannot write "${path}": it is a folder`, 'Name a file by --output');
		default:
			return fileProblem(error, path);
	}
}

/** For a POSIX shell. */
function quoted(text: string): string {
	return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
