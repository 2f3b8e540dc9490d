import type { Usage } from '../../../chat/usage.ts';
import type { Model } from '../../model/model.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specText } from '../spec/spec-text.ts';
import { splitHeader } from '../static/pep723.ts';
import { expectedText } from '../trial/expected-text.ts';
import type { Refused } from '../verdict.ts';
import type { ToolCase } from './cases.ts';
import { type CodeDraft, codeDraftSchema } from './code-draft.ts';
import { mostTries } from './most-tries.ts';

/** A try that failed. Never shown to the Brain. */
export interface FailedTry {
	/** Missing where the Coder gave no usable answer. */
	readonly draft?: CodeDraft | undefined;
	readonly refused: Pick<Refused, 'class' | 'feedback'>;
}

const system = `You write the body of one small Python 3.13 tool. Answer with JSON: code, usage, dependencies.
code is a module: imports, functions, among them run(input: dict) -> dict. Our part is added below it: no PEP 723 header, no META, no main block.
- input fits the input schema when run is called; the result must fit the output schema, without further keys.
- Wrong input (nothing where something is needed, a missing file or column, a value out of range) raises ValueError with one clear sentence; no other exception may come of it.
- Import time: only imports, definitions and constants.
- No network. No eval, exec, computed getattr or dunder access. Child processes only where the capabilities name subprocess, never by a shell.
- Files are read and written only at the paths that the input gives. Big or binary results are files, and the result names them. Plots use the Agg backend and are left as savefig writes them. Text is UTF-8 without a byte order mark unless the order says otherwise.
- Equal inputs give equal results: sort what has no order; no clock, no chance, unless the order says that results may differ.
- General: no file name, column or number of the examples is written into it.
- print is for logs only.
There are numpy, pandas, matplotlib and openpyxl. dependencies names every distribution that is imported beside the standard library, by its name in the package index (PyYAML for yaml); take others than these only where they save much.
usage: when and how to call it, at most 3 lines, with one input as JSON.
objection: leave it out, unless an example contradicts the purpose or another example; then say which one and why in a sentence, and write the code by the purpose.`;

/** How far a run is. */
export interface TriesSoFar {
	readonly before: number;
	/** The next draft is to judge tests, and must owe nothing to the drafts before it. */
	readonly isBlind: boolean;
}

export interface CodeTask {
	readonly spec: ForgeSpec;
	/** Tries that failed, as far as the Coder is to see them. */
	readonly failed: readonly FailedTry[];
	/** Answers to what was disputed: they count as the order's examples do. */
	readonly answers: readonly ToolCase[];
	readonly tries: TriesSoFar;
}

/** Asks the Coder for code. Tries 2 and 3 repair the last one; the fourth starts afresh. Rejects with `ModelError`. */
export async function askCode(
	coder: Model,
	{ spec, failed, answers, tries }: CodeTask,
	signal: AbortSignal,
): Promise<{ readonly draft: CodeDraft; readonly usage: Usage | undefined }> {
	const { seed, temperature } = samplingOf(tries);
	const prompt = codePrompt({ spec, failed, answers, tries });
	const request = { system, prompt, name: 'tool_code', schema: codeDraftSchema, seed, temperature };
	const { value, usage } = await coder.ask(request, signal);
	return { draft: cleaned(value), usage };
}

/** How a try samples. Servers may ignore seeds, so the temperature changes with them, and the prompt names the try. Pure. */
export function samplingOf({ before, isBlind }: TriesSoFar): { readonly seed: number; readonly temperature: number } {
	return { seed: before + 1, temperature: isFresh(before) ? 0.9 : isBlind ? 0.7 : 0.2 * before };
}

/** Whether the next try starts afresh. Pure. */
export function isFresh(triesBefore: number): boolean {
	return triesBefore >= mostTries - 1;
}

/** The Coder's task in words. Pure. */
export function codePrompt({ spec, failed, answers, tries }: CodeTask): string {
	const task = [
		specText(spec),
		...answers.map(answerText),
		'',
		`Try ${tries.before + 1} of ${Math.max(mostTries, tries.before + 1)}.`,
	].join('\n');
	const last = failed.at(-1);
	if (!last) return task;
	const earlier = failed.map(summaryOf);
	if (isFresh(tries.before) || !last.draft)
		return `${task} Earlier ones failed:\n${earlier.join('\n')}\nTake another approach: write it anew.`;
	const before = earlier.length > 1 ? `Before:\n${earlier.slice(0, -1).join('\n')}\n` : '';
	return `${task} ${before}The last one failed (${last.refused.class}):\n${last.refused.feedback}\n\nIts code:\n${last.draft.code}\n\nRepair it; answer with the whole code.`;
}

function answerText({ input, files, expect }: ToolCase): string {
	const given = { input, ...(Object.keys(files).length > 0 && { files }) };
	return `Said since: ${JSON.stringify(given)} must give ${expectedText(expect)}`;
}

function summaryOf({ refused }: FailedTry, index: number): string {
	const line = refused.feedback.split('\n').find((text) => text.trim() !== '') ?? '';
	return `- try ${index + 1}: ${refused.class}: ${line.slice(0, 200)}`;
}

/** Some models put Markdown around code, even inside JSON, and a header where none belongs: what it declares counts. */
function cleaned(draft: CodeDraft): CodeDraft {
	const bare = /^\s*```[a-z0-9]*\n([\s\S]*?)\n?```\s*$/i.exec(draft.code)?.[1] ?? draft.code;
	const { code, dependencies } = splitHeader(bare);
	return { ...draft, code, dependencies: [...new Set([...draft.dependencies, ...dependencies])] };
}
