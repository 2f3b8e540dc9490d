import type { Notes } from './notes.ts';

/** Whatever base64 is not made of. */
const foreign = /[^A-Za-z0-9+/=\r\n]/;
const dataUrl = /^data:([a-z]+\/[a-z0-9.+-]{1,80});base64,/;

/** Markup can have addresses of its own, which whoever draws it fetches (https://www.w3.org/TR/SVG2/linking.html). */
const markup = /\b(?:svg|xml|html|xhtml)\b/i;

/** Base64 as it is, weighed; `undefined` where it is none, as an address is, or where it is markup. */
export function base64(value: unknown, mediaType: string, notes: Notes): string | undefined {
	if (typeof value !== 'string' || foreign.test(value) || markup.test(mediaType)) return undefined;
	notes.weigh(mediaType, value.length);
	return value;
}

/** A `data:` URL of base64 as it is, weighed, if its media type begins with one of `kinds`; `undefined` where it is none. */
export function inlineUrl(value: unknown, kinds: readonly string[], notes: Notes): string | undefined {
	if (typeof value !== 'string') return undefined;
	const [head = '', mediaType = ''] = dataUrl.exec(value.slice(0, 128)) ?? [];
	if (!kinds.some((kind) => mediaType.startsWith(kind))) return undefined;
	return base64(value.slice(head.length), mediaType, notes) === undefined ? undefined : value;
}
