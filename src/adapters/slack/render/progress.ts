import type { TaskUpdateChunk } from '@slack/types';
import { cutText } from '../../../base/text/cut-text.ts';
import { formatBytes } from '../../../base/text/format-bytes.ts';
import { type ProgressLine, type ToolCallLine, took } from '../../present/progress-line.ts';
import { labelOf, lineOfWords } from './cut-text.ts';
import { toPlain } from './markdown/mrkdwn.ts';
import { type RenderedMessage, smallPrint } from './rendered-message.ts';

/** Of the lines that say what came in, and of those that say what was done; older ones are folded into one. */
const mostTaken = 12;
const mostSteps = 25;
/** Characters of each kind: together they are no more than the text of a message holds. */
const longestTaken = 1200;
const longestSteps = 2500;
const longestLine = 300;
/** Names of files that are told one by one. */
const mostNames = 10;
/** A context element takes 3,000 characters. */
const longestElement = 2000;

/** A live message that streams no more: its lines in small print, and below them time and tokens. Pure. */
export function progressMessage(lines: readonly ProgressLine[], footer = ''): RenderedMessage {
	const begun = lines.findIndex(({ type }) => type === 'said' || type === 'tool');
	const taken = begun === -1 ? lines : lines.slice(0, begun);
	const shown = [
		...newest(takenLines(taken), { lines: mostTaken, characters: longestTaken }, 'line'),
		...newest(lines.slice(taken.length).map(written), { lines: mostSteps, characters: longestSteps }, 'step'),
		...(footer === '' ? [] : [`_${lineOfWords(footer, 100)}_`]),
	];
	const words = shown.filter((line) => line !== '');
	const texts = words.length === 0 ? ['Working …'] : words;
	return { blocks: inParts(texts).map(smallPrint), text: texts.join('\n') };
}

/** A tool call as a card of a stream: https://docs.slack.dev/reference/methods/chat.appendStream takes 256 characters of each. Pure. */
export function taskChunk(call: ToolCallLine): TaskUpdateChunk {
	const { callId, tool, title, state, summary } = call;
	const statuses = { running: 'in_progress', asked: 'complete', ok: 'complete', failed: 'error' } as const;
	const words = labelOf(title === '' || title === tool ? tool : `${tool}: ${title}`, 230);
	const card = {
		type: 'task_update' as const,
		id: callId.slice(-250),
		// Slack replaces titles, but adds details to what was there: what may be said twice stands in the title.
		title: `${words}  ${took(call)}`.trimEnd(),
		status: statuses[state],
	};
	return state === 'failed' && summary ? { ...card, details: labelOf(summary, 250) } : card;
}

/** The lines of what came in: all files in one line, then each notice. */
function takenLines(lines: readonly ProgressLine[]): Written[] {
	const files = lines.filter((line) => line.type === 'file');
	const names = files.slice(0, mostNames).map(({ name, size }) => `${lineOfWords(name, 80)}  ${formatBytes(size)}`);
	const more = files.length > mostNames ? [`${files.length - mostNames} more`] : [];
	const others = lines.filter((line) => line.type !== 'file').map(written);
	return files.length === 0 ? others : [() => `📎 ${[...names, ...more].join(', ')}`, ...others];
}

/** A line that is written out only where it is shown. */
type Written = () => string;

function written(line: ProgressLine): Written {
	return () => lineText(line);
}

function lineText(line: ProgressLine): string {
	switch (line.type) {
		case 'file':
			return `📎 ${lineOfWords(line.name, 80)}  ${formatBytes(line.size)}`;
		case 'said':
			return toPlain(line.text, longestLine);
		case 'notice':
			return lineOfWords(line.text, longestLine);
		case 'tool':
			return toolText(line);
	}
}

function toolText(call: ToolCallLine): string {
	const { tool, title, state, summary } = call;
	const mark = { running: '⋯', asked: '❔', ok: '✓', failed: '✗' }[state];
	const about = title === '' || title === tool ? '' : `  ${code(title)}`;
	const why = state === 'failed' && summary ? lineOfWords(summary, 120) : '';
	const outcome = [why, took(call)].filter((text) => text !== '').join(', ');
	return `${mark} *${lineOfWords(tool, 60)}*${about}${outcome === '' ? '' : `  ${outcome}`}`;
}

function code(text: string): string {
	return `\`${lineOfWords(text.replaceAll('`', "'"), 120)}\``;
}

interface Room {
	readonly lines: number;
	readonly characters: number;
}

/** As many of the newest as there is room for, below the number of those that are left out. */
function newest(lines: readonly Written[], room: Room, what: 'line' | 'step'): string[] {
	const shown: string[] = [];
	let characters = 0;
	for (const write of lines.slice(-room.lines).toReversed()) {
		const line = write();
		characters += line.length + 1;
		if (characters > room.characters) break;
		shown.unshift(line);
	}
	const folded = lines.length - shown.length;
	return folded === 0 ? shown : [`… ${folded} earlier ${what}${folded === 1 ? '' : 's'}`, ...shown];
}

/** Lines in as few texts as hold them. */
function inParts(lines: readonly string[]): string[] {
	const parts: string[] = [];
	for (const line of lines) {
		const last = parts.at(-1);
		const fits = last !== undefined && last.length + line.length < longestElement;
		if (fits) parts.splice(-1, 1, `${last}\n${line}`);
		else parts.push(cutText(line, longestElement));
	}
	return parts;
}
