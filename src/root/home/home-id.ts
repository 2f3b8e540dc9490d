import { constants, type Stats } from 'node:fs';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, ProblemError } from '../../base/errors.ts';
import { parseChecked } from '../../store/files/parse-checked.ts';
import { homeSchema } from '../../store/home-lock.ts';

/** Bytes; it has a few dozen. */
const mostBytes = 4096;

/**
 * The id of a data folder, as the bot has written it: what stands there is not believed further than its form. Rejects with `CorruptFileError`, with
 * `ProblemError`, and with the system's error.
 */
export async function homeIdIn(home: string): Promise<string> {
	const path = join(home, 'home.json');
	await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	const stats = await file.stat();
	if (!stats.isFile() || stats.size > mostBytes)
		throw new ProblemError(`Cannot read "${path}": it is not what a start writes there`, 'Remove it, and start again');
	return parseChecked(homeSchema, await file.readFile('utf8'), { file: path }).id;
}

const holderSchema = z.object({ path: z.string(), dev: z.number(), ino: z.number() });

/**
 * Keeps, where only root writes, which data folder has the sandboxes of an id; `stateDir` is where these have their mounts. Rejects with `ProblemError`
 * where another folder has them: the bot of one could call itself by the id of another, and have that one's sandboxes cleared as its own.
 */
export async function claimId(home: string, stateDir: string): Promise<void> {
	await mkdir(join(stateDir, 'own'), { recursive: true, mode: 0o700 });
	const marker = join(stateDir, 'own', 'home');
	const { dev, ino } = await stat(home);
	const other = await holderIn(marker);
	if (other && (other.dev !== dev || other.ino !== ino) && isStill(other, await statOf(other.path)))
		throw new ProblemError(
			`Cannot have sandboxes on "${home}": it has the id of another data folder, "${other.path}"`,
			'Stop the one that runs there; if this one is a copy of it, remove its home.json before the next start',
		);
	await writeFile(marker, JSON.stringify({ path: home, dev, ino }), { mode: 0o600 });
}

type Holder = z.infer<typeof holderSchema>;

async function holderIn(marker: string): Promise<Holder | undefined> {
	const text = await readFile(marker, 'utf8').catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return 'null';
		throw error;
	});
	try {
		return holderSchema.safeParse(JSON.parse(text)).data;
	} catch {
		// A crash wrote half of it.
		return undefined;
	}
}

async function statOf(path: string): Promise<Stats | undefined> {
	return await stat(path).catch(() => undefined);
}

/** It may have been moved, or removed. */
function isStill({ dev, ino }: Holder, stats: Stats | undefined): boolean {
	return stats?.dev === dev && stats.ino === ino;
}
