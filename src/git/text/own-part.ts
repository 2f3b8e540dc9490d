import { createHash } from 'node:crypto';

/** Around the part of a text that is ours to write anew. No code host shows them. */
const beginning = '<!-- threadsmith -->';
const ending = '<!-- /threadsmith -->';
/** At the beginning of a comment of ours: it is none of anybody else's, and no news. */
const commentMark = '<!-- threadsmith: comment -->';

/** Code hosts take 65,536 characters of a text. */
const mostBody = 65_000;

/** Text of ours between its marks; nothing in it can pass for one. Pure. */
export function ownPart(text: string): string {
	return `${beginning}\n\n${withoutMarks(text)}\n\n${ending}`;
}

/** A comment of ours. Pure. */
export function ownComment(text: string): string {
	return `${commentMark}\n\n${withoutMarks(text)}`;
}

/** Whether a comment begins as ours do. Pure. */
export function isOwnComment(body: string): boolean {
	return body.startsWith(commentMark);
}

/** By which a part of ours is known again, however its lines end. Pure. */
export function markOfPart(part: string): string {
	return createHash('sha256').update(plain(part)).digest('hex').slice(0, 16);
}

/**
 * The whole text with this part in the place of ours, which has the mark `was`; as it is where that stands there already. Undefined where there is none of
 * ours, or people have changed it, or it would be too long. Pure.
 */
export function withOwnPart(body: string, was: string | undefined, part: string): string | undefined {
	const from = body.lastIndexOf(beginning);
	const to = body.indexOf(ending, from);
	if (from === -1 || to === -1) return undefined;
	const there = markOfPart(body.slice(from, to + ending.length));
	if (there === markOfPart(part)) return body;
	const next = body.slice(0, from) + part + body.slice(to + ending.length);
	return there === was && next.length <= mostBody ? next : undefined;
}

/** Whether both say the same, however their lines end. Pure. */
export function isSameText(one: string, other: string): boolean {
	return plain(one) === plain(other);
}

function withoutMarks(text: string): string {
	return text.replaceAll('<!--', '<!- -');
}

function plain(text: string): string {
	return text.replaceAll('\r\n', '\n').trim();
}
