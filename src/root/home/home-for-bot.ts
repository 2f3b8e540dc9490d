import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chown, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ProblemError } from '../../base/errors.ts';
import { makeHome } from '../../store/files/make-home.ts';
import type { BotUser } from '../bot-user.ts';
import { takeOver } from './take-over.ts';

export interface HomeOrder {
	/** The data folder, absolute. */
	readonly home: string;
	readonly user: BotUser;
	/** Whether it is made where it is missing, or only looked at. */
	readonly missing: 'make' | 'leave';
	/** The clone: no data folder holds it. */
	readonly program: string;
	/** Takes a line for people. */
	readonly say: (line: string) => void;
}

/** A folder of the system that somebody may have named by mistake; the bot's user must own none of them. */
const systemFolders =
	/^\/(?:|bin|boot|data|dev|etc|home|lib\w*|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|(?:home|run|usr|var)\/[^/]+)$/;

/** Names at the top of a data folder that an older version, or a crash, has left without its `home.json`. */
const ours =
	/^(?:sessions|catalogs|places|secrets|labs|pool|mcp|terminal|reserve|control\.sock|lock\.pid|(?:store|lock)\.db.*|threadsmith\.log.*|[\w-]+\.json(?:\..*)?)$/;

/** Told at the first, and again after so long, ms. */
const tellMs = 1_000;

/**
 * Sees to it that a data folder is the bot's user's: one that root owned is given to it, once, and one that is missing is made. Answers its path without
 * links; undefined where there is none. Rejects with `ProblemError` where it is another user's, and where giving it away would give away
 * more than it.
 */
export async function homeForBot(order: HomeOrder): Promise<string | undefined> {
	const { home, user, missing } = order;
	const owner = await ownerOf(home);
	if (owner === 'missing') {
		if (missing === 'leave') return undefined;
		await makeHome(home);
		await chown(home, user.uid, user.gid);
	} else if (owner === 0) await giveAway({ ...order, home: await realpath(home) });
	else if (owner !== user.uid) throw await othersProblem(home, owner);
	return await realpath(home);
}

async function ownerOf(home: string): Promise<number | 'missing'> {
	const stats = await stat(home).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	});
	if (stats && !stats.isDirectory())
		throw new ProblemError(`"${home}" is no folder`, 'Set THREADSMITH_HOME to a folder elsewhere');
	return stats?.uid ?? 'missing';
}

async function othersProblem(home: string, owner: number): Promise<ProblemError> {
	const rows = readFileSync('/etc/passwd', 'utf8').split('\n');
	const name = rows.find((row) => row.split(':')[2] === String(owner))?.split(':')[0] ?? `#${owner}`;
	return new ProblemError(
		`Cannot start as root on "${home}": it belongs to the user ${name}`,
		`Start it as that user: sudo --user ${name} ./threadsmith; or set THREADSMITH_HOME to another folder`,
	);
}

async function giveAway({ home, user, program, say }: HomeOrder): Promise<void> {
	const names = await readdir(home);
	if (names.length === 0) return await chown(home, user.uid, user.gid);
	const problem = problemOf(home, names, program) ?? heldProblem(home);
	if (problem) throw problem;
	const began = performance.now();
	let told = began;
	const { count, record, left } = takeOver(home, user, (soFar) => {
		if (performance.now() - told < tellMs) return;
		told = performance.now();
		say(`Giving the data folder to the user "${user.name}": ${soFar} files so far`);
	});
	say(
		`The data folder ${home} belongs to the user "${user.name}" from now on, as which the bot runs (${count} files and folders). Who owned them stands in ${record}; to take them back: node ${join(program, 'scripts', 'give-back.mjs')} ${record}`,
	);
	if (left.length > 0)
		say(`Of these files there are names outside of it; they stay root's: ${left.slice(0, 5).join(', ')}`);
}

/** Why a folder is not given away. Pure. */
export function problemOf(home: string, names: readonly string[], program: string): ProblemError | undefined {
	const mend = 'Set THREADSMITH_HOME to a folder that holds nothing else';
	if (`${program}/`.startsWith(`${home}/`) || (systemFolders.test(home) && home !== '/data'))
		return new ProblemError(
			`Cannot use "${home}" as the data folder: it would belong to the bot, with all in it`,
			mend,
		);
	const others = names.filter((name) => !ours.test(name));
	if (names.includes('home.json') || others.length === 0) return undefined;
	const named = others.slice(0, 3).map((name) => `"${name}"`);
	return new ProblemError(
		`Cannot use "${home}" as the data folder: it holds other things, such as ${named.join(', ')}`,
		mend,
	);
}

/** A process of an older version may run on it, as root, and would go on making files that are root's. */
function heldProblem(home: string): ProblemError | undefined {
	try {
		const pid = Number(readFileSync(join(home, 'lock.pid'), 'utf8'));
		const lock = join(realpathSync(home), 'lock.db');
		const open = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
		if (!open.includes(lock)) return undefined;
		const mend = `Stop it (kill ${pid}), then start again`;
		return new ProblemError(`Cannot start on "${home}": process ${pid} runs on it as root`, mend);
	} catch {
		// Nobody does.
		return undefined;
	}
}

function linkOf(path: string): string {
	try {
		return readlinkSync(path);
	} catch {
		return '';
	}
}
