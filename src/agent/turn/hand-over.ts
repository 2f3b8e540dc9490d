import type { AgentEvent } from '../../chat/events.ts';
import { refusalText } from '../session/history.ts';
import { record, stepsOf, type TurnScope } from './scope.ts';

/**
 * Ends what the turn left running in the sandbox and hands over new and changed files of `/outputs`. Does nothing for a turn
 * without tool calls. Rejects as `Sandboxes.acquire` does.
 */
export async function* handOver(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { session, sandbox, signal, turn } = scope;
	const steps = stepsOf(scope);
	if (!steps.some((step) => step.type === 'tool-started') || steps.at(-1)?.type === 'collected') return;
	const current = await sandbox.acquire(signal);
	await current.sweep();
	const { artifacts, refused: all } = await current.collect(session.history().artifacts, signal);
	const refused = all.filter((file) => !session.history().refused.has(refusalText(file)));
	if (artifacts.length + refused.length === 0) return;
	yield* record(scope, { turn, type: 'collected', artifacts: [...artifacts], refused });
}
