import type { APIEmbed } from 'discord-api-types/v10';
import { edge } from './render-component.ts';
import { type NameOf, renderInline } from './render-inline.ts';
import { renderMarkdown } from './render-markdown.ts';

/** An embed as HTML: title, description, fields, footer. Pure. */
export function renderEmbed({ title, description, fields = [], footer, color }: APIEmbed, nameOf: NameOf): string {
	const parts = [
		title === undefined ? '' : `<b>${renderInline(title, nameOf)}</b>`,
		description === undefined ? '' : renderMarkdown(description, nameOf),
		...fields.map(
			({ name, value }) => `<div><b>${renderInline(name, nameOf)}</b></div>${renderMarkdown(value, nameOf)}`,
		),
		footer === undefined ? '' : `<div class="small">${renderInline(footer.text, () => undefined)}</div>`,
	];
	return `<div class="embed" ${edge(color)}>${parts.join('')}</div>`;
}
