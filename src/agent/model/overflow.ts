import type { WireProblem } from './wire/wire-problem.ts';

// How servers say that a prompt is too long. Gathered from their sources and issue threads; there is no standard.
const phrases = [
	/context_length_exceeded|exceed_context_size_error|model_context_window_exceeded/,
	/prompt is too long|prompt too long/,
	/exceeds? the (model'?s? )?(available )?context (window|size|length)/,
	/input token count.{0,40}exceeds the maximum/,
	/maximum (prompt|context) length is \d/,
	/reduce the length of (the|your) (messages|prompt|input)/,
	/greater than the (model'?s? )?context length/,
	/context (window|length) exceeds limit/,
	/exceeded model token limit/,
	/too large for model with \d+ maximum context length/,
	/longer than the (model'?s? )?(maximum )?context/,
	/max_tokens must be at least 1, got -\d+/,
	/input is too long/,
];

/** Whether a refusal means that the conversation does not fit the model's context window. */
export function isOverflow({ status, said, all }: Extract<WireProblem, { kind: 'refusal' }>): boolean {
	// Cerebras answers with no body at all. Limits on tokens per minute use the same words, but are not an overflow.
	if ((status === 400 || status === 413) && said === '' && /^""\s*$/.test(all)) return true;
	if (status === 429 || status === 401 || status === 403) return false;
	const text = all.toLowerCase();
	return phrases.some((phrase) => phrase.test(text));
}
