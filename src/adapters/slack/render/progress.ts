import type { ContextBlock, TaskUpdateChunk } from '@slack/types';
import { formatBytes } from '../../../format-bytes.ts';
import { escaped, shortened, toPlain } from './mrkdwn.ts';
import { neutralise } from './neutralise.ts';
import type { RenderedMessage } from './rendered-message.ts';

/** A tool call as people see it. */
export interface ToolCallLine {
	readonly callId: string;
	readonly tool: string;
	/** What it is about: a command, a path. */
	readonly title: string;
	readonly state: 'running' | 'ok' | 'failed';
	/** Why it failed. */
	readonly summary?: string;
	readonly ms?: number;
}

/** A line of the live message, in the order in which things happened. */
export type ProgressLine =
	| { readonly type: 'file'; readonly name: string; readonly size: number }
	/** What the Brain said on its way. */
	| { readonly type: 'said'; readonly text: string }
	| ({ readonly type: 'tool' } & ToolCallLine)
	/** A sentence of ours: a refused file, an interruption. */
	| { readonly type: 'notice'; readonly text: string };

/** Older lines are folded into one. */
const mostLines = 30;
const longestLine = 300;
/** Of the text of one context element; sections take 3,000: https://docs.slack.dev/reference/block-kit/blocks/section-block */
const longestElement = 2000;

/** A live message that streams no more: its lines in small print, and below them time and tokens. Pure. */
export function progressMessage(lines: readonly ProgressLine[], footer = ''): RenderedMessage {
	const folded = lines.length - mostLines;
	const shown = [
		...(folded > 0 ? [`… ${folded} earlier ${folded === 1 ? 'step' : 'steps'}`] : []),
		...lines.slice(-mostLines).map(lineText),
		...(footer === '' ? [] : [`_${escaped(footer)}_`]),
	];
	const text = shown.join('\n') || 'Working …';
	return { blocks: inParts(shown.length === 0 ? [text] : shown).map(contextBlock), text: shortened(text, 3900) };
}

/** A tool call as a card of a stream: https://docs.slack.dev/reference/methods/chat.appendStream takes 256 characters of each. Pure. */
export function taskChunk({ callId, tool, title, state, summary, ms }: ToolCallLine): TaskUpdateChunk {
	const statuses = { running: 'in_progress', ok: 'complete', failed: 'error' } as const;
	const words = title === '' || title === tool ? tool : `${tool}: ${title}`;
	const details = [state === 'failed' ? summary : undefined, ms === undefined ? undefined : duration(ms)].filter(
		Boolean,
	);
	return {
		type: 'task_update',
		id: shortened(callId, 250),
		title: card(words),
		status: statuses[state],
		...(details.length > 0 && { details: card(details.join(', ')) }),
	};
}

/** Seconds, or minutes, as people read them. Pure. */
export function duration(ms: number): string {
	if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
	return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

function card(text: string): string {
	return shortened(neutralise(text.replaceAll(/\s+/g, ' ')), 250);
}

function lineText(line: ProgressLine): string {
	switch (line.type) {
		case 'file':
			return `📎 ${words(line.name)}  ${formatBytes(line.size)}`;
		case 'said':
			return shortened(neutralise(toPlain(line.text, longestLine)), longestLine);
		case 'notice':
			return words(line.text);
		case 'tool':
			return toolText(line);
	}
}

function toolText({ tool, title, state, summary, ms }: ToolCallLine): string {
	const mark = { running: '⋯', ok: '✓', failed: '✗' }[state];
	const about = title === '' || title === tool ? '' : `  ${code(title)}`;
	const why = state === 'failed' && summary ? `  ${words(summary)}` : '';
	return `${mark} *${words(tool)}*${about}${why}${ms === undefined ? '' : `  ${duration(ms)}`}`;
}

function code(text: string): string {
	return `\`${words(text.replaceAll('`', "'"))}\``;
}

function words(text: string): string {
	return neutralise(escaped(shortened(text.replaceAll(/\s+/g, ' ').trim(), longestLine)));
}

/** Lines in as few texts as hold them. */
function inParts(lines: readonly string[]): string[] {
	const parts: string[] = [];
	for (const line of lines) {
		const last = parts.at(-1);
		if (last !== undefined && last.length + line.length < longestElement) parts[parts.length - 1] = `${last}\n${line}`;
		else parts.push(shortened(line, longestElement));
	}
	return parts;
}

function contextBlock(text: string): ContextBlock {
	return { type: 'context', elements: [{ type: 'mrkdwn', text }] };
}
