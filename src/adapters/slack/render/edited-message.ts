import { splitText } from '../../markdown/split-text.ts';
import type { ProgressLine } from '../../present/progress-line.ts';
import { fallbackText } from './fallback-text.ts';
import { neutralise } from './markdown/neutralise.ts';
import { progressMessage } from './progress.ts';
import { markdownBlock, type RenderedMessage } from './rendered-message.ts';

/** Characters of what the Brain says now that are shown: the newest. */
const mostWords = 3000;

/** A turn that runs, where it cannot stream: its lines, and below them what the Brain says. Pure. */
export function editedMessage(lines: readonly ProgressLine[], words: string): RenderedMessage {
	if (words.trim() === '') return progressMessage(lines);
	const pieces = splitText(neutralise(words), mostWords);
	const newest = `${pieces.length > 1 ? '…\n\n' : ''}${pieces.at(-1) ?? ''}`;
	const above = lines.length === 0 ? [] : progressMessage(lines).blocks;
	return { blocks: [...above, markdownBlock(newest)], text: fallbackText(newest) };
}
