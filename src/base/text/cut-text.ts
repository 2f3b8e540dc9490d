/** At most `most` characters, the last one `…` where something is left out; never half a character. Pure. */
export function cutText(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${headOf(text, most - 1)}…`;
}

/** The first `most` characters, one less where that would be half a character. Pure. */
export function headOf(text: string, most: number): string {
	const kept = text.slice(0, most);
	return text.length > most && /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
}

/** Every run of white space as one space. Pure. */
export function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}

/** How much of a text is read for a line of `most` characters: white space and marks take more than they show. */
const readShare = 8;

/** The beginning of a text, as much as a line of `most` characters can be made of; what is left out shows as `…`. Pure. */
export function beginningFor(text: string, most: number): string {
	return text.length <= readShare * most ? text : `${headOf(text, readShare * most)}…`;
}
