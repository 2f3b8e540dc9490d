import type { Root, Table } from 'mdast';
import { parseMarkdown } from '../../markdown/parse-markdown.ts';
import { tableText } from '../../markdown/table-text.ts';
import { fitsTableBlock } from './markdown/table-block.ts';

/** A stretch of an answer. */
export type AnswerPart =
	| { readonly kind: 'prose'; readonly markdown: string }
	/** `markdown`: the same as aligned text. */
	| { readonly kind: 'table'; readonly table: Table; readonly markdown: string };

/** An answer in prose and in tables that Slack can show as such; its other tables are aligned text within the prose. Pure. */
export function answerParts(markdown: string): AnswerPart[] {
	const tables = mayHoldTable(markdown) ? tablesOf(parseMarkdown(markdown)) : [];
	let at = 0;
	const parts: AnswerPart[] = [];
	for (const { table, start, end } of tables) {
		parts.push({ kind: 'prose', markdown: markdown.slice(at, start) });
		const aligned = `\`\`\`\n${tableText(table).replaceAll('```', "'''")}\n\`\`\``;
		parts.push(
			fitsTableBlock(table) ? { kind: 'table', table, markdown: aligned } : { kind: 'prose', markdown: aligned },
		);
		at = end;
	}
	parts.push({ kind: 'prose', markdown: markdown.slice(at) });
	return joined(parts.filter((part) => part.markdown.trim() !== ''));
}

/** Spares most answers the parser. */
function mayHoldTable(markdown: string): boolean {
	return markdown.includes('|') && /^[ \t|:-]+$/m.test(markdown);
}

/** Tables in a list or in a quote stay where they are. */
function tablesOf(root: Root | undefined): { readonly table: Table; readonly start: number; readonly end: number }[] {
	const nodes = root?.children ?? [];
	return nodes.flatMap((node) => {
		const start = node.position?.start.offset;
		const end = node.position?.end.offset;
		return node.type === 'table' && start !== undefined && end !== undefined ? [{ table: node, start, end }] : [];
	});
}

function joined(parts: readonly AnswerPart[]): AnswerPart[] {
	const result: AnswerPart[] = [];
	for (const part of parts) {
		const last = result.at(-1);
		if (part.kind === 'prose' && last?.kind === 'prose') result.splice(-1, 1, prose(last.markdown, part.markdown));
		else result.push(part);
	}
	return result;
}

function prose(first: string, second: string): AnswerPart {
	return { kind: 'prose', markdown: `${first.trimEnd()}\n\n${second.replace(/^\s*\n/, '')}` };
}
