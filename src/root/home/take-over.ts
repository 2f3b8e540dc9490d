import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, lchownSync, openSync, writeSync } from 'node:fs';
import { ProblemError } from '../../base/errors.ts';
import type { BotUser } from '../bot-user.ts';
import { type TreeEntry, visitTree } from './owned-tree.ts';

/** The outcome of giving a data folder to the bot's user. */
export interface TakenOver {
	/** How many files and folders have changed hands. */
	readonly count: number;
	/** The file in which stands who owned them. */
	readonly record: string;
	/** Files of which there are names outside of the folder: they stay root's. Paths below the folder. */
	readonly left: readonly string[];
}

/** Told how many have changed hands so far. */
export type OnProgress = (count: number) => void;

/** Stay root's: disks, which the kernel mounts, and which images of one's own have passed. Paths below the data folder. As `scripts/give-back.mjs` has it. */
const staysOfRoot = /^(?:(?:.*\/)?disk\.img|pool\/[^/]+\.img|checked-images\.json)$/;

/** Where stands who owned what of a data folder: beside it, so that the bot cannot change it. */
export function recordOf(home: string): string {
	return `${home}.owners-before.jsonl`;
}

/**
 * Gives a data folder that is root's to the bot's user, whole, and writes down first who owned what. The folder itself comes last: as long as it is
 * root's, this is not done, and doing it again goes on where it was. Throws `ProblemError` where the record cannot be written, and the system's
 * error.
 */
export function takeOver(home: string, user: BotUser, onProgress: OnProgress = () => {}): TakenOver {
	const record = recordOf(home);
	const links = writeRecord(home, record);
	const left: string[] = [];
	let count = 0;
	visitTree(home, ({ path, at, stats }) => {
		if (stats.uid !== 0 || staysOfRoot.test(textOf(path))) return;
		if (isElsewhereToo(stats, links)) return void left.push(textOf(path));
		lchownSync(at, user.uid, user.gid);
		count += 1;
		onProgress(count);
	});
	return { count, record, left };
}

/** Writes who owns what, and answers how many names each file with several has here. */
function writeRecord(home: string, record: string): ReadonlyMap<number, number> {
	const fd = openRecord(record);
	const links = new Map<number, number>();
	try {
		visitTree(home, ({ path, stats }) => {
			if (stats.isFile() && stats.nlink > 1) links.set(stats.ino, (links.get(stats.ino) ?? 0) + 1);
			if (stats.uid === 0) writeSync(fd, lineOf(path, stats));
		});
		fsyncSync(fd);
	} finally {
		closeSync(fd);
	}
	return links;
}

/** One that an earlier start has begun is gone on with. Only root's own is: another's could say anything. */
function openRecord(record: string): number {
	const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
	const fd = openSync(record, flags, 0o600);
	const { uid, nlink } = fstatSync(fd);
	if (uid === 0 && nlink === 1) {
		fchmodSync(fd, 0o600);
		return fd;
	}
	closeSync(fd);
	throw new ProblemError(`Cannot write who owned what: "${record}" is not root's own file`, 'Remove that file');
}

function lineOf(path: Buffer, { uid, gid, mode }: TreeEntry['stats']): string {
	const text = textOf(path);
	const name = Buffer.from(text).equals(path) ? { path: text } : { bytes: path.toString('base64') };
	return `${JSON.stringify({ ...name, uid, gid, mode: mode & 0o7777 })}\n`;
}

/** A file with a name outside could be any of this host's. */
function isElsewhereToo({ ino, nlink, ...stats }: TreeEntry['stats'], links: ReadonlyMap<number, number>): boolean {
	return (stats.mode & constants.S_IFMT) === constants.S_IFREG && nlink > 1 && links.get(ino) !== nlink;
}

function textOf(path: Buffer): string {
	return path.toString('utf8');
}
