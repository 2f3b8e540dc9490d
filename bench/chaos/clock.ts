import { execFile } from 'node:child_process';
import { access, chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where distributions put libfaketime (https://packages.debian.org/libfaketime). */
const usual = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((arch) => `/usr/lib/${arch}/faketime/libfaketime.so.1`);

/** A clock of the bot's that can be set. Disposing removes its files, not what reads them. */
export interface FakeClock extends AsyncDisposable {
	/** The bot's environment. */
	readonly settings: Readonly<Record<string, string>>;
	/** Sets it apart from the machine's, in seconds. */
	step(seconds: number): Promise<void>;
}

/**
 * `library`: libfaketime, where it is not at its usual place. Where it is not installed, the distribution's package is unpacked into a folder that
 * the bot's user may read. Undefined where it cannot be had.
 */
export async function findClock(library?: string): Promise<FakeClock | undefined> {
	const folder = await mkdtemp(join(tmpdir(), 'threadsmith-clock-'));
	await chmod(folder, 0o755);
	const remove = () => rm(folder, { recursive: true, force: true });
	const found = (await firstOf(library === undefined ? usual : [library])) ?? (await fetchLibrary(folder));
	if (found !== undefined) return await clockOf(found, join(folder, 'clock'), remove);
	await remove();
	return undefined;
}

async function clockOf(found: string, file: string, remove: () => Promise<void>): Promise<FakeClock> {
	const step = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}`);
	await step(0);
	// Its monotonic clock goes on as it does when somebody sets a machine's clock
	const more = { FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
	const settings = { LD_PRELOAD: found, FAKETIME_TIMESTAMP_FILE: file, ...more };
	return { settings, step, [Symbol.asyncDispose]: remove };
}

async function firstOf(paths: readonly string[]): Promise<string | undefined> {
	const there = await Promise.all(
		paths.map((path) =>
			access(path).then(
				() => [path],
				() => [],
			),
		),
	);
	return there.flat()[0];
}

/** A package of 40 KB, ms. */
const fetchMs = 60_000;

/** By apt-get(8) and dpkg-deb(1), without installing it. */
async function fetchLibrary(folder: string): Promise<string | undefined> {
	const run = (file: string, ...args: string[]) => promisify(execFile)(file, args, { cwd: folder, timeout: fetchMs });
	try {
		await run('apt-get', '-o', 'APT::Sandbox::User=root', 'download', 'libfaketime');
		const [archive = ''] = await readdir(folder);
		await run('dpkg-deb', '--extract', archive, '.');
	} catch {
		return undefined;
	}
	return await firstOf(usual.map((path) => join(folder, path)));
}
