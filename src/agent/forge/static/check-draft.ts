import { userMessage } from '../../../base/errors.ts';
import { shorten } from '../../../base/text/shorten.ts';
import type { Linter, LintFinding } from '../../../lint/linter.ts';
import { checkToolArgs, checkToolResult } from '../../../sandbox/built-ins.ts';
import type { ToolContext } from '../../tool.ts';
import type { CodeDraft } from '../draft/code-draft.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { passed, type Refused, type Verdict } from '../verdict.ts';
import { type ImportsVerdict, importsVerdict } from './imports-verdict.ts';
import { lintVerdict } from './lint-verdict.ts';
import { type Checked, policyProblems } from './policy-verdict.ts';
import { type Problem, refusal } from './problem.ts';

export interface CheckParts {
	readonly linter: Linter;
	readonly context: Pick<ToolContext, 'sandbox' | 'signal'>;
}

export interface DraftCheck {
	readonly verdict: Verdict;
	/** Findings that do not refuse it: a line each, for the Coder's next try. */
	readonly warnings: readonly string[];
	/** Declared dependencies that the image does not have. */
	readonly requirements: readonly string[];
	/** All that it needs beside Python, the image's packages too: for its header. */
	readonly dependencies: readonly string[];
}

const nothing = { warnings: [], requirements: [], dependencies: [] };

/**
 * Reads a draft without running it: the linter here and the policy in the sandbox at the same time. What could not be checked is refused.
 * Rejects only as `context.sandbox` does, and with the signal's reason.
 */
export async function checkDraft(draft: CodeDraft, spec: ForgeSpec, parts: CheckParts): Promise<DraftCheck> {
	const { code, dependencies } = draft;
	const args = checkToolArgs.safeParse({ code });
	if (!args.success) return { verdict: tooLong, ...nothing };
	const [linted, checked] = await Promise.all([lint(code, parts), readInside(args.data, parts.context)]);
	if ('kind' in linted) return { verdict: linted, ...nothing };
	if ('kind' in checked) return { verdict: checked, ...nothing };
	const { problems, warnings } = lintVerdict(linted, spec.capabilities);
	if (checked.stage === 'compile') return { verdict: notCompiled(problems, checked.error, code), ...nothing };
	const imports = importsVerdict(checked.imports, dependencies);
	const found = [...problems, ...policyProblems(checked.findings, spec), ...besides(imports, checked)];
	const { requirements, dependencies: needed } = imports;
	return { verdict: refusal(found, code) ?? passed, warnings, requirements, dependencies: needed };
}

const tooLong: Refused = {
	kind: 'refused',
	class: 'answer',
	feedback: 'The code is longer than 200,000 characters: write a smaller tool.',
};

async function lint(
	code: string,
	{ linter, context: { signal } }: CheckParts,
): Promise<readonly LintFinding[] | Refused> {
	try {
		return await linter.check(code, signal);
	} catch (error) {
		signal.throwIfAborted();
		return notChecked(userMessage(error));
	}
}

async function readInside(
	args: { readonly code: string },
	{ sandbox, signal }: CheckParts['context'],
): Promise<Checked | { readonly stage: 'compile'; readonly error: string } | Refused> {
	const { ok, text, data } = await (await sandbox()).call({ tool: 'check_tool', args }, { signal });
	const read = checkToolResult.safeParse(data);
	return ok && read.success ? read.data : notChecked(text);
}

/** Only what was checked may run. */
function notChecked(why: string): Refused {
	return {
		kind: 'refused',
		class: 'sandbox',
		feedback: `The code could not be checked (${shorten(why, 600)}), so it is refused. Write it in a plain and flat way.`,
	};
}

/** Python's own sentence where the linter, which quotes the lines, sees no error. */
function notCompiled(problems: readonly Problem[], error: string, code: string): Verdict {
	const seen = problems.filter((problem) => problem.class === 'syntax');
	const own: Problem = { class: 'syntax', line: undefined, text: error };
	return refusal(seen.length > 0 ? seen : [own], code) ?? passed;
}

/** A module that the policy refuses need not be declared, too. */
function besides({ problems }: ImportsVerdict, { findings }: Checked): readonly Problem[] {
	const refused = new Set(findings.map(({ line }) => line));
	return problems.filter(({ line }) => line === undefined || !refused.has(line));
}
