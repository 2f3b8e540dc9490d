import type { Sandboxes } from '../sandbox/sandbox.ts';
import { piecesPaidFrom } from './model/cost/purse.ts';
import { brainOf } from './session/choices/brain-choice.ts';
import type { Session } from './session/session.ts';
import { payerOf } from './turn/payer.ts';
import { runTurn } from './turn/run-turn.ts';
import type { TurnParts } from './turn/scope.ts';
import type { TurnEvent } from './turn/turn-events.ts';
import { createTurnSandbox } from './turn/turn-sandbox.ts';

/** Runs turns. It has no state of its own: that is the session's. */
export interface Agent {
	/**
	 * Runs the session's open turn: from its message, or from wherever its journal ends, to `turn-ended`. See `AgentEvent` for the order of its
	 * events, and `TurnTrace` for what stands between them. It is run once, however many read along: `broadcast()` gives each its own pace.
	 * Rejects with the signal's reason when that is neither a `StopRequest` nor a `CrashLoopError`, when the journal cannot be
	 * written, and when the machine lacks what it takes for now; the turn stays open then.
	 * `steer` is called before each model call, to journal messages that are to reach it.
	 */
	run(session: Session, signal: AbortSignal, steer: () => Promise<void>): AsyncGenerator<TurnEvent>;
}

export interface AgentSandboxes {
	readonly sandboxes: Sandboxes;
	/** The size of each session's disk. */
	readonly diskBytes: number;
}

export function createAgent(parts: TurnParts, { sandboxes, diskBytes }: AgentSandboxes): Agent {
	return {
		async *run(session, signal, steer) {
			const open = session.history().open;
			if (!open) throw new Error(`Cannot run session "${session.id}": no turn is open`);
			const sandbox = createTurnSandbox(sandboxes, {
				session: session.id,
				diskBytes,
				trees: session.folder.files.trees,
			});
			const brain = await brainOf(session.folder, parts.models);
			const scope = { turn: open.id, parts, session, brain, sandbox, signal, steer };
			const purse = parts.budgets?.purseOf(payerOf(scope));
			yield* purse ? piecesPaidFrom(purse, runTurn(scope)) : runTurn(scope);
		},
	};
}
