import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostContainer } from './podman-cli.ts';

const megabyte = 1e6;

/** A process' resident memory, MB. */
export type Resident = () => Promise<number>;

/** Of this process. */
export const ownMemory: Resident = async () => process.memoryUsage.rss() / megabyte;

/** Of the guest of a container: what its init has started first. */
export async function guestMemory({ pid }: HostContainer): Promise<Resident> {
	const [guest] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ');
	return async () => {
		const status = await readFile(`/proc/${guest}/status`, 'utf8');
		return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / megabyte;
	};
}

/** In ms. */
const between = 20;

/** The most of each while `work` goes on. */
export async function peaksDuring(work: () => Promise<unknown>, all: readonly Resident[]): Promise<readonly number[]> {
	const peaks = await Promise.all(all.map((one) => one()));
	const look = async () => {
		for (const [index, one] of all.entries()) peaks[index] = Math.max(peaks[index] ?? 0, await one());
	};
	const until = new AbortController();
	const looking = (async () => {
		while (!until.signal.aborted) {
			await look();
			await delay(between);
		}
	})();
	try {
		await work();
	} finally {
		until.abort();
		await looking;
	}
	await look();
	return peaks;
}
