import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where distributions put libfaketime (https://packages.debian.org/libfaketime). */
const usual = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((arch) => `/usr/lib/${arch}/faketime/libfaketime.so.1`);

/** A clock of the bot's that can be set. */
export interface FakeClock {
	/** The bot's environment. */
	readonly settings: Readonly<Record<string, string>>;
	/** Sets it apart from the machine's, in seconds. */
	step(seconds: number): Promise<void>;
}

/** `library`: libfaketime, where it is not at its usual place. Undefined where there is none. */
export async function findClock(folder: string, library?: string): Promise<FakeClock | undefined> {
	const candidates = library === undefined ? usual : [library];
	const there = await Promise.all(
		candidates.map((path) =>
			access(path).then(
				() => [path],
				() => [],
			),
		),
	);
	const [found] = there.flat();
	if (found === undefined) return undefined;
	const file = join(folder, 'clock');
	const step = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}`);
	await step(0);
	// Its monotonic clock goes on as it does when somebody sets a machine's clock
	const more = { FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
	return { settings: { LD_PRELOAD: found, FAKETIME_TIMESTAMP_FILE: file, ...more }, step };
}
