import { ProblemError, userMessage } from '../../../base/errors.ts';
import { type LabOrder, labHome } from '../../../sandbox/lab-home.ts';
import type { PackageLock, Sandbox, Sandboxes } from '../../../sandbox/sandbox.ts';
import type { ToolContext } from '../../tool.ts';
import type { Refused } from '../verdict.ts';

/** A sandbox for drafts alone, while one order is worked on. Disposing ends it, in the background, and with it all that they have left. */
export interface Lab extends Disposable {
	/** The one there is, or a new one: made when it is first needed, and after a draft has taken it down. Rejects as `Sandboxes.acquire` does. */
	sandbox(signal: AbortSignal): Promise<Sandbox>;
}

/** Makes labs. In none of them is anything of a session, of another order, or of an earlier lab. */
export interface Labs {
	open(order: LabOrder): Lab;
}

/** `diskBytes`: of each one's disk, as large as a session's. */
export function createLabs(sandboxes: Pick<Sandboxes, 'acquire' | 'end'>, diskBytes: number): Labs {
	return {
		open(order) {
			const home = labHome(diskBytes, order);
			let isMade = false;
			return {
				sandbox(signal) {
					isMade = true;
					return sandboxes.acquire(home, signal);
				},
				[Symbol.dispose]() {
					// Nobody waits for it, and what it cannot end it logs itself.
					if (isMade) sandboxes.end(home.session).catch(() => {});
				},
			};
		},
	};
}

/**
 * Readies a lab for code with these packages; why it cannot be tried, where that is so: nothing is tried in a session's own sandbox
 * instead. Rejects with the signal's reason, and where the machine is broken.
 */
export async function prepareLab(
	lab: Lab,
	lock: Pick<PackageLock, 'text'> | undefined,
	{ signal, output }: Pick<ToolContext, 'signal' | 'output'>,
): Promise<Refused | undefined> {
	try {
		const { packages } = await lab.sandbox(signal);
		if (lock === undefined) return undefined;
		const installed = await packages.install(lock.text, { signal, onOutput: output });
		return installed.kind === 'refused' ? refused(`its packages cannot be installed: ${installed.reason}`) : undefined;
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof ProblemError) return refused(userMessage(error));
		throw error;
	}
}

function refused(why: string): Refused {
	const feedback = `It could not be tested, for which it needs a sandbox of its own: ${why}`;
	return { kind: 'refused', class: 'sandbox', feedback, hopeless: feedback };
}
