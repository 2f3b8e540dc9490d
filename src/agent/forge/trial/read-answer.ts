import { isRecord, type JsonRecord, parseJson } from '../../model/text/json-text.ts';
import type { ToolCase } from '../draft/cases.ts';
import { createPartValidator } from '../spec/json-schema.ts';
import type { Dispute, Given } from './doubt.ts';
import type { Answer } from './settle.ts';

/** All that an answer is held against. */
export interface Asked {
	readonly test: ToolCase;
	readonly dispute: Dispute;
	/** The tool's output schema. */
	readonly output: JsonRecord;
}

/** Longer words are no answer, and no result is longer. */
const longestWord = 40;
const longestResult = 20_000;

/** The Brain's answer to a dispute as it is meant, or what is wrong with it, as half a sentence. Never rejects, whatever was sent. */
export async function readAnswer(said: unknown, asked: Asked): Promise<Answer | string> {
	const word = typeof said === 'string' ? wordIn(said) : undefined;
	if (word !== undefined) return byWord(word, asked);
	const value = typeof said === 'string' ? parseJson(said)?.value : said;
	const result = resultIn(value, asked.output);
	if (result === 'refused') return { kind: 'error' };
	if (result === undefined) return 'is neither "A", "B", "refuse" nor a result as JSON';
	if (JSON.stringify(result).length > longestResult) return `has more than ${longestResult} characters`;
	const problem = (await createPartValidator(asked.output))(result);
	if (problem !== undefined) return `does not fit the output schema: ${problem}`;
	if (asked.dispute.given.files !== undefined) return 'does not say which files are right: answer "A" or "B"';
	return { kind: 'output', output: result, files: [] };
}

type Word = 'a' | 'b' | 'refuse';

function wordIn(said: string): Word | undefined {
	const text = said
		.slice(0, longestWord + 1)
		.trim()
		.replace(/^["'(]+|["').:]+$/g, '');
	if (said.trim().length > longestWord) return undefined;
	if (/^(?:answer |option )?[ab]$/i.test(text)) return /b$/i.test(text) ? 'b' : 'a';
	return /^(?:it )?(?:is |be |must be |should be |to be )?(?:refuse[ds]?|reject(?:ed|s)?|wrong input|value ?error)$/i.test(
		text,
	)
		? 'refuse'
		: undefined;
}

function byWord(word: Word, { test, dispute }: Asked): Answer | string {
	if (word === 'refuse') return { kind: 'error' };
	if (word === 'b') return ofDrafts(dispute.given);
	return test.expect.kind === 'sound' ? 'is of a test that is there no more' : test.expect;
}

/** A long result is not kept: that it is right is all that can be said. */
function ofDrafts({ refused, output }: Given): Answer {
	if (refused !== undefined) return { kind: 'error' };
	return output ? { kind: 'output', output, files: [] } : { kind: 'taken' };
}

/** The result that is meant: whole, in an object around it, or the value of the one field that there is. */
function resultIn(value: unknown, output: JsonRecord): JsonRecord | 'refused' | undefined {
	const fields = isRecord(output['properties']) ? Object.keys(output['properties']) : [];
	const [field, ...others] = fields;
	if (!isRecord(value))
		return field !== undefined && others.length === 0 && value !== undefined && value !== null
			? { [field]: value }
			: undefined;
	const names = Object.keys(value);
	if (names.length === 0) return undefined;
	if (names.some((name) => fields.includes(name))) return value;
	if (names.some((name) => /^(?:error|refused?|reject(?:ed)?)$/i.test(name))) return 'refused';
	const inner = ['output', 'result', 'answer', 'value'].map((name) => value[name]).find((one) => one !== undefined);
	return inner === undefined ? value : resultOf(inner, output);
}

function resultOf(inner: unknown, output: JsonRecord): JsonRecord | 'refused' | undefined {
	return isRecord(inner) ? inner : resultIn(inner, output);
}
