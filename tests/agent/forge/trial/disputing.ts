import { casesSchema } from '../../../../src/agent/forge/draft/cases.ts';
import type { ScriptedModel } from '../../../support/scripted-model.ts';
import type { OpenForge } from '../open-forge.ts';
import { codeOf, coderOf } from '../specs.ts';

export const toolId = 'numbers/sum_numbers';

/** A test that the order does not bear out. */
export const wrongTest = { name: 'HIDDEN', input: { numbers: [5] }, output: { sum: 6 } };

/** A Coder whose drafts agree against its own test. */
export function disputing(
	codes = ['good SECRET-1', 'good SECRET-2'],
	tests: readonly object[] = [wrongTest],
): ScriptedModel {
	return coderOf(
		codes.map((code) => codeOf(code)),
		[{ tests }],
	);
}

/** The arguments that answer a dispute. */
export const answering = (answer: unknown, call = 'c1') => ({ continue: call, answer });

/** The tests of the first version. */
export async function keptTests({ folder }: Pick<OpenForge, 'folder'>) {
	const text = await folder.files.tools.read({ tool: toolId, version: 1 }, 'tests.json');
	return casesSchema.parse(JSON.parse(text ?? '[]'));
}
