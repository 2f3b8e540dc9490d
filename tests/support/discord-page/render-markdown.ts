import { withoutMarkers } from '../../../src/adapters/discord/marker.ts';
import { escapeHtml } from '../page/escape-html.ts';
import { type NameOf, renderInline } from './render-inline.ts';

/** Discord's Markdown as HTML. Lines are kept as they are; headings 1 to 3, small print, quotes, lists and code blocks. Pure. */
export function renderMarkdown(markdown: string, nameOf: NameOf): string {
	const pieces = withoutMarkers(markdown).split(/```(?:([\w+-]*)\n)?([\s\S]*?)```\n?/);
	// Every third piece is text between code blocks, which the language and the code follow.
	return pieces
		.map((piece, at) => {
			if (at % 3 === 0) return renderLines(piece ?? '', nameOf);
			return at % 3 === 2 ? `<pre>${escapeHtml((piece ?? '').replace(/\n$/, ''))}</pre>` : '';
		})
		.join('');
}

function renderLines(text: string, nameOf: NameOf): string {
	const lines = text.replace(/\n$/, '').split('\n');
	return text.trim() === '' ? '' : lines.map((line) => renderLine(line, nameOf)).join('');
}

interface LineForm {
	readonly pattern: RegExp;
	readonly html: (inner: string, mark: string) => string;
}

/** The last group of a pattern is what the line says, the first its mark. */
const forms: readonly LineForm[] = [
	{ pattern: /^(#{1,3}) +(\S.*)$/, html: (inner, { length }) => `<h${length}>${inner}</h${length}>` },
	{ pattern: /^(-#) +(\S.*)$/, html: (inner) => `<div class="small">${inner}</div>` },
	{ pattern: /^(>) (.*)$/, html: (inner) => `<blockquote>${inner || '&nbsp;'}</blockquote>` },
	{ pattern: /^( *)[-*] +(\S.*)$/, html: (inner, mark) => item('•', inner, mark.length) },
	{ pattern: /^( *\d+\.) +(\S.*)$/, html: (inner, mark) => item(mark.trim(), inner, mark.length - mark.trim().length) },
];

function renderLine(line: string, nameOf: NameOf): string {
	for (const { pattern, html } of forms) {
		const [, mark, words] = pattern.exec(line) ?? [];
		if (mark !== undefined && words !== undefined) return html(renderInline(words, nameOf), mark);
	}
	return line.trim() === '' ? '<div class="gap"></div>' : `<div>${renderInline(line, nameOf)}</div>`;
}

function item(mark: string, inner: string, indent: number): string {
	return `<div class="item" style="margin-left:${8 + indent * 8}px"><span>${mark}</span><div>${inner}</div></div>`;
}
