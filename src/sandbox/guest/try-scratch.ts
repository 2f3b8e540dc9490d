import { randomUUID } from 'node:crypto';
import {
	chmodSync,
	chownSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	renameSync,
	rmdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { endForge } from './end-forge.ts';
import { runCommand } from './run-command.ts';
import { forge } from './users.ts';

/** Where a draft is tried. */
export interface Scratch {
	/** Root's, with the draft in it: what is tried cannot change. */
	readonly root: string;
	readonly tool: string;
	/** `forge`'s own: the folder that each run finds under the same name, as the test left it. */
	readonly work: string;
}

export function makeScratch(code: string): Scratch {
	const root = mkdtempSync('/tmp/forge-');
	const scratch = { root, tool: join(root, 'tool.py'), work: join(root, 'work') };
	writeFileSync(scratch.tool, code.toWellFormed(), { mode: 0o644 });
	makeWork(scratch);
	chmodSync(root, 0o755);
	openFonts();
	return scratch;
}

/**
 * Matplotlib uses a folder only if it may write to it: `forge` may by its group, and, by the sticky bit, not change what is root's there. What
 * Podman copies into a sandbox's /tmp has lost the group's right to its umask.
 */
function openFonts(): void {
	const found = lstatSync(forge.fonts, { throwIfNoEntry: false });
	if (found?.isDirectory() && found.uid === 0) chmodSync(forge.fonts, 0o1770);
}

function makeWork({ work }: Scratch): void {
	mkdirSync(work, { mode: 0o700 });
	chownSync(work, forge.uid, forge.uid);
}

/** Ends what a run has left, and gives the next one an empty folder: nothing goes from one run to another. */
export async function clearWork(scratch: Scratch): Promise<void> {
	await emptyWork(scratch);
	putAside(scratch);
	makeWork(scratch);
}

/** What could not be emptied stays, out of reach, until the sandbox goes: it is on the sandbox's own /tmp. */
function putAside({ root, work }: Scratch): void {
	try {
		rmdirSync(work);
	} catch {
		const aside = join(root, randomUUID());
		renameSync(work, aside);
		chownSync(aside, 0, 0);
	}
}

export async function removeScratch(scratch: Scratch): Promise<void> {
	await emptyWork(scratch);
	try {
		putAside(scratch);
		rmSync(scratch.root, { recursive: true, force: true });
	} catch {
		// As above.
	}
}

/**
 * Removes all that is `forge`'s, wherever it may write, and its shared memory, semaphores and queues. Only `forge` itself can enter its
 * folders: root has no right here that would let it.
 */
async function emptyWork({ work }: Scratch): Promise<void> {
	await endForge();
	const places = '/tmp /var/tmp /dev/shm /dev/mqueue';
	const theirs = `-mindepth 1 -user ${forge.uid} ! -path "$1"`;
	const script = `ipcrm --all; chmod -Rf u+rwx ${places}; find ${places} ${theirs} -delete`;
	const ignore = () => {};
	const spec = { file: 'sh', args: ['-c', script, 'sh', work], user: forge, timeout: 10 };
	await runCommand({ ...spec, onStdout: ignore, onStderr: ignore }, new AbortController().signal);
}
