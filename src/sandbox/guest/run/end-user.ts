import { endProcesses } from './end-processes.ts';
import { listProcesses } from './process-list.ts';
import type { User } from './users.ts';

/** Ends everything that runs as a user. Resolves with how many processes could not be ended. */
export async function endUser(user: User): Promise<number> {
	const { left } = await endProcesses(() => listProcesses(new Set([user.uid])));
	return left;
}
