import { chown, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProblemError } from '../../base/errors.ts';
import type { Environment } from '../../config/environment.ts';
import type { BotUser } from '../bot-user.ts';
import { mayRead, maySearch, waysTo } from './closed-folders.ts';
import type { Shown } from './view.ts';

/** Where the launcher keeps compiled code for root, below the clone, and where the bot keeps its own: what the bot writes is never run by root. */
const rootsCache = ['build', 'compile-cache'];
const botsCache = ['build', 'compile-cache-bot'];

/** Variables that name files of certificates, and folders of them. */
const certificateFiles = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
const certificateFolders = ['SSL_CERT_DIR'];

/** All that the bot needs of this host besides its data, and the environment that it is started with. */
export interface Ground {
	readonly shown: readonly Shown[];
	readonly env: Environment;
}

/** Rejects with `ProblemError` where the user may not read the program. */
export async function groundOf(program: string, given: Environment, user: BotUser): Promise<Ground> {
	await needReadable(program, user);
	const cache =
		given['NODE_COMPILE_CACHE'] === join(program, ...rootsCache) ? await ownCache(program, user) : undefined;
	const env = cache === undefined ? given : { ...given, NODE_COMPILE_CACHE: cache };
	const node = dirname(process.execPath);
	const certificates = [
		...(await existing(
			certificateFiles.map((name) => given[name]),
			'file',
		)),
		...(await existing(
			certificateFolders.map((name) => given[name]),
			'folder',
		)),
	];
	const shown: readonly Shown[] = [
		{ path: program, kind: 'folder', rights: 'read' },
		...(cache === undefined ? [] : [{ path: cache, kind: 'folder', rights: 'write' } as const]),
		...[{ path: node, kind: 'folder', rights: 'read' } as const, ...certificates].filter(
			({ path }) => !path.startsWith(`${program}/`),
		),
	];
	return { shown, env };
}

/** Undefined where none can be made: then nothing is kept. */
async function ownCache(program: string, { uid, gid }: BotUser): Promise<string | undefined> {
	const path = join(program, ...botsCache);
	try {
		await mkdir(path, { mode: 0o700 }).then(
			() => chown(path, uid, gid),
			() => undefined,
		);
		return (await stat(path)).uid === uid ? path : undefined;
	} catch {
		return undefined;
	}
}

async function existing(paths: readonly (string | undefined)[], kind: Shown['kind']): Promise<readonly Shown[]> {
	const real = await Promise.all(paths.map((path) => (path ? realpath(path).catch(() => undefined) : undefined)));
	return real.filter((path) => path !== undefined).map((path) => ({ path, kind, rights: 'read' }));
}

/** A clone that was made under a closed umask is its maker's alone. */
async function needReadable(program: string, user: BotUser): Promise<void> {
	const files = ['src/main.ts', 'node_modules/zod/package.json', 'package.json'].map((name) => join(program, name));
	const folders = [
		...new Set(files.flatMap((file) => waysTo(file).filter((way) => `${way}/`.startsWith(`${program}/`)))),
	];
	const closed = await Promise.all([
		...folders.map(async (path) => !maySearch(await stat(path), user)),
		...files.map(async (path) => !mayRead(await stat(path), user)),
	]);
	if (!closed.includes(true)) return;
	throw new ProblemError(
		`Cannot start the bot as the user "${user.name}": it may not read the program in ${program}`,
		`Run: chmod go+rx ${program}; cd ${program} && chmod -R go+rX package.json src node_modules scripts build`,
	);
}
