import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as german } from '@orama/stemmers/german';

/** Words of questions and requests that say nothing of what a tool does, in the languages that most is asked in. */
const empty = new Set(
	`a an all and any are as at be been by can could did do does each for from get give given had has have how i if in into is it its like me much my
	need of on one or our out over per please shall should show so some that the their them then there these this to us use used uses using via want
	was we were what when where which who will with would you your
	aber alle am an auch auf aus bei bis bitte brauche das dem den der des die diese ein eine einem einen einer eines er es fur gib hat ich ihr im in
	ins ist jede jeder jedes kann man mein meine meinen meiner mich mir mit nach oder sich sie sind soll uber um und uns unser unsere vom von vor was
	welche welcher welches wenn wer wie wir wird zeige zu zum zur
	au aux ce ces comment combien dans de des du elle en est et il la le les leur ma mes mon notre nous ou par plus pour que quel quelle quelles quels qui
	sa se ses son sont sur un une vos votre vous y
	al como con cual cuales cuanto cuantos de del donde el ella es esta este la las lo los mi mis no o para por que se si sin son su sus un una uno y`.split(
		/\s+/,
	),
);

/** Of a longer text, and of a longer word, the start says enough. */
const longestText = 10_000;
const longestWord = 64;

/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The words of a text as they stand there, in small plain letters: snake_case and camelCase taken apart. Pure. */
export function plainWords(text: string): string[] {
	const apart = text
		.slice(0, longestText)
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
		.toLowerCase();
	return (apart.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, longestWord));
}

/** The words that say something. Pure. */
export function tellingWords(text: string): string[] {
	return plainWords(text).filter((word) => !empty.has(word));
}

/** Stems of the last few thousand words: the same ones come again with each tool. */
const kept = new Map<string, readonly string[]>();
const mostKept = 5_000;

/**
 * The stems of a word, by the rules of English and of German, as nobody says which of them it is; of scripts without spaces its pairs of
 * letters. Pure.
 */
export function stemsOf(word: string): readonly string[] {
	const known = kept.get(word);
	if (known) return known;
	const stems = unspaced.test(word) ? pairsOf(word) : [...new Set([english(word), german(word)])];
	if (kept.size >= mostKept) kept.clear();
	kept.set(word, stems);
	return stems;
}

function pairsOf(word: string): readonly string[] {
	const letters = [...word];
	const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
	return pairs.length === 0 ? [word] : [...new Set(pairs)];
}
