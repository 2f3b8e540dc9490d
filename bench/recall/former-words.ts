/** Words that say nothing of what a tool does. */
const empty = new Set(
	'a an all and any are as at be by can each for from given has have in into is it its of on one or out over per that the their them then these this to use used uses using via when where which with'.split(
		' ',
	),
);

/** Of a longer text, and of a longer word, the start says enough; a stem is found by looking back. */
const longestText = 10_000;
const longestWord = 64;

/** The words of a text: snake_case and camelCase taken apart, lower case, in their stem, without those that say nothing. Pure. */
export function wordsOf(text: string): string[] {
	const apart = text
		.slice(0, longestText)
		.normalize('NFKD')
		.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
	const words = apart.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.filter((word) => !empty.has(word)).map((word) => stemOf(word.slice(0, longestWord)));
}

/** English endings, longest first; what is left has at least three letters. */
const endings: readonly (readonly [RegExp, string])[] = [
	[/ies$/, 'y'],
	[/(?<=s|x|z|ch|sh)es$/, ''],
	[/(?<=[^su])s$/, ''],
	[/(?<=[aeiouy].*)(?:ing|ed)$/, ''],
];

/** Enough that "sums", "summed" and "summing" are one word. Pure. */
function stemOf(word: string): string {
	if (word.length < 4) return word;
	const found = endings.find(([ending]) => ending.test(word));
	const stem = found ? word.replace(...found) : word;
	const whole = stem.length < 3 ? word : stem;
	return whole.replace(/([^aeiouls])\1$/, '$1').replace(/(?<=...)e$/, '');
}
