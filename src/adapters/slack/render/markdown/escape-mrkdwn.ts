/** Mrkdwn's own characters as they are written. Pure. */
export function escapeMrkdwn(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
