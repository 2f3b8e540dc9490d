import { join } from 'node:path';
import { ProblemError } from '../../base/errors.ts';
import { isBusy } from '../../store/embedded/sqlite-problem.ts';
import { type HomeLock, lockHome } from '../../store/home-lock.ts';

/** Servers on one data folder at once, at most. */
const most = 32;

/**
 * A folder for one server, `<home>/mcp/<n>`: the first that no other process holds, so that servers run beside the bot and each other, and left-overs of
 * a killed one are cleared by the next. Rejects with a `ProblemError` when all are held, and as `lockHome` does.
 */
export async function lockFreeHome(home: string): Promise<HomeLock & AsyncDisposable> {
	for (let number = 1; number <= most; number++) {
		const held = await lockHome(join(home, 'mcp', String(number))).catch(undefinedIfHeld);
		if (held !== undefined) return held;
	}
	throw new ProblemError(`Cannot serve tools: ${most} servers are running on "${home}" already`, 'End some of them');
}

function undefinedIfHeld(error: unknown): undefined {
	if (error instanceof ProblemError && isBusy(error.cause)) return undefined;
	throw error;
}
