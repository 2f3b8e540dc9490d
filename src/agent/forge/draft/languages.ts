/** Words that nearly every sentence of a language has, and that hardly stand in one of another. */
const small: Readonly<Record<string, ReadonlySet<string>>> = {
	English: words('the and of is are with from for this that which how many please can my what into each by as'),
	German: words(
		'der die das und ist nicht mit aus eine einen einer wie bitte ich wir auf für von dem den zu mir alle jede',
	),
	French: words('le les des est une dans pour avec sur qui je nous et du au aux ces quelle combien chaque depuis'),
	Spanish: words('el los las una del por para con que cuántos cuál y cada mi está desde hay todos'),
	Italian: words('il gli della delle che per con una sono quanti come ogni dal nella di questo'),
	Portuguese: words('os das dos uma não para com que quantos cada você em do da são meu'),
	Dutch: words('het een van en niet met voor hoeveel ik wij dit elke uit naar zijn mijn'),
	Polish: words('i w z na do jest nie ile każdy proszę się oraz dla tego'),
	Swedish: words('och att det är en som för med inte hur många av till jag vi varje'),
	Turkish: words('ve bir bu için ile kaç her mi nasıl olan değil lütfen'),
};

/** Scripts that say the language, or nearly. The kana come before the signs that Japanese shares with Chinese. */
const scripts: readonly (readonly [string, RegExp])[] = [
	['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
	['Korean', /\p{Script=Hangul}/u],
	['Chinese', /\p{Script=Han}/u],
	['Ukrainian', /[іїєґ]/iu],
	['Russian', /\p{Script=Cyrillic}/u],
	['Greek', /\p{Script=Greek}{2}/u],
	['Arabic', /\p{Script=Arabic}/u],
	['Hebrew', /\p{Script=Hebrew}/u],
	['Hindi', /\p{Script=Devanagari}/u],
	['Thai', /\p{Script=Thai}/u],
];

const fewest = 2;
const longest = 2_000;
const most = 3;

function words(text: string): ReadonlySet<string> {
	return new Set(text.split(' '));
}

/** The languages beside English that some texts are in, most of them first, at most three. A short text may not tell. Pure. */
export function languagesIn(texts: readonly string[]): readonly string[] {
	const counts = new Map<string, number>();
	for (const language of texts.map(languageOf)) {
		if (language !== undefined && language !== 'English') counts.set(language, (counts.get(language) ?? 0) + 1);
	}
	const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
	return sorted.slice(0, most).map(([language]) => language);
}

function languageOf(text: string): string | undefined {
	const start = text.slice(0, longest);
	const [script] = scripts.find(([, letters]) => letters.test(start)) ?? [];
	if (script !== undefined) return script;
	const said = new Set(start.toLowerCase().match(/\p{L}+/gu));
	const [best, next] = Object.entries(small)
		.map(([language, its]) => ({ language, found: [...said].filter((word) => its.has(word)).length }))
		.toSorted((one, other) => other.found - one.found);
	if (!best || best.found < fewest || best.found === next?.found) return undefined;
	return best.language;
}
