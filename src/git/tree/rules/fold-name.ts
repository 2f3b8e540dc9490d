/** HFS+ sees none of these in a name; git has the same list (CVE-2014-9390). */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
const ascii = /^\p{ASCII}*$/u;

/**
 * Two names that fold alike are one file on a system that tells neither case nor Unicode's forms apart (macOS, Windows). Full case folding by way of
 * capitals: "ß" and "SS" are one. Pure.
 */
export function foldName(name: string): string {
	if (ascii.test(name)) return name.toLowerCase();
	const small = name
		.replaceAll(ignorable, '')
		.normalize('NFD')
		.toLowerCase()
		.toUpperCase()
		.normalize('NFD')
		.toLowerCase();
	// JavaScript has another small sigma at the end of a word.
	return small.replaceAll('ς', 'σ').normalize('NFC');
}
