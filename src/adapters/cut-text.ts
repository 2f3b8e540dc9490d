/** At most `most` characters, the last one `…` where something is left out; never half a character. Pure. */
export function cutText(text: string, most: number): string {
	if (text.length <= most) return text;
	const kept = text.slice(0, most - 1);
	return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** Every run of white space as one space. Pure. */
export function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
