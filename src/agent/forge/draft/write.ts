import { ModelError } from '../../../base/errors.ts';
import type { Usage } from '../../../chat/usage.ts';
import type { Model } from '../../model/model.ts';
import type { Property } from '../properties/property.ts';
import { propertyCases, standardCases } from '../properties/standard-cases.ts';
import type { ForgeRun } from '../run/forge-run.ts';
import { failedTries, isBlind, type Try } from '../run/tries.ts';
import { specOf } from '../spec/gate.ts';
import { createValidator } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';
import { withoutHeldBack } from '../trial/held-back.ts';
import { mergeSamples } from '../trial/sample-tests.ts';
import { askCode, samplingOf } from './ask-code.ts';
import { askTests, testViews } from './ask-tests.ts';
import type { ToolCase } from './cases.ts';

/**
 * The run with one more try of the Coder. Tests are asked for with the first code, in two samples by requests of their own that see none, but for
 * a script's tool, whose runs are its tests. A draft that is to judge tests sees nothing of those before it. Rejects with `ModelError` when the Coder cannot be asked.
 */
export async function writeTry(coder: Model, run: ForgeRun, signal: AbortSignal): Promise<ForgeRun> {
	const spec = specOf(run.spec);
	const tries = { before: run.tries.length, isBlind: isBlind(run) };
	const failed = tries.isBlind ? [] : failedTries(run);
	const answers = (run.tests ?? []).filter(({ from }) => from === 'answer');
	const [code, tests] = await Promise.all([
		orBadAnswer(
			askCode(coder, { spec: withoutHeldBack(spec), failed, answers, tries, languages: run.languages }, signal),
		),
		run.tests === undefined ? testsOf(coder, spec, signal) : undefined,
	]);
	const usage = sum([code?.usage, ...(tests?.usages ?? [])]);
	const made: Try = {
		seed: samplingOf(tries).seed,
		at: new Date().toISOString(),
		...(usage && { usage }),
		...(code ? { draft: code.draft } : { refused: noAnswer }),
	};
	const calls = (run.calls ?? 0) + 1 + (tests ? testViews.length : 0);
	return { ...run, ...(tests && { tests: [...tests.tests] }), calls, tries: [...run.tries, made] };
}

const noAnswer = { class: 'answer', feedback: 'The answer was not the JSON that was asked for.' } as const;

/** The spec's own tests, those that two samples of the Coder made of it, and those of every tool; a sample without a usable answer is left out. */
async function testsOf(coder: Model, spec: ForgeSpec, signal: AbortSignal) {
	const checkInput = await createValidator(spec.input);
	const asked = testViews.map((_, view) => orBadAnswer(askTests(coder, { spec, checkInput, view }, signal)));
	const samples = (await Promise.all(asked)).filter((one) => one !== undefined);
	const tests: readonly ToolCase[] = [
		...specCases(spec),
		...mergeSamples(samples.map((one) => one.tests)),
		...(await triedProperties(
			samples.map((one) => one.properties),
			spec,
		)),
		...(await standardCases(spec)),
	];
	return { tests, usages: samples.map((one) => one.usage) };
}

async function triedProperties(
	samples: readonly (readonly Property[])[],
	spec: ForgeSpec,
): Promise<readonly ToolCase[]> {
	const same = [...Map.groupBy(samples.flat(), (property) => JSON.stringify(property)).values()];
	const cases = same.map(async (all, index) => {
		const [property] = all;
		return property ? propertyCases({ property, samples: all.length }, spec, `Property ${index + 1}`) : [];
	});
	return (await Promise.all(cases)).flat();
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
