import { ModelError } from '../../../base/errors.ts';
import type { Usage } from '../../../chat/usage.ts';
import type { Model } from '../../model/model.ts';
import type { ForgeRun } from '../run/forge-run.ts';
import { failedTries, type Try } from '../run/tries.ts';
import { specOf } from '../spec/gate.ts';
import { createValidator } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';
import { askCode, isFresh, samplingOf } from './ask-code.ts';
import { askTests } from './ask-tests.ts';
import type { ToolCase } from './cases.ts';

/**
 * The run with one more try of the Coder. Tests are asked for with the first code, by a request of their own that sees none, and anew
 * with the last: a wrong test must not doom them all. Rejects with `ModelError` when the Coder cannot be asked.
 */
export async function writeTry(coder: Model, run: ForgeRun, signal: AbortSignal): Promise<ForgeRun> {
	const spec = specOf(run.spec);
	const failed = failedTries(run);
	const isAsked = run.tests === undefined || isFresh(failed.length);
	const [code, tests] = await Promise.all([
		orBadAnswer(askCode(coder, { spec, failed, languages: run.languages }, signal)),
		isAsked ? testsOf(coder, spec, failed.length, signal) : undefined,
	]);
	const usage = sum([code?.usage, tests?.usage]);
	const made: Try = {
		seed: samplingOf(failed.length).seed,
		at: new Date().toISOString(),
		...(usage && { usage }),
		...(code ? { draft: code.draft } : { refused: noAnswer }),
	};
	return { ...run, ...(tests && { tests: [...tests.tests] }), tries: [...run.tries, made] };
}

const noAnswer = { class: 'answer', feedback: 'The answer was not the JSON that was asked for.' } as const;

/** The spec's own tests, and those that the Coder made of it; without a usable answer the spec's alone. */
async function testsOf(coder: Model, spec: ForgeSpec, triesBefore: number, signal: AbortSignal) {
	const checkInput = await createValidator(spec.input);
	const made = await orBadAnswer(askTests(coder, { spec, checkInput, ...samplingOf(triesBefore) }, signal));
	const tests: readonly ToolCase[] = [...specCases(spec), ...(made?.tests ?? [])];
	return { tests, usage: made?.usage };
}

/** Undefined for an answer that cannot be used, after the model layer has asked for it twice. */
async function orBadAnswer<T>(asked: Promise<T>): Promise<T | undefined> {
	try {
		return await asked;
	} catch (error) {
		if (error instanceof ModelError && error.failure === 'bad-answer') return undefined;
		throw error;
	}
}

function sum(usages: readonly (Usage | undefined)[]): Usage | undefined {
	const known = usages.filter((usage) => usage !== undefined);
	if (known.length === 0) return undefined;
	const total = (key: 'inputTokens' | 'outputTokens'): number => known.reduce((all, usage) => all + usage[key], 0);
	return { inputTokens: total('inputTokens'), outputTokens: total('outputTokens') };
}
