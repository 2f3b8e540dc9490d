import type { z } from 'zod';
import type { ToolCase } from '../../../src/agent/forge/draft/cases.ts';
import { specOf } from '../../../src/agent/forge/spec/gate.ts';
import type { ForgeSpec, RawSpec } from '../../../src/agent/forge/spec/spec.ts';
import type { checkToolResult } from '../../../src/sandbox/built-ins.ts';
import type { FakeTool } from '../../support/fake-sandboxes.ts';
import { type ScriptedModel, scriptedModel } from '../../support/scripted-model.ts';

const number = { type: 'number' };

/** A spec that passes the gate: adds up numbers. */
export const rawSpec: RawSpec = {
	name: 'sum_numbers',
	category: 'numbers',
	purpose: 'Add up numbers',
	input: {
		type: 'object',
		additionalProperties: false,
		required: ['numbers'],
		properties: { numbers: { type: 'array', items: number }, note: { type: 'string' } },
	},
	output: { type: 'object', additionalProperties: false, required: ['sum'], properties: { sum: number } },
	examples: [
		{ input: { numbers: [1, 2] }, output: { sum: 3 } },
		{ input: { numbers: [-1] }, output: { sum: -1 } },
	],
	rejects: [{ input: { numbers: [] }, says: 'empty' }],
};

export function specWith(changes: Partial<RawSpec> = {}): ForgeSpec {
	return specOf({ ...rawSpec, ...changes });
}

/** The Coder's answers to `tool_code`. */
export function codeOf(code: string, dependencies: readonly string[] = []) {
	return { code, usage: 'sum_numbers {"numbers": [1, 2]}', dependencies: [...dependencies] };
}
const noTests = { tests: [] };

/** Answers by what is asked for, in the order of each kind. */
export function coderOf(
	codes: readonly unknown[],
	tests: readonly unknown[] = [],
	madeUp: readonly unknown[] = [],
): ScriptedModel {
	const left = { tool_code: [...codes], tool_tests: [...tests], tool_made_up: [...madeUp] };
	const model = scriptedModel([]);
	return {
		...model,
		ask: async (request) => {
			model.asked.push(request);
			const answer =
				request.name === 'tool_code'
					? left.tool_code.shift()
					: request.name === 'tool_made_up'
						? (left.tool_made_up.shift() ?? { inputs: [] })
						: (left.tool_tests.shift() ?? noTests);
			if (answer instanceof Error) throw answer;
			return { value: request.schema.parse(answer) };
		},
	};
}

/** A check that finds nothing but, in code that says so, what its marks name. */
export const fakeCheck: FakeTool = async ({ code }) => {
	const missing = /^import (\w+)$/m.exec(String(code))?.[1];
	const data: z.infer<typeof checkToolResult> = String(code).includes('syntax')
		? { stage: 'compile', error: 'SyntaxError: nope' }
		: {
				stage: 'checked',
				imports: missing === undefined ? [] : [{ module: missing, line: 1, from: 'missing' }],
				findings: [],
			};
	return { ok: true, text: '', data };
};

/** Runs what a draft would do, by the marks in its code: adds up, or does it wrong. */
export function fakeTry(endOf: (code: string, input: ToolCase['input']) => object = sumEnd): FakeTool {
	return async ({ code, runs }) => {
		const ends = (runs as { input: ToolCase['input']; times: number }[]).map(({ input, times }) =>
			Array.from({ length: times }, () => endOf(String(code), input)),
		);
		return { ok: true, text: '', data: { described: { meta: metaOf(String(code)) }, runs: ends } };
	};
}

/** The file's description of itself, as Python would read it. */
function metaOf(code: string): unknown {
	const literal = /^META = ([\s\S]*?)\n\n\n/m.exec(code)?.[1] ?? '{}';
	const json = literal
		.replaceAll('True', 'true')
		.replaceAll('False', 'false')
		.replaceAll(/,(?=\s*[}\]])/g, '');
	return JSON.parse(json);
}

function sumEnd(code: string, { numbers }: ToolCase['input']) {
	const list = Array.isArray(numbers) ? numbers.map(Number) : [];
	if (list.length === 0 && !code.includes('lax'))
		return { ended: 'error', error: { type: 'ValueError', message: 'The list is empty', traceback: '' } };
	const sum = list.reduce((total, one) => total + one, 0);
	return { ended: 'output', output: { sum: code.includes('wrong') ? sum + 1 : sum }, files: [] };
}
