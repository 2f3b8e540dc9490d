import type { Usage } from '../../../chat/usage.ts';
import type { Model } from '../../model/model.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specText } from '../spec/spec-text.ts';
import { splitHeader } from '../static/pep723.ts';
import type { Refused } from '../verdict.ts';
import { type CodeDraft, codeDraftSchema } from './code-draft.ts';

/**
 * Tries of one spec. Most of what repairing gains, it gains in two rounds (arXiv 2604.10508), and a fresh sample is as good as a third
 * (Olausson et al., ICLR 2024): write, repair, repair, write afresh.
 */
export const mostTries = 4;

/** A try that failed. Never shown to the Brain. */
export interface FailedTry {
	/** Missing where the Coder gave no usable answer. */
	readonly draft?: CodeDraft | undefined;
	readonly refused: Pick<Refused, 'class' | 'feedback'>;
}

export interface CodeTask {
	readonly spec: ForgeSpec;
	readonly failed: readonly FailedTry[];
	/** Those beside English in which people ask. */
	readonly languages?: readonly string[] | undefined;
}

const system = `You write the body of one small Python 3.13 tool. Answer with JSON: code, usage, dependencies, phrases, synonyms, not_for.
code is a module: imports, functions, among them run(input: dict) -> dict. Our part is added below it: no PEP 723 header, no META, no main block.
- input fits the input schema when run is called; the result must fit the output schema, without further keys.
- Wrong input (a missing file or column, a value out of range) raises ValueError with one clear sentence; no other exception may come of it.
- Import time: only imports, definitions and constants.
- No network. No eval, exec, computed getattr or dunder access. Child processes only where the capabilities name subprocess, never by a shell.
- Files are read and written only at the paths that the input gives. Big or binary results are files, and the result names them. Plots use the Agg backend and are left as savefig writes them. Text is UTF-8 without a byte order mark unless the order says otherwise.
- Equal inputs give equal results: sort what has no order; no clock, no chance, unless the order says that results may differ.
- General: no file name, column or number of the examples is written into it.
- print is for logs only.
There are numpy, pandas, matplotlib and openpyxl. dependencies names every distribution that is imported beside the standard library, by its name in the package index (PyYAML for yaml); take others than these only where they save much.
usage: when and how to call it, at most 3 lines, with one input as JSON.
phrases: a dozen short ways in which people ask for such a tool who do not know it, each in other words; first in English, then as many in every other language that is named. synonyms: other words for what it does and works on, in these languages. not_for: two or three jobs that it may be taken for and does not do, its opposite first. Leave these three out when you repair.
objection: leave it out, unless an example contradicts the purpose or another example; then say which one and why in a sentence, and write the code by the purpose.`;

/** Asks the Coder for code. Tries 2 and 3 repair the last one; the fourth starts afresh. Rejects with `ModelError`. */
export async function askCode(
	coder: Model,
	{ spec, failed, languages }: CodeTask,
	signal: AbortSignal,
): Promise<{ readonly draft: CodeDraft; readonly usage: Usage | undefined }> {
	const { seed, temperature } = samplingOf(failed.length);
	const prompt = codePrompt(spec, failed, languages);
	const request = { system, prompt, name: 'tool_code', schema: codeDraftSchema, seed, temperature };
	const { value, usage } = await coder.ask(request, signal);
	return { draft: cleaned(value), usage };
}

/** How a try samples. Servers may ignore seeds, so the temperature changes with them, and the prompt names the try. Pure. */
export function samplingOf(triesBefore: number): { readonly seed: number; readonly temperature: number } {
	return { seed: triesBefore + 1, temperature: isFresh(triesBefore) ? 0.9 : 0.2 * triesBefore };
}

/** Whether the next try starts afresh. Pure. */
export function isFresh(triesBefore: number): boolean {
	return triesBefore >= mostTries - 1;
}

/** The Coder's task in words. Pure. */
export function codePrompt(spec: ForgeSpec, failed: readonly FailedTry[], languages: readonly string[] = []): string {
	const spoken = languages.length === 0 ? '' : `\nLanguages of those who ask: English, ${languages.join(', ')}.`;
	const task = `${specText(spec)}${spoken}\n\nTry ${failed.length + 1} of ${mostTries}.`;
	const last = failed.at(-1);
	if (!last) return task;
	const earlier = failed.map(summaryOf);
	if (isFresh(failed.length) || !last.draft)
		return `${task} Earlier ones failed:\n${earlier.join('\n')}\nTake another approach: write it anew.`;
	const before = earlier.length > 1 ? `Before:\n${earlier.slice(0, -1).join('\n')}\n` : '';
	return `${task} ${before}The last one failed (${last.refused.class}):\n${last.refused.feedback}\n\nIts code:\n${last.draft.code}\n\nRepair it; answer with the whole code.`;
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
