import { randomUUID } from 'node:crypto';
import {
	chmodSync,
	chownSync,
	lchownSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf, messageOf } from '../../../base/errors.ts';
import { closedPlaces, closePlaces, listOfFonts } from '../files/closed-places.ts';
import { endUser } from './end-user.ts';
import { runCommand } from './run-command.ts';
import { envs, remove, removeLeftOvers } from './staging.ts';
import type { User } from './users.ts';

/** Where a tool runs, in a test as in use, and as whom: on the session's disk, under a name that tells nothing and that no other tool learns. */
export interface Scratch extends Folders {
	readonly user: User;
}

interface Folders {
	/** Root's, with the code in it: what runs cannot change. */
	readonly root: string;
	readonly tool: string;
	/** The user's own: the folder that each run begins in. */
	readonly work: string;
	/** The user's own: what belongs into `/outputs`. */
	readonly outputs: string;
	/** The user's own, for what it needs meanwhile: nobody looks at what it leaves there. */
	readonly temp: string;
}

const prefix = '.run-';

let isFirst = true;

/** A scratch with this code in it, of a user that nothing else runs as; or why there is none, as a sentence. */
export function scratchFor(code: string | Uint8Array, user: User): Scratch | string {
	try {
		return makeScratch(code, user);
	} catch (error) {
		const why = codeOf(error) === 'ENOSPC' ? 'the disk is full' : messageOf(error);
		return `There is no place to run it in: ${why}`;
	}
}

function makeScratch(code: string | Uint8Array, user: User): Scratch {
	if (isFirst) {
		closePlaces(envs);
		removeLeftOvers(prefix);
	}
	isFirst = false;
	// Other tools can pass to it, and cannot list what it is in: nobody guesses so long a name
	const root = join(envs, prefix + randomUUID().replaceAll('-', ''));
	mkdirSync(root, { mode: 0o700 });
	const [work, outputs, temp] = [join(root, 'work'), join(root, 'outputs'), join(root, 'tmp')];
	const scratch = { root, tool: join(root, 'tool.py'), work, outputs, temp, user };
	writeFileSync(scratch.tool, code, { mode: 0o644 });
	makeFolders(scratch);
	chmodSync(root, 0o755);
	return scratch;
}

/** For Matplotlib: its list of fonts is in it. A run may change it, and the next has another. */
export function fontsIn({ root }: Pick<Scratch, 'root'>): string {
	return join(root, 'fonts');
}

/** The folders of a scratch that its user may write to. */
function ownFolders(scratch: Scratch) {
	const { work, outputs, temp } = scratch;
	return [work, outputs, temp, fontsIn(scratch)] as const;
}

function makeFolders(scratch: Scratch): void {
	for (const folder of ownFolders(scratch)) mkdirSync(folder, { mode: 0o700 });
	const { uid, gid } = scratch.user;
	for (const file of listOfFonts()) {
		const link = join(fontsIn(scratch), basename(file));
		symlinkSync(file, link);
		lchownSync(link, uid, gid);
	}
	for (const folder of ownFolders(scratch)) chownSync(folder, uid, gid);
}

/** Ends what a run has left, and gives the next one empty folders: nothing goes from one run to another. */
export async function clearWork(scratch: Scratch): Promise<void> {
	await empty(scratch);
	putAside(scratch);
	makeFolders(scratch);
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
 * As `removeScratch`, after a run in use: nothing of its user runs any more, and what it left elsewhere is looked for before a program is
 * started to remove it, which would take longer than most tools.
 */
export async function removeUsed(scratch: Scratch): Promise<void> {
	if (!leftSomething(scratch.user)) {
		try {
			remove(scratch.root);
			return;
		} catch {
			// Too deep, for one: by the long way.
		}
	}
	await removeScratch(scratch);
}

/** Where something of a tool may be, beside its folders. */
const places = [...closedPlaces, '/dev/mqueue'] as const;

function leftSomething(user: User): boolean {
	if (['shm', 'msg', 'sem'].some(hasShared)) return true;
	return places.some((folder) => namesIn(folder).some((name) => isOf(user, join(folder, name))));
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

function isOf({ uid }: User, path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.uid === uid;
}

/**
 * Removes all that is its user's, wherever that may write, and its shared memory, semaphores and queues. Only the user itself can enter its
 * folders: root has no right here that would let it.
 */
async function empty(scratch: Scratch): Promise<void> {
	const { user } = scratch;
	await endUser(user);
	const theirs = `-mindepth 1 -user ${user.uid}`;
	const script = `ipcrm --all; chmod -Rf u+rwx "$@"; find "$@" ${theirs} -delete`;
	const ignore = () => {};
	const args = ['-c', script, 'sh', ...ownFolders(scratch), ...places];
	const spec = { file: 'sh', args, user, timeout: 10 };
	await runCommand({ ...spec, onStdout: ignore, onStderr: ignore }, new AbortController().signal);
}
