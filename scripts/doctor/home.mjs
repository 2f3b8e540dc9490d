import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { freeSpace, nearestFolder } from '../base/free-space.mjs';
import { setting } from '../base/paths.mjs';

/** Room for sessions with some files (bytes). */
const neededSpace = 1e9;

/** Where the service keeps its data: as `src/config/config.ts` has it. */
export const dataFolder = () =>
	resolve(
		setting('THREADSMITH_HOME') ?? join(setting('XDG_DATA_HOME') ?? join(homedir(), '.local/share'), 'threadsmith'),
	);

/** The data folder: whether we can write there, whether it is free, and whether there is room. */
export const homeRows = (home = dataFolder()) => {
	const folder = folderRow(home);
	const holder = holderRow(home);
	return [folder, holder, spaceRow('room for data', home, neededSpace)];
};

const folderRow = (home) => {
	const reason = whyNotWritable(home);
	if (reason === undefined) return { name: 'data folder', value: home, met: true };
	return {
		name: 'data folder',
		value: `${home} cannot be written to: ${reason}`,
		met: false,
		mend: 'Mend that, or set THREADSMITH_HOME to another folder',
	};
};

const whyNotWritable = (home) => {
	const folder = nearestFolder(home);
	try {
		if (!statSync(folder).isDirectory()) return `"${folder}" is not a directory`;
		// Asking alone does not see a read-only mount, or /proc, where we are root. The folder itself is not made.
		if (folder !== home) return void rmdirSync(mkdtempSync(join(folder, '.threadsmith-doctor-')));
		const trial = join(home, `.doctor-${process.pid}`);
		writeFileSync(trial, '');
		rmSync(trial);
		return undefined;
	} catch (error) {
		return error.message;
	}
};

const holderRow = (home) => {
	const pid = holderOf(home);
	const name = 'data folder is free';
	if (pid === undefined) return { name, value: 'no process runs on it', met: true };
	if (pid === unknown) return { name, value: 'not checked: this user may not look into it' };
	return {
		name,
		value: `process ${pid} runs on it`,
		met: false,
		mend: `Use that one, stop it (kill ${pid}), or set THREADSMITH_HOME to another folder`,
	};
};

/** Somebody may have it, or nobody. */
const unknown = 'unknown';

/**
 * The process that has the data folder, or undefined. The pid beside the lock outlives a process that was killed, and
 * may be another's by now: the lock counts only in the hands of who has its file open.
 */
export const holderOf = (home) => {
	try {
		const pid = Number(readFileSync(join(home, 'lock.pid'), 'utf8'));
		if (!(pid > 0)) return undefined;
		return openFiles(pid).includes(join(realpathSync(home), 'lock.db')) ? pid : undefined;
	} catch (error) {
		return error.code === 'EACCES' || error.code === 'EPERM' ? unknown : undefined;
	}
};

const openFiles = (pid) =>
	readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
		try {
			return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
		} catch {
			// Closed since.
			return [];
		}
	});

/** Whether `least` bytes are free where `path` is or would be made. */
export const spaceRow = (name, path, least) => {
	const free = freeSpace(path);
	if (!Number.isFinite(free)) return { name, value: 'not checked: this Node cannot tell' };
	const row = { name, value: Math.floor(free / 1e8) / 10, unit: 'GB' };
	if (free >= least) return { ...row, met: true };
	return { ...row, met: false, mend: `Make room on "${nearestFolder(path)}": ${least / 1e9} GB are needed` };
};
