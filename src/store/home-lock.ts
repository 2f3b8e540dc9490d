import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { codeOf, ProblemError } from '../base/errors.ts';
import { kept } from '../base/kept.ts';
import { type Database, openDatabase } from './embedded/database.ts';
import { isBusy } from './embedded/sqlite-problem.ts';
import { makeHome } from './files/make-home.ts';
import { parseChecked } from './files/parse-checked.ts';
import { writeAtomically } from './files/write-atomically.ts';

/** The right to run the turns of one data folder. */
export interface HomeLock {
	/** The data folder, absolute. */
	readonly home: string;
	/** The data folder's own id, the same for ever: 16 hexadecimal digits. Containers and mounts carry it. */
	readonly homeId: string;
}

/** `home.json` as it is written. */
export const homeSchema = kept({ version: z.literal(1), id: z.string().regex(/^[0-9a-f]{16}$/) });

/**
 * Takes the data folder for this process, made with mode 0700 when missing. The kernel gives it back when the process ends, however it
 * ends; disposing gives it back earlier. Rejects with a `ProblemError` that names the process that has it, and with `CorruptFileError`
 * when `home.json` was damaged.
 */
export async function lockHome(path: string): Promise<HomeLock & AsyncDisposable> {
	const home = resolve(path);
	await makeHome(home);
	const pidFile = join(home, 'lock.pid');
	const held = await lockFile(home, pidFile);
	try {
		// It only names us to others: on a full disk they are told less.
		await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 }).catch(() => undefined);
		return {
			home,
			homeId: await homeId(join(home, 'home.json')),
			async [Symbol.asyncDispose]() {
				// First the pid: after the lock is free, the file may be another process's. A disk that turned read-only keeps it.
				await rm(pidFile, { force: true }).catch(() => undefined);
				held.close();
			},
		};
	} catch (error) {
		held.close();
		throw error;
	}
}

/** An exclusive transaction that is never ended: SQLite locks the file with `fcntl`, which dies with the process and is not inherited by children. */
async function lockFile(home: string, pidFile: string): Promise<Database> {
	const database = openDatabase(join(home, 'lock.db'), { wait: 0 });
	try {
		database.exec('BEGIN EXCLUSIVE');
		return database;
	} catch (error) {
		database.close();
		throw isBusy(error) ? await takenProblem(home, pidFile, error) : error;
	}
}

async function takenProblem(home: string, pidFile: string, cause: unknown): Promise<ProblemError> {
	const pid = await holderOf(pidFile);
	const who = pid ? `process ${pid}` : 'another process';
	const mend = `Use the one that is running, stop it${pid ? ` (kill ${pid})` : ''}, or set THREADSMITH_HOME to another folder`;
	return new ProblemError(`Cannot start on "${home}": ${who} is running on it`, mend, { cause });
}

/** The pid beside the lock. One that is not there yet, or is of an earlier holder, is waited for a moment: the lock comes before the pid. */
async function holderOf(pidFile: string): Promise<number | undefined> {
	for (let tries = 0; tries < 50; tries++) {
		const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
		if (pid > 0 && isAlive(pid)) return pid;
		await delay(10);
	}
	return undefined;
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}

async function homeId(path: string): Promise<string> {
	const text = await readFile(path, 'utf8').catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	});
	if (text !== undefined) return parseChecked(homeSchema, text, { file: path }).id;
	const id = randomBytes(8).toString('hex');
	await writeAtomically(path, `${JSON.stringify({ version: 1, id })}\n`);
	return id;
}
