import { userMessage } from '../../../base/errors.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { BudgetError } from '../../model/cost/purse.ts';
import type { Model, StructuredRequest } from '../../model/model.ts';
import { tokensOfText } from '../measure/tokens.ts';

/** The Summarizer, and how long it has for an answer. */
export interface Asking {
	readonly summarizer: Model;
	readonly seconds: number;
	readonly signal: AbortSignal;
}

/** A Summarizer that gave no usable answer, or a wrong one; `message` goes on from "as". */
export class NoSummaryError extends Error {
	override readonly name = 'NoSummaryError';
	/** Tokens of the request that failed, at a guess; 0 where none did. */
	readonly sent: number;

	constructor(message: string, { sent = 0, ...options }: ErrorOptions & { readonly sent?: number } = {}) {
		super(message, options);
		this.sent = sent;
	}
}

/**
 * One answer of the Summarizer. Rejects with the signal's reason at once when that fires, else with `NoSummaryError`, however it failed: its
 * connection is closed then. `BudgetError` where nobody pays for it.
 */
export async function askSummarizer<T>(
	request: StructuredRequest<T>,
	{ summarizer, seconds, signal }: Asking,
): Promise<T> {
	const deadline = AbortSignal.timeout(seconds * 1000);
	const either = AbortSignal.any([signal, deadline]);
	try {
		return (await raceAbort(summarizer.ask(request, either), either)).value;
	} catch (error) {
		signal.throwIfAborted();
		// No summary is made of a budget that is used up, and no answer either.
		if (error instanceof BudgetError) throw error;
		if (deadline.aborted)
			throw new NoSummaryError(`the Summarizer gave no answer within ${seconds} s (COMPACT_SECONDS)`, { cause: error });
		const sent = tokensOfText(request.system) + tokensOfText(request.prompt);
		throw new NoSummaryError(`the Summarizer failed: ${userMessage(error)}`, { cause: error, sent });
	}
}
