import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '../log.ts';

const day = 86_400_000;

/** What goes of a session's folder when it is this old, milliseconds. Conversation, files and tools never go. */
const kinds: readonly {
	readonly folder: string;
	readonly pattern: RegExp;
	readonly ms: number;
	readonly unless?: (path: string) => Promise<boolean>;
}[] = [
	{ folder: 'logs', pattern: /\.jsonl$/, ms: 30 * day },
	{ folder: 'forge', pattern: /\.json$/, ms: 30 * day, unless: isOpen },
	{ folder: 'histories', pattern: /\.json$/, ms: 365 * day },
	...['.', 'state', 'forge'].map((folder) => ({ folder, pattern: /\.damaged-[\dTZ-]+$/, ms: 90 * day })),
];

/** Removes what is too old in one session's folder. What cannot be looked at is left alone. */
export async function tidyFolder(root: string, now: number): Promise<void> {
	for (const { folder, pattern, ms, unless } of kinds) {
		const names = await readdir(join(root, folder)).catch(() => []);
		for (const name of names.filter((one) => pattern.test(one))) {
			const path = join(root, folder, name);
			const isOld = await stat(path).then(
				({ mtimeMs }) => now - mtimeMs > ms,
				() => false,
			);
			if (isOld && !(await unless?.(path))) await rm(path, { recursive: true, force: true });
		}
	}
}

/** An order that is not done with; one that cannot be read may be one. */
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
}

/** How often one session is looked at, milliseconds: a thousand of them take a day. */
const everyMs = 90_000;

/** Tidies the sessions' folders, one after another, for as long as the process lives. Disposing ends it. */
export function keepFoldersTidy({ list, rootOf, now, log }: TidyFoldersOptions): Disposable {
	let left: string[] = [];
	const next = async (): Promise<void> => {
		if (left.length === 0) left = [...(await list())];
		const session = left.pop();
		if (session !== undefined) await tidyFolder(rootOf(session), now());
	};
	const warn = (error: unknown) => log.warn('A session cannot be tidied now', { err: error });
	const timer = setInterval(() => void next().catch(warn), everyMs).unref();
	return { [Symbol.dispose]: () => clearInterval(timer) };
}
