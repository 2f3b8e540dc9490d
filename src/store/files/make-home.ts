import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, ProblemError } from '../../base/errors.ts';
import { fileProblem } from './file-problem.ts';

const elsewhere = 'Set THREADSMITH_HOME to a folder elsewhere';

/**
 * Makes a folder, and those that it lies in, with mode 0700 when missing. Node's own recursive `mkdir` tries for ever below a
 * folder that takes no new ones but says "not there", as /proc does (Node 24: `MKDirpAsync` of src/node_file.cc). Rejects with
 * `ProblemError`.
 */
export async function makeHome(path: string): Promise<void> {
	try {
		await makeOne(path);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') throw notTakenHere(path, error);
		throw fileProblem(error, path);
	}
}

async function makeOne(path: string): Promise<void> {
	try {
		await mkdir(path, { mode: 0o700 });
	} catch (error) {
		if (await isFolder(path)) return;
		if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOTDIR') throw inTheWay(path, error);
		if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
		await makeOne(dirname(path));
		await mkdir(path, { mode: 0o700 });
	}
}

async function isFolder(path: string): Promise<boolean> {
	return await stat(path).then(
		(stats) => stats.isDirectory(),
		() => false,
	);
}

function inTheWay(path: string, cause: unknown): ProblemError {
	return new ProblemError(`Cannot make the folder "${path}": something that is no folder stands there`, elsewhere, {
		cause,
		file: path,
	});
}

function notTakenHere(path: string, cause: unknown): ProblemError {
	return new ProblemError(`Cannot make the folder "${path}": no folder can be made there`, elsewhere, {
		cause,
		file: path,
	});
}
