/** How text looks in the languages that an encoding is used for. Each pattern is linear. */
export interface Looks {
	/** A word with letters beyond ASCII fits one of these, … */
	readonly words: readonly RegExp[];
	/** … and not this, which another encoding makes of its own words. */
	readonly never?: RegExp;
	/** No whole text has this. */
	readonly nowhere?: RegExp;
	/** Its commonest characters, and their least share of all beyond ASCII. */
	readonly common: string;
	readonly share: number;
	/** Characters beyond ASCII that it takes to tell. */
	readonly least: number;
}

const letter = '[a-zA-Z\\u0080-\\uffff]';

/** Signs where they stand in text: before a word, behind one, between two. Elsewhere they are another encoding's letters. */
const signs: readonly RegExp[] = [
	/[\u00a0\u3000-\u3002\u3008-\u3011\u3014\u3015\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/g,
	/’(?=(?:s|t|re|ll|ve|d|m)\b)|(?<=\b(?:[cdjlmnst]|qu))’/gi,
	/(?<=[a-z]{3})[–—](?=[a-z]{3})|µ(?=[a-z]{1,2}\b)/gi,
	/(?<=„[^„“\n]{1,200})“/g,
	new RegExp(`(?<!${letter})[«»‹›“”„‘’‚–—¿¡]`, 'g'),
	new RegExp(`(?<!${letter})(?:[•€£¥±×÷©®°§№¹¼½¾µ](?!${letter})|°(?=[CF]\\b))`, 'g'),
	/(?<=\bC?[mM])[²³]|(?<=\d|\b[nNdD])[ªº]/g,
	new RegExp(`[«»‹›”‘’–—…€£™®°](?!${letter})`, 'g'),
];

/** Letters of one language: capitals only at the beginning, or throughout; and what its words never have. A long one is none. */
const latin = (small: string, { plain = 'a-z', never = '(?!)' } = {}) => {
	const large = `${plain}${small}`.toUpperCase();
	return new RegExp(
		`^(?=.{1,64}$)(?!.*(?:${never}))(?:[${large}]?[${plain}${plain.toUpperCase()}${small}]+|[${large}]+)$`,
	);
};

const latinate = 'a-jl-vx-z';

/** Of words in Baltic and Slavic languages, read so. */
const notFrench = [
	...['ij|è[aiouyj]|^è|^È(?![vrz])|[eé]è|ç(?![aouâàéôû]|$)|û[^tcrlmnse]|(?<![aeiouAEIOU])ë|ïa|âï'],
	...['[âêîôûèë].*(?:a|[^eao]u)$|[âîû].*[iâ]s$'],
].join('|');

/** Languages written in it, a line each, with the letters of https://www.unicode.org/reports/tr35/tr35-general.html#Character_Elements that are not seldom; a word mixes no two. */
export const western: Looks = {
	words: [
		latin('àâçéèêëîïôœùûü', { plain: latinate, never: notFrench }),
		/^[A-ZÄÖÜ]?[a-zA-Zäöüßé]+$|^[A-ZÄÖÜß]+$/,
		latin('áéíóúüñ', { never: 'ñ(?![aeiouáéíóú])|Ñ(?![AEIOUÁÉÍÓÚaeiouáéíóú])' }),
		latin('àçéèíïòóúü', { plain: latinate, never: 'è[iouyj]|ç(?![aouàóòú]|$)|ij|^[èÈ](?!poc|tic|xit|pic)|[eé]è' }),
		latin('áàâãçéêíóôõú', { plain: 'a-jl-vxz', never: 'õ(?!e)|ã(?![oesi]|$)|ç(?![aouáãóõôú])|ij' }),
		/^[A-Z]?[a-hilm-vzé]+[àèéìòù]$|^[ÀÈÉÌÒÙàèéìòù]$/,
		latin('ëïéèöü', { never: '(?<![aeiou])[ëï]|è[aiouyjk]|^[èÈ]|[eé]è|ïa' }),
		latin('åäöé'),
		latin('äöšž', { plain: 'abd-pr-vy', never: 'š[^aeiouk]' }),
		latin('æøåéóü', { never: '^Øe|.{4}ø$' }),
		/^(?!.*(?:[tmndTMND]ð|ieð))[A-ZÁÉÍÓÚÝÞÆÖþ]?[abd-pr-vxyáéíóúýðæö]+$|^[A-ZÁÉÍÓÚÝÐÞÆÖ]+$/,
		latin('äõöü', { plain: 'abd-pr-v' }),
	],
	// Turkish, Romanian and Hungarian, read so, have letters together that no language has that is written in it, or end otherwise.
	nowhere: /^(?=.*[ðþýÝÞ])(?=.*[çÇ])|^(?!.*ão).*ã(?![eo])|^(?!.*ä).*õ(?!e)/s,
	common: 'éèàüöäßñçóíáâêôåæøîûëïãõœúùìòðþýÉÈÀÜÖÄÑÇÓÍÁÂÊÔÅÆØÎÚÞ',
	share: 0.7,
	least: 0,
};

export const cyrillic: Looks = {
	words: [/^[А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]+$/, /^[А-ЯЁІЇЄҐЎ]+$/],
	// Short i follows a vowel or the soft sign, the hard sign is no end: Hebrew, read so, knows nothing of it.
	never: /[^аеиоуыэюяёіїєьАЕИОУЫЭЮЯЁІЇЄЬ][йЙ]|ъ$/,
	// The capitals of the Macintosh are signs in it.
	nowhere: /(?<![а-яёА-ЯЁ])[‹’‘”—–…†‡][а-яё]/,
	// Small ones alone: Hebrew is capitals, read as KOI8.
	common: 'оеаинтрслвкмд',
	share: 0.5,
	least: 8,
};

/** Runs of two and more, between letters of ASCII too, or one by itself. */
const runsOf = (letters: string) =>
	new RegExp(`^[a-zA-Z]*(?:[${letters}]{2,}[a-zA-Z]+)*(?:[${letters}]{2,})?$|^[${letters}]$`);

const han = '\\u4e00-\\u9fff';

export const japanese: Looks = {
	words: [runsOf(`\\u3005\\u3041-\\u30ff${han}`)],
	common: `${kana()}日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨京都府県市区町村氏住所阪古屋神横浜島田井藤佐会社株式`,
	share: 0.3,
	least: 2,
};

export const korean: Looks = {
	words: [runsOf('가-힣')],
	common: '이다는을의에가고하지도로은기리사서어시인자대아나스전정수해부그를한있있일라보구주안게들소여상',
	share: 0.25,
	least: 6,
};

export const simplified: Looks = {
	words: [runsOf(han)],
	common:
		'的一是不了在有人我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏',
	share: 0.4,
	least: 4,
};

export const traditional: Looks = {
	words: [runsOf(han)],
	common:
		'的一是不了在有人我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物台象記邊共風戰接它許八特覺望直服毛林題建南度統色字請交愛讓認算論百吃義科怎元社術結六功指思非流每青管夫連遠資隊跟帶花快條院變聯言權往展該領傳近留紅治決週保達辦運武半候七必城父強步完革深區即求品士轉量空甚眾技輕程告江語英基派滿式李息寫呢識極令黃德收臉錢黨倒未持取設始版雙歷越史商千片容研像找友孩站廣改議形委早房音火際則首單據導影失拿網香似斯專石若兵弟誰校讀志飛觀爭究包組造落視濟喜離雖壞',
	share: 0.4,
	least: 6,
};

function kana(): string {
	return String.fromCharCode(...Array.from({ length: 0x30ff - 0x3040 }, (_, at) => 0x3041 + at));
}

/** Whether text looks so; one word in ten may be of another language. Linear. */
export function looksSo(text: string, looks: Looks): boolean {
	const plain = signs.reduce((left, sign) => left.replace(sign, ' '), text);
	const words = plain.match(/[a-zA-Z\u0080-\uffff]+/g) ?? [];
	const beyond = words.filter((word) => /[\u0080-\uffff]/.test(word));
	const fitting = beyond.filter((word) => fits(word, looks));
	if (fitting.length < beyond.length * 0.9 || looks.nowhere?.test(text)) return false;
	const letters = [...beyond.join('')].filter((letter) => letter > '\x7f');
	const known = new Set(looks.common);
	const common = letters.filter((letter) => known.has(letter)).length;
	return letters.length >= looks.least && common >= letters.length * looks.share;
}

function fits(word: string, { words, never }: Looks): boolean {
	return words.some((pattern) => pattern.test(word)) && !never?.test(word);
}
