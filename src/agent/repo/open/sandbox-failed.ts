import { isOfMachine, messageOf, ProblemError } from '../../../base/errors.ts';
import type { NotDone } from '../../../git/git.ts';
import type { ProcessOrder, SandboxProcess } from '../../../sandbox/opened-process.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';

/** A sandbox that died, or ran nothing, under what was done in it: that is data. Rethrows what a person must mend, and the signal's reason. */
export function sandboxFailed(error: unknown, signal: AbortSignal): NotDone {
	signal.throwIfAborted();
	if (error instanceof ProblemError || isOfMachine(error)) throw error;
	return { kind: 'refused', why: messageOf(error) };
}

/** A process of a sandbox; that it cannot be started is data. */
export async function openIn(
	sandbox: Pick<Sandbox, 'open'>,
	order: ProcessOrder,
	signal: AbortSignal,
): Promise<SandboxProcess | NotDone> {
	try {
		return await sandbox.open(order, signal);
	} catch (error) {
		return sandboxFailed(error, signal);
	}
}
