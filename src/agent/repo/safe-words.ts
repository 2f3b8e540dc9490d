import { visible } from '../../base/text/markdown.ts';
import { shorten } from '../../base/text/shorten.ts';

/** Text of others as it was written, within Markdown of ours: nothing in it is Markdown, a mention, or hidden. Lines stay. Pure. */
export function inert(text: string): string {
	return visible(text)
		.replaceAll(/[\\`*_~|<>[\]#!]/g, '\\$&')
		.replaceAll(/@(?=[\w&!])/g, '@ ');
}

/** As `inert`, on one line of at most `most` characters. Pure. */
export function inertLine(text: string, most: number): string {
	return inert(
		shorten(
			text
				.slice(0, 4 * most)
				.replaceAll(/\s+/g, ' ')
				.trim(),
			most,
		),
	);
}

/** A name of others as code within a line. Pure. */
export function asCode(name: string): string {
	return `\`${shorten(visible(name.slice(0, 500)).replaceAll('`', "'").replaceAll(/\s/g, ' '), 150)}\``;
}

/** Each line as a quote. Pure. */
export function quoted(text: string): string {
	return text.replaceAll(/^/gm, '> ');
}

/** With the end of a sentence. Pure. */
export function sentence(why: string): string {
	return /[.!?]$/.test(why) ? why : `${why}.`;
}
