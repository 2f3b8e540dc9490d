import type { Sandbox, Sandboxes, SandboxHome } from '../../sandbox/sandbox.ts';

/** The session's sandbox as one turn sees it: not started before it is needed. */
export interface TurnSandbox {
	/** The running one, or a new one. Rejects as `Sandboxes.acquire` does. */
	acquire(signal: AbortSignal): Promise<Sandbox>;
	/** The one this turn used last, dead or alive. */
	last(): Sandbox | undefined;
}

export function createTurnSandbox(sandboxes: Sandboxes, home: SandboxHome): TurnSandbox {
	let last: Sandbox | undefined;
	return {
		acquire: async (signal) => {
			last = await sandboxes.acquire(home, signal);
			return last;
		},
		last: () => last,
	};
}
