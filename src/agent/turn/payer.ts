import type { Payer } from '../budget/scopes.ts';
import { type TurnScope, whoseTurn } from './scope.ts';

/** Whose message a turn took last pays for it; what goes on when the turn has ended is paid as its last call was. */
export function payerOf(scope: Pick<TurnScope, 'session' | 'turn'>): () => Payer {
	let last: Payer | undefined;
	return () => {
		const { open } = scope.session.history();
		if (!last || open?.id === scope.turn) last = { session: scope.session.id, ...whoseTurn(scope) };
		return last;
	};
}
