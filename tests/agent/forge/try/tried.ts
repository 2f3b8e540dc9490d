import { describeOf } from '../../../../src/agent/forge/draft/assemble.ts';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { isSame } from '../../../../src/agent/forge/try/compare.ts';
import type { RunEnd } from '../../../../src/agent/forge/try/judge.ts';
import { tryDraft } from '../../../../src/agent/forge/try/try-draft.ts';
import type { ToolContext } from '../../../../src/agent/tool.ts';
import type { CallResult } from '../../../../src/sandbox/sandbox.ts';
import { createFakeSandboxes, type FakeTool } from '../../../support/fake-sandboxes.ts';
import { homeFrom, pathsIn } from '../../../support/session-home.ts';
import { specWith } from '../specs.ts';

export const spec = specWith();
export const test: ToolCase = {
	name: 'five',
	from: 'coder',
	input: { numbers: [5] },
	files: {},
	expect: { kind: 'output', output: { sum: 5 }, files: [] },
};
export const negative: ToolCase = {
	...test,
	name: 'Reject 1',
	from: 'negative',
	expect: { kind: 'error', says: 'EMPTY' },
};

export const given = (output: Readonly<Record<string, unknown>>, files: readonly string[] = []): RunEnd => ({
	ended: 'output',
	output: { ...output },
	files: files.map((name) => ({ name, size: 10, sha256: 'x' })),
});
export const raised = (type: string, message = 'The list is empty', wrong?: 'input' | 'file'): RunEnd => ({
	ended: 'error',
	error: { type, message, traceback: `Traceback\n${type}: ${message}`, ...(wrong && { wrong }) },
});

export interface Answer {
	readonly ends: readonly (readonly RunEnd[])[];
	readonly described?: unknown;
}

/** The verdict on cases that end like this. */
export async function tried(
	cases: readonly ToolCase[],
	answer: Answer | CallResult,
	changes: Parameters<typeof specWith>[0] = {},
) {
	const ordered = specWith(changes);
	await using sandboxes = createFakeSandboxes({
		tools: { try_tool: 'ends' in answer ? answering(answer, ordered, cases) : async () => answer },
	});
	const { signal } = new AbortController();
	const home = homeFrom('s', pathsIn('/nowhere'));
	const context: Pick<ToolContext, 'sandbox' | 'signal'> = { sandbox: () => sandboxes.acquire(home, signal), signal };
	const outcome = await tryDraft({ code: 'code', env: undefined }, { spec: ordered, cases }, context);
	return { ...outcome, calls: sandboxes.calls };
}

/** The first end of each case; of those that are run again the second one, as often as they are. */
function answering({ ends, described }: Answer, ordered: typeof spec, cases: readonly ToolCase[]): FakeTool {
	const seen = new Set<number>();
	return async ({ runs }) => {
		const told = (runs as { readonly input: unknown; readonly times: number }[]).map(({ input, times }) => {
			const at = cases.findIndex((one) => isSame(one.input, input));
			const [one, other = one] = ends[at] ?? [];
			const end = seen.has(at) ? other : one;
			return Array.from({ length: times }, () => end);
		});
		for (const [at] of cases.entries()) seen.add(at);
		return { ok: true, text: '', data: { described: described ?? { meta: describeOf(ordered) }, runs: told } };
	};
}

/** The class that one case is refused with. */
export async function classOf(one: ToolCase, ends: readonly RunEnd[]): Promise<string> {
	const { verdict } = await tried([one], { ends: [ends] }, one.expect.kind === 'output' ? {} : { varies: true });
	return verdict.kind === 'refused' ? verdict.class : verdict.kind;
}
export const twice = (end: RunEnd): readonly RunEnd[] => [end, end];
