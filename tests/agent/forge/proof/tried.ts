import type { z } from 'zod';
import type { tryToolArgs, tryToolResult } from '../../../../src/sandbox/built-ins.ts';
import type { FakeTool } from '../../../support/fake-sandboxes.ts';

type Input = Readonly<Record<string, unknown>>;
type End = z.infer<typeof tryToolResult>['runs'][number][number];

/** The result of a body, or what it refuses. */
export type Body = (input: Input) => Readonly<Record<string, unknown>> | Error;

/** A `try_tool` whose tools are functions, by the text of their code. One that has none hangs until it is ended. */
export function tryBodies(bodies: Readonly<Record<string, Body>>): FakeTool {
	return async (args) => {
		const { code, runs } = args as z.infer<typeof tryToolArgs>;
		const body = bodies[code];
		if (!body) return new Promise(() => undefined);
		const ends = runs.map(({ input, times }) => Array.from({ length: times }, () => endOf(body, input)));
		return { ok: true, text: '', data: { described: { problem: 'nobody asks' }, runs: ends } };
	};
}

function endOf(body: Body, input: Input): End {
	try {
		const result = body(input);
		if (!(result instanceof Error)) return { ended: 'output', output: { ...result }, files: [] };
		return { ended: 'error', error: { type: 'ValueError', message: result.message, traceback: '' } };
	} catch (error) {
		return { ended: 'error', error: { type: 'TypeError', message: String(error), traceback: '' } };
	}
}
