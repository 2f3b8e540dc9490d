import { endProcesses } from './end-processes.ts';
import { listProcesses } from './process-list.ts';
import { forge } from './users.ts';

/** Ends everything that runs as `forge`. Resolves with how many processes could not be ended. */
export async function endForge(): Promise<number> {
	const { left } = await endProcesses(() => listProcesses(new Set([forge.uid])));
	return left;
}
