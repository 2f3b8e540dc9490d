import { totalmem } from 'node:os';
import type { Config } from '../config/config.ts';
import { memoryToBegin, mostSandboxes, mostTurns } from '../process/lines.ts';
import type { Finding } from './finding.ts';

/** How much runs at once on this machine, and what holds it back. `usual`: how many sandboxes stand ready where the settings say nothing. */
export function checkPlaces({ settings }: Pick<Config, 'settings'>, usual: number, memory = totalmem()): Finding {
	const most = mostSandboxes(settings);
	const fit = Math.max(1, Math.floor(memory / memoryToBegin(settings)));
	const held = fit < most ? `, of which this machine's memory lets about ${fit} begin` : '';
	const ready = settings.SANDBOX_POOL ?? usual;
	const value = `${mostTurns(settings)} turns and ${most} sandboxes${held}; ${ready} ready for new threads`;
	return { name: 'at once', value, met: true };
}
