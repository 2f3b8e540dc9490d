import type { ToolContext } from '../../tool.ts';
import type { ForgeDeps } from '../forge-deps.ts';
import { disputedRuns } from './disputes.ts';

/**
 * Settles at the end of a turn what its Brain was asked of forging and has not answered: the tests in question are dropped, and what passes the
 * rest becomes a tool. It rejects with the signal's reason, and when the machine is broken; what is left then is settled with the next turn or order.
 */
export function settleLeft(deps: ForgeDeps): (context: ToolContext) => Promise<void> {
	return async (context) => {
		if ((await disputedRuns(context.session.folder)).length === 0) return;
		const { settleDisputes } = await import('./continue-run.ts');
		await settleDisputes(undefined, { deps, context });
	};
}
