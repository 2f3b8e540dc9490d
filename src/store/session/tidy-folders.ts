import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '../../base/log.ts';
import { timeInName } from '../files/time-name.ts';

const day = 86_400_000;

/** Parts of a session's folder that go when they are this old, milliseconds. Conversation, files and tools never go. */
const kinds: readonly {
	readonly folder: string;
	readonly pattern: RegExp;
	readonly ms: number;
	/** The time from which its age is counted, milliseconds since 1970; default: of its last change. */
	readonly since?: (path: string) => Promise<number>;
	readonly unless?: (path: string) => Promise<boolean>;
}[] = [
	{ folder: 'logs', pattern: /\.jsonl$/, ms: 30 * day },
	{ folder: 'forge', pattern: /\.json$/, ms: 30 * day, unless: isOpen },
	{ folder: 'histories', pattern: /\.json$/, ms: 365 * day, since: sinceNamed },
	// They are made of files that stay, and can be made again.
	{ folder: 'seen', pattern: /\.(?:png|jpg)$/, ms: 90 * day },
	// Whatever a crash has cut short is written again, or nobody's.
	...['.', 'state', 'histories', 'forge', 'memories'].map((folder) => ({
		folder,
		pattern: /^\..+\.tmp$/,
		ms: day,
	})),
	...['.', 'state', 'forge'].map((folder) => ({
		folder,
		pattern: /\.damaged-[\dTZ-]+$/,
		ms: 90 * day,
		since: sinceNamed,
	})),
];

/** Removes what is too old in one session's folder. What cannot be looked at is left alone. */
export async function tidyFolder(root: string, now: number): Promise<void> {
	for (const { folder, pattern, ms, since = sinceChange, unless } of kinds) {
		const names = await readdir(join(root, folder)).catch(() => []);
		for (const name of names.filter((one) => pattern.test(one))) {
			const path = join(root, folder, name);
			const isOld = await since(path).then(
				(time) => now - time > ms,
				() => false,
			);
			if (isOld && !(await unless?.(path))) await rm(path, { recursive: true, force: true });
		}
	}
}

async function sinceChange(path: string): Promise<number> {
	return (await stat(path)).mtimeMs;
}

/** A file that was set aside was last changed before that, maybe long before. */
async function sinceNamed(path: string): Promise<number> {
	return timeInName(basename(path)) ?? (await sinceChange(path));
}

/** A forge run that is not done with; one that cannot be read may be one. */
async function isOpen(path: string): Promise<boolean> {
	try {
		const { data } = z.object({ outcome: z.string() }).safeParse(JSON.parse(await readFile(path, 'utf8')));
		return data?.outcome === undefined || data.outcome === 'open';
	} catch {
		return true;
	}
}

export interface TidyFoldersOptions {
	readonly list: () => Promise<readonly string[]>;
	readonly rootOf: (session: string) => string;
	readonly now: () => number;
	readonly log: Logger;
	/** Between two sessions, milliseconds. */
	readonly everyMs?: number;
}

/** How often one session is looked at, milliseconds: a thousand of them take a day. */
const usualMs = 90_000;

/**
 * Tidies the sessions' folders, one after another, for as long as the process lives: all of them in an order of chance, so that none stays
 * untidy where each process lives for a part of a round only. Disposing ends it.
 */
export function keepFoldersTidy({ list, rootOf, now, log, everyMs = usualMs }: TidyFoldersOptions): Disposable {
	const left: string[] = [];
	const next = async (): Promise<void> => {
		if (left.length === 0) left.push(...(await list()));
		const [session] = left.splice(Math.floor(Math.random() * left.length), 1);
		if (session !== undefined) await tidyFolder(rootOf(session), now());
	};
	const warn = (error: unknown) => log.warn('A session cannot be tidied now', { err: error });
	const timer = setInterval(() => void next().catch(warn), everyMs).unref();
	return { [Symbol.dispose]: () => clearInterval(timer) };
}
