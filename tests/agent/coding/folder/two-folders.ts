import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programs, type WorkFolder } from '../../../../src/agent/coding/folder/carry.ts';
import type { Ends, Opener } from '../../../../src/agent/coding/folder/work-folder.ts';
import { openLocalProcess } from '../../../support/local-process.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const carry = fileURLToPath(new URL('../../../../src/sandbox/guest/python/carry/', import.meta.url));

/** The interpreter itself: what stands under its name may be a script that looks for it, which takes longer than all else here. */
const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

function here(word: string): string {
	if (word === 'python3') return python;
	return word.startsWith(programs) ? join(carry, basename(word)) : word;
}

/** Opens the guest's own programs on this machine. */
const local: Opener = {
	open: ({ argv }) => Promise.resolve(openLocalProcess(argv.map(here))),
};

/** A work folder and a box, as two folders of this machine. */
export interface TwoFolders extends AsyncDisposable {
	readonly ends: Ends;
	readonly work: WorkFolder;
	/** Writes files, by their names. */
	write(where: 'folder' | 'box', files: Readonly<Record<string, string>>): Promise<void>;
	/** All files of one of them, by their names, without the stage. */
	read(where: 'folder' | 'box'): Promise<Readonly<Record<string, string>>>;
}

export async function makeTwoFolders(): Promise<TwoFolders> {
	const temp = await tempDir();
	const work = { folder: join(temp.path, 'work'), stage: join(temp.path, '.agent-1'), box: join(temp.path, 'box') };
	await Promise.all([mkdir(work.folder), mkdir(work.box)]);
	return {
		ends: { session: local, box: local },
		work,
		async write(where, files) {
			for (const [name, content] of Object.entries(files)) {
				await mkdir(dirname(join(work[where], name)), { recursive: true });
				await writeFile(join(work[where], name), content);
			}
		},
		async read(where) {
			const entries = await readdir(work[where], { recursive: true, withFileTypes: true });
			const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
			const named = files.map(
				async (file) => [file.slice(work[where].length + 1), await readFile(file, 'utf8')] as const,
			);
			return Object.fromEntries((await Promise.all(named)).sort());
		},
		[Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
	};
}
