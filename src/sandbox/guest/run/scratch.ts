import { randomUUID } from 'node:crypto';
import {
	chmodSync,
	chownSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, messageOf } from '../../../base/errors.ts';
import { closedPlaces, closePlaces } from '../files/closed-places.ts';
import { endUser } from './end-user.ts';
import { runCommand } from './run-command.ts';
import { envs, remove, removeLeftOvers } from './staging.ts';
import { tool } from './users.ts';

/** Where a tool runs, in a test as in use: on the session's disk, under a name that tells nothing. */
export interface Scratch {
	/** Root's, with the code in it: what runs cannot change. */
	readonly root: string;
	readonly tool: string;
	/** `tool`'s own: the folder that each run begins in. */
	readonly work: string;
	/** `tool`'s own: what belongs into `/outputs`. */
	readonly outputs: string;
	/** `tool`'s own, for what it needs meanwhile: nobody looks at what it leaves there. */
	readonly temp: string;
}

const prefix = '.run-';

let isFirst = true;

/** A scratch with this code in it, or why there is none, as a sentence. */
export function scratchFor(code: string | Uint8Array): Scratch | string {
	try {
		return makeScratch(code);
	} catch (error) {
		const why = codeOf(error) === 'ENOSPC' ? 'the disk is full' : messageOf(error);
		return `There is no place to run it in: ${why}`;
	}
}

function makeScratch(code: string | Uint8Array): Scratch {
	if (isFirst) {
		closePlaces();
		removeLeftOvers(prefix);
	}
	isFirst = false;
	mkdirSync(envs, { recursive: true, mode: 0o755 });
	const root = mkdtempSync(join(envs, prefix));
	const [work, outputs, temp] = [join(root, 'work'), join(root, 'outputs'), join(root, 'tmp')];
	const scratch = { root, tool: join(root, 'tool.py'), work, outputs, temp };
	writeFileSync(scratch.tool, code, { mode: 0o644 });
	for (const folder of ownFolders(scratch)) makeOwn(folder);
	chmodSync(root, 0o755);
	return scratch;
}

/** The folders of a scratch that `tool` may write to. */
function ownFolders({ work, outputs, temp }: Scratch) {
	return [work, outputs, temp] as const;
}

function makeOwn(folder: string): void {
	mkdirSync(folder, { mode: 0o700 });
	chownSync(folder, tool.uid, tool.uid);
}

/** Ends what a run has left, and gives the next one empty folders: nothing goes from one run to another. */
export async function clearWork(scratch: Scratch): Promise<void> {
	await empty(scratch);
	putAside(scratch);
	for (const folder of ownFolders(scratch)) makeOwn(folder);
}

/** A folder that could not be emptied stays, out of reach, until the next sandbox. */
function putAside(scratch: Scratch): void {
	for (const folder of ownFolders(scratch)) {
		try {
			rmdirSync(folder);
		} catch {
			const aside = join(scratch.root, randomUUID());
			renameSync(folder, aside);
			chownSync(aside, 0, 0);
		}
	}
}

export async function removeScratch(scratch: Scratch): Promise<void> {
	await empty(scratch);
	try {
		putAside(scratch);
		rmSync(scratch.root, { recursive: true, force: true });
	} catch {
		// As above.
	}
}

/**
 * As `removeScratch`, after a run in use: nothing of `tool` runs any more, and what it left elsewhere is looked for before a program is
 * started to remove it, which would take longer than most tools.
 */
export async function removeUsed(scratch: Scratch): Promise<void> {
	if (!leftSomething()) {
		try {
			remove(scratch.root);
			return;
		} catch {
			// Too deep, for one: by the long way.
		}
	}
	await removeScratch(scratch);
}

/** Where something of `tool` may be, beside its folders. */
const places = [...closedPlaces, '/dev/mqueue', tool.fonts] as const;

function leftSomething(): boolean {
	if (['shm', 'msg', 'sem'].some(hasShared)) return true;
	return places.some((folder) => namesIn(folder).some((name) => isTools(join(folder, name))));
}

/** System V's shared memory, queues and semaphores: there are none here but those of a user's. */
function hasShared(kind: string): boolean {
	try {
		return readFileSync(`/proc/sysvipc/${kind}`, 'latin1').trimEnd().includes('\n');
	} catch {
		return false;
	}
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function isTools(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.uid === tool.uid;
}

/**
 * Removes all that is `tool`'s, wherever it may write, and its shared memory, semaphores and queues. Only `tool` itself can enter its
 * folders: root has no right here that would let it.
 */
async function empty(scratch: Scratch): Promise<void> {
	await endUser(tool);
	const theirs = `-mindepth 1 -user ${tool.uid}`;
	const script = `ipcrm --all; chmod -Rf u+rwx "$@"; find "$@" ${theirs} -delete`;
	const ignore = () => {};
	const args = ['-c', script, 'sh', ...ownFolders(scratch), ...places];
	const spec = { file: 'sh', args, user: tool, timeout: 10 };
	await runCommand({ ...spec, onStdout: ignore, onStderr: ignore }, new AbortController().signal);
}
