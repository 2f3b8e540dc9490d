import { readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';

/** The share of the last ten seconds, in percent, in which some process waited for a processor: https://docs.kernel.org/accounting/psi.html */
const mostWaited = 40;

/** Whether this machine can do something now that nobody waits for. Never rejects. */
export async function isMachineCalm(): Promise<boolean> {
	const text = await readFile('/proc/pressure/cpu', 'utf8').catch(() => '');
	return isCalmBy(text, (loadavg()[0] ?? 0) / availableParallelism());
}

/** By the text of `/proc/pressure/cpu`, and where there is none by how many processes run for each processor. Pure. */
export function isCalmBy(pressure: string, load: number): boolean {
	const waited = /^some avg10=([\d.]+)/m.exec(pressure)?.[1];
	return waited === undefined ? load < 1 : Number(waited) < mostWaited;
}
