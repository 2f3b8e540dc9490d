import { CorruptFileError, ProblemError } from '../../../base/errors.ts';
import { countingTokens } from '../../model/spending.ts';
import type { TurnParts } from '../scope.ts';
import type { TurnEvent } from '../turn-events.ts';
import type { CallScope } from './run-calls.ts';

/** Ends what the turn's calls have left open with the Brain, before the turn ends; a file that a person must mend fails no turn that has its answer. */
export async function* settleCalls(
	{ turn, tools, started, session, context, whose, spend }: CallScope,
	settle: NonNullable<TurnParts['settle']>,
): AsyncGenerator<TurnEvent> {
	const makers = [...tools.values()].filter(({ touches }) => touches === 'makes-tools').map(({ spec }) => spec.name);
	const calls = session.history().messages.flatMap((one) => (one.role === 'assistant' ? one.calls : []));
	if (!calls.some(({ id, name }) => started.has(id) && makers.includes(name))) return;
	const call = { id: turn, ...whose, answer: undefined };
	try {
		await countingTokens(spend, () => settle({ ...context, call, output: () => {} }));
	} catch (error) {
		if (!(error instanceof ProblemError || error instanceof CorruptFileError)) throw error;
		yield { type: 'trace', entry: { event: 'not-settled', turn, reason: error.message } };
	}
}
