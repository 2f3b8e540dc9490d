import { escapeHtml } from '../page/escape-html.ts';

/** Who a mention names: a person, a role, a channel. Undefined: nobody that is known. */
export type NameOf = (id: string) => string | undefined;

/** Inline constructs, in the order in which Discord looks for them. The first group that is there is the content. */
const atoms =
	/(?<code>`+)(?<inside>[^\n]*?[^`])\k<code>(?!`)|\\(?<escaped>[^\w\s])|\[(?<label>[^\]\n]+)\]\(<?https?:[^)\s>]+>?\)|<(?<kind>@[!&]?|#)(?<id>\d+)>|<a?:(?<emoji>\w+):\d+>|<t:(?<time>\d+)(?::\w)?>|<?(?<link>https?:\/\/[^\s<>]+)>?/g;

/** Discord's Markdown within a line as HTML: code, links, mentions, times, bold, italics, underlines, strikes, spoilers. Pure. */
export function renderInline(markdown: string, nameOf: NameOf): string {
	const kept: string[] = [];
	const keep = (html: string) => `\ue000${kept.push(html) - 1}\ue001`;
	const held = markdown.replaceAll(atoms, (...match) => keep(renderAtom(match.at(-1), nameOf)));
	return restored(fonts(escapeHtml(held)), kept);
}

interface Atom {
	readonly inside?: string;
	readonly escaped?: string;
	readonly label?: string;
	readonly kind?: string;
	readonly id?: string;
	readonly emoji?: string;
	readonly time?: string;
	readonly link?: string;
}

function renderAtom({ inside, escaped, label, kind, id, emoji, time, link }: Atom, nameOf: NameOf): string {
	if (inside !== undefined) return `<code>${escapeHtml(inside)}</code>`;
	if (label !== undefined) return `<a>${renderInline(label, nameOf)}</a>`;
	if (id !== undefined)
		return `<span class="mention">${kind === '#' ? '#' : '@'}${escapeHtml(nameOf(id) ?? id)}</span>`;
	if (time !== undefined) return `<span class="time">${clockOf(Number(time))}</span>`;
	if (link !== undefined) return `<a>${escapeHtml(link)}</a>`;
	return escapeHtml(escaped ?? `:${emoji}:`);
}

function clockOf(seconds: number): string {
	return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 16);
}

function fonts(html: string): string {
	return html
		.replaceAll(/\*\*\*(\S(?:.*?\S)?)\*\*\*/gs, '<b><i>$1</i></b>')
		.replaceAll(/\*\*(\S(?:.*?\S)?)\*\*/gs, '<b>$1</b>')
		.replaceAll(/__(\S(?:.*?\S)?)__/gs, '<u>$1</u>')
		.replaceAll(/\*(\S(?:.*?\S)?)\*/gs, '<i>$1</i>')
		.replaceAll(/(?<!\w)_(\S(?:.*?\S)?)_(?!\w)/gs, '<i>$1</i>')
		.replaceAll(/~~(\S(?:.*?\S)?)~~/gs, '<s>$1</s>')
		.replaceAll(/\|\|(\S(?:.*?\S)?)\|\|/gs, '<span class="spoiler">$1</span>');
}

function restored(html: string, kept: readonly string[]): string {
	return html.replaceAll(/\ue000(\d+)\ue001/g, (_, at: string) => kept[Number(at)] ?? '');
}
