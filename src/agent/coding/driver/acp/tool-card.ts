import { sanitise, tailOf } from '../../../../sandbox/guest/sanitise.ts';
import type { FileDiff, ToolCard, ToolResults, ToolStatus } from '../../update.ts';
import { bounds } from '../bounds.ts';
import { block, isCut, line } from '../safe-text.ts';
import { countLines } from './count-lines.ts';
import type { WireContent, WireDiff, WireTool } from './wire.ts';

/** A tool card after what one more message tells of it; what that does not tell stays. Pure. */
export function mergeCard(card: ToolCard | undefined, told: WireTool): ToolCard {
	const results = told.content ? resultsOf(told.content) : card?.results;
	const deed = deedOf(told);
	const whole = deed === undefined ? card?.whole : wholeOf(deed);
	return {
		id: told.toolCallId,
		title: deed === undefined ? (card?.title ?? 'a tool') : line(deed, bounds.title),
		...(whole !== undefined && { whole }),
		toolKind: told.kind === undefined ? (card?.toolKind ?? 'other') : line(told.kind, bounds.title),
		status: statuses.get(told.status ?? '') ?? card?.status ?? 'running',
		...(results && { results }),
	};
}

const statuses: ReadonlyMap<string, ToolStatus> = new Map([
	['pending', 'running'],
	['in_progress', 'running'],
	['completed', 'done'],
	['failed', 'failed'],
]);

/** A command says more than the title "bash", which is how some call it. */
function deedOf({ title, rawInput }: WireTool): string | undefined {
	const told = rawInput?.command ?? title;
	return told === undefined || told.trim() === '' ? undefined : told;
}

/** Where it is more than a line shows. */
function wholeOf(deed: string): string | undefined {
	if (line(deed, bounds.title) === deed) return undefined;
	return isCut(deed, bounds.deed) ? `${block(deed, bounds.deed)}…` : block(deed, bounds.deed);
}

function resultsOf(content: readonly WireContent[]): ToolResults {
	const all = content.filter((part): part is WireDiff => part.type === 'diff');
	const diffs = all.slice(0, bounds.diffsOfCard).map(diffOf);
	const last = diffs.at(-1);
	if (last && all.length > diffs.length) diffs.splice(-1, 1, { ...last, cut: true });
	const output = content.flatMap((part) => (part.type === 'text' ? [tailOf(part.text, bounds.output)] : [])).join('\n');
	return { diffs, output: tailOf(sanitise(tailOf(output, bounds.output)), bounds.output) };
}

function diffOf({ path, oldText, newText }: WireDiff): FileDiff {
	const cut = isCut(newText, bounds.diffSide) || isCut(oldText ?? '', bounds.diffSide);
	return {
		path: line(path.replace(/^(?:\/session\/disk)?\/workspace\//, ''), bounds.path),
		...countLines(oldText ?? '', newText),
		...((oldText ?? undefined) !== undefined && { before: block(oldText ?? '', bounds.diffSide) }),
		after: block(newText, bounds.diffSide),
		...(cut && { cut: true as const }),
	};
}

/** Characters that a card's diffs hold. Pure. */
export function diffSize(card: ToolCard): number {
	const sizes = card.results?.diffs.map(({ before = '', after }) => before.length + after.length) ?? [];
	return sizes.reduce((sum, size) => sum + size, 0);
}

/** The card with the names and counts of its diffs alone. Pure. */
export function withoutTexts(card: ToolCard): ToolCard {
	if (!card.results) return card;
	const diffs = card.results.diffs.map(({ before: _, ...diff }): FileDiff => ({ ...diff, after: '', cut: true }));
	return { ...card, results: { ...card.results, diffs } };
}
