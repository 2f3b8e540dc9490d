import { fileURLToPath } from 'node:url';

/** A file that a message names with `@`. */
export interface Mention {
	/** As it stands in the message, with the `@`. */
	readonly raw: string;
	/** The paths it may mean, likeliest first: `@data.csv.` at the end of a sentence may or may not own its full stop. */
	readonly paths: readonly string[];
	/** A pattern of the shell that it may be where there is no such file; none that goes down without end. */
	readonly pattern?: string;
}

/** Linux's PATH_MAX: what is longer is no path. It also bounds how far a quote is looked for that is not there. */
const most = 4096;
/**
 * The quotes of a shell's word: 'a b', "a \"b\"", $'a\tb' (POSIX.1-2024, Shell Command Language, 2.2). They count where a name, or a part
 * of one, may begin, so that an apostrophe is none. Telephones and editors of letters make round ones of them.
 */
const quoted = `(?<=[@/'"]|\\\\.)(?:'[^'\\n]{0,${most}}'|\\$?"(?:[^"\\\\\\n]|\\\\.){0,${most}}"|\\$'(?:[^'\\\\\\n]|\\\\.){0,${most}}'|“[^“”\\n]{0,${most}}”|‘[^‘’\\n]{0,${most}}’|„[^„“”\\n]{0,${most}}[“”]|«[^«»\\n]{0,${most}}»|「[^「」\\n]{0,${most}}」)`;
const part = `(?:${quoted}|\\\\.|(?![,;、，；]@)[^\\s\\\\])`;
/** Writing without spaces, and Korean, which puts its endings right behind a name. */
const joined = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
/**
 * An `@` counts at the start of a word only, also of one in quotes or marks of Markdown, so that mail addresses are none; behind a comma that ends
 * another one; and, where no spaces are written, behind a letter or mark, if what it names looks like a file.
 */
const start = `(?<=^|[\\s([{,;]|(?:^|[\\s([{])["'“‘„«\`*_]{1,3})@(?=[^\\s@])|(?<=[${joined}、，。：；！？（「『])@(?=[^\\s@]*[./])`;
const mention = new RegExp(`(?:${start})(${part}+)`, 'gu');
const parts = new RegExp(part, 'gu');
const trailingMarks = /(?<![.,;:!?)\]}'"’”“»…—。，、；：！？）」』])[.,;:!?)\]}'"’”“»…—。，、；：！？）」』]+$/;
/** Where a sentence without spaces goes on behind a name: at its marks, or at a letter behind the name's ending. */
const beforeMark = /^[^。，、；：！？（）「」『』]+(?=[。，、；：！？（）「」『』])/u;
const beforeLetter = new RegExp(`^.*?\\.[a-z0-9]{1,8}(?=[${joined}])`, 'isu');

/** The files that `text` names: `@data.csv`, `@"my file.csv"`, `@'my file.csv'`, `@my\ file.csv`, `@~/x`, `@./x`, `@*.csv`, each once. */
export function findMentions(text: string): readonly Mention[] {
	const found = new Map<string, Mention>();
	for (const { 0: raw, 1: given = '', index } of text.matchAll(mention)) {
		const word = isQuoteMark(text.charAt(index - 1)) ? given.replace(closingQuote, '') : given;
		const names = meaningsOf(word);
		const paths = [...new Set(names.flatMap(meantBy))];
		const isBare = !/["'\\“‘„«「]/.test(word);
		const pattern = isBare && /[*?[]/.test(word) && !word.includes('**') ? { pattern: names.at(-1) ?? word } : {};
		found.set(paths.join('\n'), { raw: isBare ? `@${names.at(-1)}` : raw, paths, ...pattern });
	}
	return [...found.values()];
}

const closingQuote = /(?<!["'”’“»`*_])["'”’“»`*_]+[.,;:!?)\]}]*$/;

function isQuoteMark(char: string): boolean {
	return /["'“‘„«`*_]/.test(char);
}

/** As a shell reads the word; as it stands there; and up to an apostrophe: `@data.csv's rows`. */
function meaningsOf(word: string): readonly string[] {
	const read = withoutMarks(unquoted(word));
	const isBare = !/^(?:\$?["']|[“‘„«「])/.test(word) && /["'\\’]/.test(word);
	const bare = isBare ? withoutMarks(/^\S+/.exec(word)?.[0] ?? '') : [];
	const owner = /^[^'’‘"\\]*[\p{L}\p{N}](?=['’])/u.exec(word);
	return [...read, ...bare, ...(owner ?? []), ...(beforeMark.exec(word) ?? []), ...(beforeLetter.exec(word) ?? [])];
}

function withoutMarks(path: string): readonly string[] {
	const trimmed = path.replace(trailingMarks, '');
	return [path, ...(trimmed === path || trimmed === '' ? [] : [trimmed])];
}

/** The path, and what is meant by it here: accents are written in two ways, and Windows' drives are below /mnt in its Linux. */
function meantBy(word: string): readonly string[] {
	const path = ofUrl(word).replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, '~');
	const drive = /^([a-z]):[\\/](.*)$/i.exec(path);
	const mounted = drive ? [`/mnt/${drive[1]?.toLowerCase()}/${drive[2]?.replaceAll('\\', '/')}`] : [];
	return [path, path.normalize('NFC'), path.normalize('NFD'), ...mounted];
}

/** File managers put these into the clipboard; some with one slash. */
function ofUrl(path: string): string {
	if (!/^file:\//i.test(path)) return path;
	try {
		return fileURLToPath(path);
	} catch {
		return path;
	}
}

function unquoted(word: string): string {
	// The quotes look back at what is before them.
	const pieces = [...`@${word}`.matchAll(parts)].slice(1);
	return pieces.map(([piece]) => unquotedPart(piece)).join('');
}

const controls: Readonly<Record<string, string>> = {
	n: '\n',
	t: '\t',
	r: '\r',
	a: '\x07',
	b: '\b',
	e: '\x1b',
	f: '\f',
	v: '\v',
};
/** Bytes come in rows, `\303\274` for ü: GNU ls writes them so where it takes a name for unprintable. */
const escapes = /((?:\\x[0-9a-f]{1,2}|\\[0-7]{1,3})+)|\\u([0-9a-f]{1,4})|\\(.)/gi;

function unescaped(_all: string, bytes: string | undefined, unit: string | undefined, char = ''): string {
	if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
	if (bytes === undefined) return controls[char] ?? char;
	const codes = bytes.split('\\').slice(1);
	const values = codes.map((code) =>
		/^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 8),
	);
	return Buffer.from(values).toString('utf8');
}

function unquotedPart(piece: string): string {
	if (piece.length === 1) return piece;
	if (piece.startsWith('\\')) return piece.slice(1);
	const inside = piece.slice(piece.startsWith('$') ? 2 : 1, -1);
	if (/^['“‘„«「]/.test(piece)) return inside;
	if (piece.startsWith("$'")) return inside.replace(escapes, unescaped);
	return inside.replace(/\\(["\\$`])/g, '$1');
}
