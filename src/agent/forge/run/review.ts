import { visible } from '../../../base/text/markdown.ts';
import type { PackageLock } from '../../../sandbox/sandbox.ts';
import type { ToolContext } from '../../tool.ts';
import { assembleTool, inBodyLines } from '../draft/assemble.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { CodeDraft } from '../draft/code-draft.ts';
import { judgeDraft } from '../draft/judge-draft.ts';
import type { ForgeDeps } from '../forge-deps.ts';
import { idOf } from '../registry/registry.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { checkDraft } from '../static/check-draft.ts';
import { prepareEnvironment } from '../static/environment.ts';
import { writeHeader } from '../static/pep723.ts';
import { type Lab, prepareLab } from '../try/lab.ts';
import { tryDraft } from '../try/try-draft.ts';
import type { Doubted, Refused, Verdict } from '../verdict.ts';
import type { ForgeRun } from './forge-run.ts';

export interface DraftToReview {
	readonly spec: ForgeSpec;
	readonly draft: CodeDraft;
	readonly cases: readonly ToolCase[];
	/** People's answers about packages. */
	readonly answers: ForgeRun['answers'];
	/** Where it is run. */
	readonly lab: Lab;
}

/** A draft that has passed everything, as it is kept. */
export interface Good {
	readonly kind: 'good';
	/** The whole of tool.py. */
	readonly code: string;
	/** All that it needs beside Python. */
	readonly dependencies: readonly string[];
	readonly lock: PackageLock | undefined;
	/** Those that it was tried with. */
	readonly cases: readonly ToolCase[];
}

type Question = Extract<Verdict, { kind: 'ask' }> & { readonly asks: NonNullable<ForgeRun['asks']> };

/** The end of reviewing a draft. `warnings` are for the Coder where it is refused for something else. */
export type Review = Good | Question | Doubted | (Refused & { readonly warnings?: readonly string[] });

/** Reads, equips, runs and judges a draft, each step only when those before have passed. Rejects with the signal's reason. */
export async function reviewDraft(
	{ spec, draft, cases, answers, lab }: DraftToReview,
	deps: ForgeDeps,
	context: ToolContext,
): Promise<Review> {
	const checked = await checkDraft(draft, spec, { linter: deps.linter, context });
	const { warnings, requirements, dependencies } = checked;
	if (checked.verdict.kind === 'refused') return { ...checked.verdict, warnings };
	const equipped = await prepareEnvironment(requirements, { tool: idOf(spec), answers, rules: deps.packages, context });
	if (equipped.kind === 'refused') return equipped;
	if (equipped.kind === 'ask') {
		const { about, names } = equipped;
		const ask = { ...equipped.ask, file: wholeDraft(spec, draft, requirements) };
		return { kind: 'ask', ask, asks: { about, names: [...names] } };
	}
	const { lock } = equipped;
	const code = assembleTool({ spec, body: draft.code, header: writeHeader(dependencies) });
	const unready = await prepareLab(lab, lock, context);
	if (unready) return unready;
	const { signal } = context;
	const place = { signal, sandbox: () => lab.sandbox(signal) };
	const tried = await tryDraft({ code, env: lock?.hash }, { spec, cases }, place);
	if (tried.verdict.kind === 'refused') {
		const feedback = inBodyLines(tried.verdict.feedback, { code, body: draft.code });
		return { ...tried.verdict, feedback, warnings };
	}
	if (tried.verdict.kind === 'doubted') return tried.verdict;
	const toJudge = { spec, code: draft.code, unsaid: tried.unsaid };
	const judged = deps.judge ? await judgeDraft(deps.judge, toJudge, signal) : undefined;
	if (judged?.kind === 'refused') return judged;
	return { kind: 'good', code, dependencies, lock, cases: cases.filter((test) => !tried.unprepared.includes(test)) };
}

/** The draft for an admin who is asked directly, invisible characters written out. */
function wholeDraft(spec: ForgeSpec, { code }: CodeDraft, requirements: readonly string[]) {
	const text = assembleTool({ spec, body: code, header: writeHeader(requirements) });
	return { name: `${spec.name}.py`, text: visible(text) };
}
