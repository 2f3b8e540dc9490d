/**
 * The marks around a quotation, the inner ones first: in an error as JSON its own words have escaped ones, and so have, twice, those of an error
 * within that. An apostrophe is none.
 */
const marks: readonly RegExp[] = [
	/\\{3}"((?:[^\\"]|\\(?!\\\\")){1,2000}?)\\{3}"/g,
	/(?<!\\)\\"((?:\\{3}"|[^\\"]|\\(?!")){1,2000}?)(?<!\\)\\"/g,
	/(?<![\p{L}\p{N}])'((?:(?<!\\)\\+"|[^'"]){1,2000})'(?![\p{L}\p{N}])/gu,
	/`((?:(?<!\\)\\+"|[^`"]){1,2000})`/g,
	/[“„«]((?:(?<!\\)\\+"|[^“”„«»"]){1,2000})[“”»]/g,
];

/** Words of a refusal: a server, or one behind it, that is quoted has some; those of a person who is quoted may have others. */
const ofRefusal =
	/\b(not|cannot|only|must|invalid|(un)?supported|requires?|required|expect(ed|s)?|exceed(s|ed)?)\b|n['’]t\b/i;

/** Before the sentence of an error within an error, as JSON or as Python writes it. */
const beforeSentence = /(?:\b|_)(message|msg|details?|error|raw|reason|title|description)[\\"']*\s*[:=]\s*$/i;

/**
 * An error without its quotations of several words, unless they read like a refusal of their own: what a person wrote says nothing of the server.
 * Names in quotation marks stay, as servers name fields so. Pure.
 */
export function withoutQuotations(error: string): string {
	return unquoted(
		error,
		(quoted, before) => hasWords(quoted, 3) && !ofRefusal.test(quoted) && !beforeSentence.test(before),
	);
}

// Each is looked for in all that was sent.
const mostSought = 40;

/** An error without its quotations of several words that were `sent`. Pure. */
export function withoutSent(error: string, sent: () => string): string {
	let sought = 0;
	let said: string | undefined;
	return unquoted(error, (quoted) => {
		if (!hasWords(quoted, 2) || sought++ >= mostSought) return false;
		said ??= wordsOf(sent());
		return said.includes(wordsOf(quoted).slice(0, 200));
	});
}

function unquoted(error: string, isCut: (quoted: string, before: string) => boolean): string {
	return marks.reduce(
		(text, mark) =>
			text.replaceAll(mark, (whole: string, quoted: string, ...rest: readonly unknown[]) => {
				const at = rest.find((one) => typeof one === 'number') ?? 0;
				return isCut(quoted, text.slice(Math.max(0, at - 40), at)) ? '…' : whole;
			}),
		error,
	);
}

/** A field's name is one word, whatever else it has inside. */
function hasWords(quoted: string, least: number): boolean {
	return quoted.split(/(?:\s|\\[nrt])+/, least + 2).filter(Boolean).length >= least;
}

/** Words alone, one space between them, so that a quotation is found however it is escaped or broken into lines. */
function wordsOf(text: string): string {
	return text
		.replaceAll(/\\[nrt]/g, ' ')
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.toLowerCase();
}
