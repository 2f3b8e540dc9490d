/** Slack escapes these three and no others. Pure. */
export function escapeEntities(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The characters that Slack has escaped. Pure. */
export function unescapeEntities(text: string): string {
	return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
