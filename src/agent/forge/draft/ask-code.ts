import type { Usage } from '../../../chat/usage.ts';
import type { Model } from '../../model/model.ts';
import { bareCode, type CodeField } from '../../model/text/fences/code-beside.ts';
import type { Change, ForgeSpec, ScriptSource } from '../spec/spec.ts';
import { specText } from '../spec/spec-text.ts';
import { withoutMain } from '../static/main-block.ts';
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

const system = `You write the body of one small Python 3.13 tool. Answer with the code in a \`\`\`python block and, beside it, JSON: usage, dependencies, phrases, synonyms, not_for.
The code is a module: imports, functions, among them run(input: dict) -> dict. Our part is added below it: no PEP 723 header, no META, no main block.
- input fits the input schema when run is called; the result must fit the output schema, without further keys.
- Wrong input (nothing where something is needed, a missing file or column, a value out of range) raises ValueError, or a subclass, with one clear sentence. What a library raises for a broken file may pass as it is; no other exception may come of it.
- Import time: only imports, definitions and constants.
- No network. No eval, exec, computed getattr or dunder access. Child processes only where the capabilities name subprocess, never by a shell.
- Files are read and written only at the paths that the input gives, temporary ones by tempfile. Big or binary results are files, and the result names them. Plots use the Agg backend and are left as savefig writes them. Text is UTF-8 without a byte order mark unless the order says otherwise.
- Equal inputs give equal results: sort what has no order; no clock, no chance, unless the order says that results may differ.
- General: no file name, column or number of the examples is written into it.
- The result becomes JSON: NaN, NaT and infinity are null; numpy numbers, Decimal, Path, Enum, dates (ISO 8601), timedelta (seconds), tuples, sets (sorted), arrays and Series (lists), DataFrames (lists of row objects) and dataclasses are converted; keys become text; bytes are refused.
- print is for logs only.
There are numpy, pandas, matplotlib and openpyxl. dependencies names every distribution that is imported beside the standard library, by its name in the package index (PyYAML for yaml); take others than these only where they save much.
usage: when and how to call it, at most 3 lines, with one input as JSON.
phrases: a dozen short ways in which people ask for such a tool who do not know it, each in other words; first in English, then as many in every other language that is named. synonyms: other words for what it does and works on, in these languages. not_for: two or three jobs that it may be taken for and does not do, its opposite first. Leave these three out when you repair, unless the tool has none.
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
	/** Those beside English in which people ask. */
	readonly languages?: readonly string[] | undefined;
}

/** Asks the Coder for code. Tries 2 and 3 repair the last one; the fourth starts afresh. Rejects with `ModelError`. */
export async function askCode(
	coder: Model,
	task: CodeTask,
	signal: AbortSignal,
): Promise<{ readonly draft: CodeDraft; readonly usage: Usage | undefined }> {
	const { seed, temperature } = samplingOf(task.tries);
	const prompt = codePrompt(task);
	const request = { system, prompt, name: 'tool_code', schema: codeDraftSchema, code: codeField, seed, temperature };
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
export function codePrompt({ spec, failed, answers, tries, languages = [] }: CodeTask): string {
	const task = [
		specText(spec),
		...(languages.length === 0 ? [] : [`Languages of those who ask: English, ${languages.join(', ')}.`]),
		...answers.map(answerText),
		'',
		`Try ${tries.before + 1} of ${Math.max(mostTries, tries.before + 1)}.`,
	].join('\n');
	const last = failed.at(-1);
	const base = baseText(spec);
	if (!last) return `${task}${base}`;
	const earlier = failed.map(summaryOf);
	if (isFresh(tries.before) || !last.draft)
		return `${task} Earlier ones failed:\n${earlier.join('\n')}\nTake another approach${base === '' ? ': write it anew.' : `.${base}`}`;
	const before = earlier.length > 1 ? `Before:\n${earlier.slice(0, -1).join('\n')}\n` : '';
	return `${task} ${before}The last one failed (${last.refused.class}):\n${last.refused.feedback}\n\nIts code:\n${last.draft.code}\n\nRepair it${spec.change ? ', as little of the tool changed as needed' : ''}; answer with the whole code.`;
}

/** Code that the tool is made of, where there is some. */
function baseText({ change, script }: ForgeSpec): string {
	if (change) return `\n\n${changeText(change)}`;
	return script ? `\n\n${scriptText(script)}` : '';
}

/** A script speaks of the one case that it was written for. */
function scriptText({ code, fields }: ScriptSource): string {
	return `The tool is made of this script, whose runs are the examples; fields of the input are, in the script: ${fields}.\n${code}\n\nDo what it does, for every input: names of files, columns, dates and values that it has of these runs come from the input, or from what is read. The result holds what it prints. Nothing of the data of the examples stands in the code or in the usage.`;
}

/** The tool that a change is made of. It says most of what is wanted: a rewrite loses what nobody has thought of saying. */
function changeText({ version, code, usage, tests, unfound }: Change): string {
	const words = unfound ? ' The tool has no phrases, synonyms and not_for yet: give them.' : '';
	return `Version ${version} of the tool, which is changed as little as needed:\n${code}\n\nIts usage: ${usage}\n${tests}Whatever the change does not speak of stays as it is, in the code, the results and the usage. Answer with the whole code.${words}`;
}

function answerText({ input, files, expect }: ToolCase): string {
	const given = { input, ...(Object.keys(files).length > 0 && { files }) };
	return `Said since: ${JSON.stringify(given)} must give ${expectedText(expect)}`;
}

function summaryOf({ refused }: FailedTry, index: number): string {
	const line = refused.feedback.split('\n').find((text) => text.trim() !== '') ?? '';
	return `- try ${index + 1}: ${refused.class}: ${line.slice(0, 200)}`;
}

const codeField: CodeField = { name: 'code', mark: /^(?:async )?def run\b/m };

/** Some models put Markdown around code, even inside JSON, and a header or a main block where ours belong: what the header declares counts. */
function cleaned(draft: CodeDraft): CodeDraft {
	const { code, dependencies } = splitHeader(bareCode(draft.code, codeField));
	return { ...draft, code: withoutMain(code), dependencies: [...new Set([...draft.dependencies, ...dependencies])] };
}
