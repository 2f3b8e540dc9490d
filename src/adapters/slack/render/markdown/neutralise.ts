const nothing = '\u200b';

/** `<`, as itself or as Markdown's entity for it. */
const less = '<|&lt;|&#0{0,5}60;|&#x0{0,5}3c;';
/** `@`, or `!` that begins no declaration of HTML, likewise. */
const mark = '@|!(?!--|doctype|\\[cdata)|&(?:excl|commat|#0{0,5}(?:33|64)|#x0{0,5}(?:21|40));';
/** Text that Slack could take for a mention: `<!channel>`, `<!subteam^S1>`, `<@U1>`; Markdown drops a backslash. */
const live = new RegExp(`(?:${less})(?=\\\\?(?:${mark}))`, 'gi');
const named = /@(?=channel|here|everyone)/gi;
const controls = /[^\P{Cc}\n\t]/gu;

/** An end of a text that may grow into something that `neutralise` changes. It matches more than needed, never less. */
const undecided = new RegExp(
	[
		'&[#a-z0-9]{0,10}',
		'(?:<|&[#a-z0-9]{1,10};)\\\\?(?:!(?:-|d[octype]{0,6}|\\[[cdat]{0,5})?|&[#a-z0-9]{0,10};?|@[a-z]{0,8})?',
		'@(?:c[hanel]{0,6}|h[er]{0,3}|e[veryon]{0,7})?',
		'[\\ud800-\\udbff]',
	]
		.map((pattern) => `(?:${pattern})$`)
		.join('|'),
	'i',
);
const leadAtEnd = new RegExp(`(?:${less})\\\\?$`, 'i');

/** From where on `text` is to be kept back until more of it has come: what stands before can be neutralised alone. Pure. */
export function undecidedFrom(text: string): number {
	const at = text.search(undecided);
	if (at === -1) return text.length;
	// It may be the mark of a `<` before it, which is no mark itself: what is kept back stays short.
	const lead = /[@&]/.test(text.charAt(at)) ? leadAtEnd.exec(text.slice(Math.max(0, at - 13), at)) : null;
	return lead ? at - lead[0].length : at;
}

/** Without control characters but line endings and tabs: Slack may drop them, and what they kept apart would meet. Pure. */
export function withoutControls(text: string): string {
	return text.replace(controls, '');
}

/**
 * The text with nothing in it that could ping anybody in Slack, however it is sent: a character of no width stands inside whatever could
 * be a mention, `@here` and `@channel` among them. Links and everything else stay. Twice is once. Pure.
 */
export function neutralise(text: string): string {
	return withoutControls(text).toWellFormed().replace(live, `$&${nothing}`).replace(named, `@${nothing}`);
}
