import type { Model, StructuredRequest } from '../../src/agent/model/model.ts';
import { raceAbort } from '../../src/base/race-abort.ts';

/** An answer to a request of this name, or how it fails; a promise that never settles hangs. */
export type SummarizerAnswer = (prompt: string, nth: number) => unknown;

export interface ScriptedSummarizer extends Model {
	/** Requests so far, by their names. */
	readonly asked: readonly StructuredRequest<unknown>[];
}

export const emptySections = {
	goal: 'Sum up the year',
	constraints: [],
	done: [],
	open: [],
	decisions: [],
	files: [],
	tools: [],
	errors: [],
	exact: [],
	next: 'Go on',
};

/** A Summarizer in the process; what it is not told to answer otherwise is short and true. */
export function scriptedSummarizer(answers: Readonly<Record<string, SummarizerAnswer>> = {}): ScriptedSummarizer {
	const asked: StructuredRequest<unknown>[] = [];
	const usual: Readonly<Record<string, SummarizerAnswer>> = {
		facts: () => ({ facts: [] }),
		sections: () => emptySections,
		probe: () => ({ missing: [] }),
	};
	return {
		name: 'summarizer',
		asked,
		// biome-ignore lint/correctness/useYield: it never talks
		async *reply() {
			throw new Error('It is asked for values only');
		},
		ask: async (request, signal) => {
			asked.push(request);
			const nth = asked.filter(({ name }) => name === request.name).length;
			const answer = answers[request.name] ?? usual[request.name];
			const value = await raceAbort(Promise.resolve(answer?.(request.prompt, nth)), signal);
			return { value: request.schema.parse(value), usage: { inputTokens: 100, outputTokens: 10 } };
		},
	};
}
