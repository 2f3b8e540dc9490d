import { cp, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ProblemError } from '../../base/errors.ts';
import { writeAtomically } from '../../store/files/write-atomically.ts';
import { sessionPathsIn } from '../../store/session/layout.ts';
import type { SessionView } from '../../store/session/session-folder.ts';
import { conversationText } from './conversation-text.ts';

/** Copies a session's conversation, as text and as it stands in the journal, and its files into a new folder. */
export async function exportSession(home: string, { id, journal }: SessionView, output: string): Promise<void> {
	const entries = await journal.after(0);
	await mkdir(output, { mode: 0o700 }).catch((error: unknown) => {
		if (codeOf(error) !== 'EEXIST') throw error;
		throw new ProblemError(`"${output}" is there already`, 'Name another folder with --output', { cause: error });
	});
	await writeAtomically(join(output, 'conversation.md'), conversationText(entries));
	await writeAtomically(join(output, 'journal.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
	const { trees, outputs } = sessionPathsIn(home)(id);
	const folders = { inputs: trees.inputs, outputs };
	for (const [name, from] of Object.entries(folders)) await copyFiles(from, join(output, name));
}

/** A link may lead anywhere. */
async function copyFiles(from: string, to: string): Promise<void> {
	const isPlain = async (path: string) => {
		const stats = await lstat(path);
		return stats.isFile() || stats.isDirectory();
	};
	await cp(from, to, { recursive: true, errorOnExist: true, filter: isPlain });
}
