import type { KnownBlock } from '@slack/types';
import { firstPiece, splitText } from '../../markdown/split-text.ts';
import { type AnswerPart, answerParts } from './answer-parts.ts';
import { fallbackText } from './fallback-text.ts';
import { neutralise } from './markdown/neutralise.ts';
import { tableBlock, tableLength } from './markdown/table-block.ts';
import { markdownBlock, type RenderedMessage } from './rendered-message.ts';

/** An answer on its way into a thread. */
export type Answer =
	/** One to three. */
	| { readonly kind: 'messages'; readonly messages: readonly RenderedMessage[] }
	/** Too long for three messages: its beginning, and all of it as a file. */
	| { readonly kind: 'file'; readonly summary: RenderedMessage; readonly file: AnswerFile };

export interface AnswerFile {
	readonly name: string;
	/** Markdown as the Brain wrote it. */
	readonly text: string;
}

/** Characters of Markdown in a message; https://docs.slack.dev/reference/methods/chat.postMessage recommends no more. */
const longest = 4000;
/** Characters in all of its blocks: Slack refuses some 13,200, https://github.com/slackapi/bolt-js/issues/2509 */
const longestWithTable = 12_500;
const mostMessages = 3;
/** More than three messages hold, tables and all. */
const longestRead = 40_000;
/** Characters of the beginning that stands for an answer in a file. */
const longestSummary = 1500;
/** Wider aligned text is wrapped, and is no table any more. */
const widestAligned = 80;

/** An answer in Markdown as messages of Slack, none of which pings anybody. Pure. */
export function renderAnswer(markdown: string): Answer {
	const words = wordsOf(markdown);
	if (words.length > longestRead) return asFile(markdown, words);
	const drafts = packed(answerParts(words));
	return drafts.length > mostMessages
		? asFile(markdown, words)
		: { kind: 'messages', messages: drafts.map(renderDraft) };
}

/** A message in its text alone, for where its blocks are refused. Pure. */
export function withoutBlocks({ text }: RenderedMessage): RenderedMessage {
	return { blocks: [], text };
}

function wordsOf(markdown: string): string {
	const words = neutralise(markdown);
	return words.trim() === '' ? '_The answer is empty._' : words;
}

/** All of an answer. Pure. */
export function answerFile(markdown: string): AnswerFile {
	return { name: 'answer.md', text: markdown };
}

/** `words`: the same without what could ping. */
function asFile(markdown: string, words: string): Extract<Answer, { kind: 'file' }> {
	const file = answerFile(markdown);
	const beginning = firstPiece(words, longestSummary);
	const [summary = []] = packed(answerParts(`${beginning}\n\n_The whole answer is in ${file.name}._`));
	return { kind: 'file', summary: renderDraft(summary), file };
}

/** The parts of one message; at most one of them is a table. */
type Draft = readonly AnswerPart[];

function packed(parts: readonly AnswerPart[]): Draft[] {
	const drafts: Draft[] = [];
	for (const part of parts.flatMap(inPieces)) {
		const last = drafts.at(-1);
		const next = last && withPart(last, part);
		if (next) drafts.splice(-1, 1, next);
		else drafts.push([part]);
	}
	return drafts;
}

function inPieces(part: AnswerPart): AnswerPart[] {
	if (part.kind === 'table') return [part];
	return splitText(part.markdown, longest).map((markdown) => ({ kind: 'prose', markdown }));
}

/** Undefined where the part is too much for this message. */
function withPart(draft: Draft, part: AnswerPart): Draft | undefined {
	const prose = proseLength(draft);
	if (part.kind === 'table' && !draft.some(({ kind }) => kind === 'table')) {
		return prose + tableLength(part.table) <= longestWithTable ? [...draft, part] : undefined;
	}
	if (part.kind === 'table' && !isNarrow(part.markdown)) return undefined;
	const tables = draft.reduce((sum, one) => sum + (one.kind === 'table' ? tableLength(one.table) : 0), 0);
	const length = prose + part.markdown.length + 2;
	const fits = length <= longest && length + tables <= longestWithTable;
	return fits ? [...draft, { kind: 'prose', markdown: part.markdown }] : undefined;
}

function proseLength(draft: Draft): number {
	return draft.reduce((sum, { kind, markdown }) => sum + (kind === 'prose' ? markdown.length + 2 : 0), 0);
}

function isNarrow(aligned: string): boolean {
	return aligned.split('\n').every((line) => line.length <= widestAligned);
}

function renderDraft(draft: Draft): RenderedMessage {
	const blocks: KnownBlock[] = draft.map((part) =>
		part.kind === 'table' ? tableBlock(part.table) : markdownBlock(part.markdown.trim()),
	);
	return { blocks, text: fallbackText(draft.map(({ markdown }) => markdown.trim()).join('\n\n')) };
}
