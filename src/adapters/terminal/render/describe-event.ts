import { formatBytes } from '../../../base/text/format-bytes.ts';
import { groupDigits } from '../../../base/text/group-digits.ts';
import type { AgentEvent } from '../../../chat/events.ts';
import type { Question } from '../../../chat/question.ts';
import type { Usage } from '../../../chat/usage.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { formatDuration } from './format-duration.ts';
import type { Style } from './style.ts';
import { cutToWidth, textWidth } from './text-width.ts';
import type { PieceKind } from './transcript.ts';

export type KeyedEvent = Extract<AgentEvent, { readonly key: string }>;
type TurnEnded = Extract<AgentEvent, { readonly type: 'turn-ended' }>;

/** Facts that the lines state beyond the event itself. */
export interface EventFacts {
	/** The call that a `tool-finished` ends. */
	readonly call: { readonly tool: string; readonly title: string } | undefined;
	/** Where an artifact was saved, as a person would type it, or why it was not. */
	readonly saved: { readonly path: string } | { readonly problem: string } | undefined;
	/** The turn so far. */
	readonly usage: Usage | undefined;
	readonly ms: number | undefined;
}

export interface Piece {
	readonly kind: PieceKind;
	/** Clean lines, set in the style that was asked for; none for what is shown only while it happens. */
	readonly lines: readonly string[];
}

/** A keyed event as lines of at most `width` columns where they can be cut (text of people and models never is). */
export function describeEvent(event: KeyedEvent, facts: EventFacts, style: Style, width: number): Piece {
	if (event.type === 'message') return { kind: 'text', lines: textLines(event.text) };
	return { kind: event.type === 'question' ? 'text' : 'meta', lines: metaLines(event, facts, style, width) };
}

function metaLines(
	event: Exclude<KeyedEvent, { readonly type: 'message' }>,
	facts: EventFacts,
	style: Style,
	width: number,
): readonly string[] {
	switch (event.type) {
		case 'tool-started':
			return [];
		case 'tool-finished':
			return [finishedLine(event, facts.call, style, width)];
		case 'artifact':
			return [artifactLine(event, facts.saved, style)];
		case 'notice':
			return noticeLines(event.text, style).map((line) => indent(line));
		case 'question':
			return questionLines(event.question, style);
		case 'question-closed':
			return [indent(style.dim(cleanLine(event.text)))];
		case 'turn-ended':
			return endLines(event, facts, style);
	}
}

function textLines(text: string): readonly string[] {
	const clean = cleanText(text)
		.trimEnd()
		.replace(/^\s*\n/, '');
	return clean === '' ? [] : clean.split('\n').map((line) => line.trimEnd());
}

/** Our own words are set in columns, which Markdown would close up: only heads, and the marks around a table, are Markdown. */
function noticeLines(text: string, style: Style): readonly string[] {
	const lines = textLines(text).filter((line) => line !== '```');
	return lines.map((line) => line.replace(/^\*\*([^*]+)\*\*/, (_, head: string) => style.bold(head)));
}

const indent = (line: string): string => (line === '' ? '' : `  ${line}`);

/** `  ✓ bash  python3 x.py  1.2 s`, the title cut so that the line keeps within `width`. */
export function toolLine(
	parts: { readonly mark: string; readonly tool: string; readonly title: string; readonly tail: string },
	style: Style,
	width: number,
): string {
	const tool = cleanLine(parts.tool);
	const title = cleanLine(parts.title);
	const tail = cleanLine(parts.tail);
	const room = width - 4 - textWidth(tool) - 2 - (tail === '' ? 0 : textWidth(tail) + 2);
	const shown = title === tool ? '' : cutToWidth(title, Math.max(10, room));
	return ['  ', parts.mark, ' ', style.bold(tool), shown && `  ${shown}`, tail && style.dim(`  ${tail}`)].join('');
}

function finishedLine(
	event: Extract<AgentEvent, { readonly type: 'tool-finished' }>,
	call: EventFacts['call'],
	style: Style,
	width: number,
): string {
	const { tool, title } = call ?? { tool: 'tool', title: '' };
	const mark = event.ok ? style.good('✓') : style.bad('✗');
	const why = event.ok ? '' : `  ${cutToWidth(cleanLine(event.summary), 60)}`;
	const tail = `${formatDuration(event.ms)}`;
	const line = toolLine({ mark, tool, title, tail }, style, width - textWidth(why));
	return `${line}${style.bad(why)}`;
}

function artifactLine(
	event: Extract<AgentEvent, { readonly type: 'artifact' }>,
	saved: EventFacts['saved'],
	style: Style,
): string {
	const size = formatBytes(event.size);
	if (saved === undefined || 'problem' in saved) {
		const why = cleanLine(saved?.problem ?? 'it was not copied');
		return style.bad(
			`  Cannot save "${cleanLine(event.name)}" (${size}): ${why}. It is still among the outputs of the session`,
		);
	}
	const facts = event.remark === undefined ? size : `${size}, ${event.remark}`;
	return `  ${style.accent('→')} ${cleanLine(saved.path)}  ${style.dim(facts)}`;
}

const stateWords = {
	answered: 'This question has been answered.',
	expired: 'This question has expired.',
	withdrawn: 'This question is no longer asked.',
} as const;

function questionLines({ text, answer, state }: Question, style: Style): readonly string[] {
	const [first = '', ...rest] = textLines(text);
	const head = [`  ${style.accent('?')} ${style.bold(first)}`, ...rest.map((line) => indent(indent(line)))];
	if (state !== 'open') return [...head, style.dim(`    ${stateWords[state]}`)];
	const choices = answer.kind === 'choices' ? answer.choices : [];
	return [...head, ...choices.map((choice, at) => `    ${style.accent(String(at + 1))}  ${cleanLine(choice)}`)];
}

function endLines(event: TurnEnded, { usage, ms }: EventFacts, style: Style): readonly string[] {
	const spent = spentLine(usage, ms, style);
	switch (event.outcome) {
		case 'done':
			return spent;
		case 'waiting':
			return spent;
		case 'stopped':
			return [
				`  ${style.bad('Stopped')}${event.stopped.length === 0 ? '' : '; ended:'}`,
				...stoppedLines(event.stopped, style),
			];
		case 'failed':
			return [...spent, `  ${style.bad(cleanLine(event.reason))}`];
	}
}

function stoppedLines(commands: readonly string[], style: Style): readonly string[] {
	return commands.map((command) => style.dim(`    ${cutToWidth(cleanLine(command), 100)}`));
}

function spentLine(usage: Usage | undefined, ms: number | undefined, style: Style): readonly string[] {
	if (usage === undefined) return [];
	const tokens = `${groupDigits(usage.inputTokens)} tokens in, ${groupDigits(usage.outputTokens)} out`;
	return [style.dim(`  ${tokens}${ms === undefined ? '' : ` · ${formatDuration(ms)}`}`)];
}
