import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { runProgram } from './run-program.ts';

/** The process that watches a container: conmon(8). */
interface Monitor {
	readonly pid: number;
	/** The container's name and id, and the runtime that made it. */
	readonly name: string;
	readonly id: string;
	readonly runtime: string;
}

const endMs = 10_000;

/**
 * Ends containers that Podman has forgotten, of the service with this folder and with names that are meant: where the service is killed between
 * making one and starting it, it removes that later as one that was never made, and what the runtime has made waits for its start for ever. Whoever
 * calls knows that Podman has none of that name any more. Never rejects.
 */
export async function endForgotten(
	service: string,
	isMeant: (name: string) => boolean | Promise<boolean>,
	log: Logger,
): Promise<void> {
	for (const monitor of await monitorsOf(service)) {
		if (!(await isMeant(monitor.name))) continue;
		log.warn('A container that Podman has forgotten is ended', { name: monitor.name });
		await end(monitor).catch((error: unknown) => {
			log.warn('A forgotten container cannot be ended', { name: monitor.name, why: messageOf(error) });
		});
	}
}

async function end({ pid, id, runtime }: Monitor): Promise<void> {
	await runProgram(runtime, ['delete', '--force', id], AbortSignal.timeout(endMs));
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It went with its container
	}
}

/** Those that a service with this folder has started. */
async function monitorsOf(service: string): Promise<readonly Monitor[]> {
	const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(pids.map((pid) => monitorAt(pid, service).catch(() => undefined)));
	return found.filter((one) => one !== undefined);
}

/** Rejects for a process that has ended meanwhile. */
async function monitorAt(pid: string, service: string): Promise<Monitor | undefined> {
	const words = (await readFile(`/proc/${pid}/cmdline`, 'latin1')).split('\0');
	if (basename(words[0] ?? '') !== 'conmon') return undefined;
	// Whoever is in a sandbox may call itself what it likes, but has other ids
	if ((await stat(`/proc/${pid}`)).uid !== process.getuid?.()) return undefined;
	const variables = (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0');
	if (!variables.includes(`CONTAINERS_CONF=${join(service, 'containers.conf')}`)) return undefined;
	const after = (word: string) => words[words.indexOf(word) + 1] ?? '';
	return { pid: Number(pid), name: after('-n'), id: after('-c'), runtime: after('-r') };
}
