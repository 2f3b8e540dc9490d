import { cp, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ProblemError } from '../../base/errors.ts';
import { fileProblem } from '../../store/files/file-problem.ts';
import { writeAtomically } from '../../store/files/write-atomically.ts';
import { sessionPathsIn } from '../../store/session/layout.ts';
import type { SessionView } from '../../store/session/session-folder.ts';
import { conversationText } from './conversation-text.ts';

/** Copies a session's conversation, as text and as it stands in the journal, its files and its memories into a new folder. */
export async function exportSession(home: string, { id, journal }: SessionView, output: string): Promise<void> {
	const entries = await journal.after(0);
	await makeNew(output);
	await writeAtomically(join(output, 'conversation.md'), conversationText(entries));
	await writeAtomically(join(output, 'journal.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
	const { trees, outputs } = sessionPathsIn(home)(id);
	const folders = { inputs: trees.inputs, outputs, memories: trees.memories };
	for (const [name, from] of Object.entries(folders)) await copyFiles(from, join(output, name));
}

const nowhere = 'cannot be made: the folder that it is to be in is not there';
const whyNot: Readonly<Record<string, string>> = { EEXIST: 'is there already', ENOENT: nowhere, ENOTDIR: nowhere };

async function makeNew(output: string): Promise<void> {
	await mkdir(output, { mode: 0o700 }).catch((error: unknown) => {
		const why = whyNot[codeOf(error) ?? ''];
		if (why === undefined) throw fileProblem(error, output);
		throw new ProblemError(`"${output}" ${why}`, 'Name another folder with --output', { cause: error });
	});
}

/** Nothing happens where there is no such folder. */
async function copyFiles(from: string, to: string): Promise<void> {
	if (!(await isPlain(from))) return;
	try {
		await cp(from, to, { recursive: true, errorOnExist: true, filter: isPlain });
	} catch (error) {
		throw fileProblem(error, to);
	}
}

/** A link may lead anywhere, and a bot that runs may take a file away meanwhile. */
async function isPlain(path: string): Promise<boolean> {
	try {
		const stats = await lstat(path);
		return stats.isFile() || stats.isDirectory();
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return false;
		throw error;
	}
}
