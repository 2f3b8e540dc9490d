import { fileURLToPath } from 'node:url';

/** A file that a message names with `@`. */
export interface Mention {
	/** As it stands in the message, with the `@`. */
	readonly raw: string;
	/** The paths it may mean, likeliest first: `@data.csv.` at the end of a sentence may or may not own its full stop. */
	readonly paths: readonly string[];
}

/** Linux's PATH_MAX: what is longer is no path. It also bounds how far a quote is looked for that is not there. */
const most = 4096;
/**
 * The quotes of a shell's word: 'a b', "a \"b\"", $'a\tb' (POSIX.1-2024, Shell Command Language, 2.2). They count where a name, or a part
 * of one, may begin, so that an apostrophe is none.
 */
const quoted = `(?<=[@/'"]|\\\\.)(?:'[^'\\n]{0,${most}}'|\\$?"(?:[^"\\\\\\n]|\\\\.){0,${most}}"|\\$'(?:[^'\\\\\\n]|\\\\.){0,${most}}')`;
const part = `(?:${quoted}|\\\\.|[^\\s\\\\])`;
/** An `@` counts at the start of a word only, so that mail addresses are none. */
const mention = new RegExp(`(?<=^|[\\s([{])@(?=[^\\s@])(${part}+)`, 'g');
const parts = new RegExp(part, 'g');
const trailingMarks = /[.,;:!?)\]}'"]+$/;

/** The files that `text` names: `@data.csv`, `@"my file.csv"`, `@'my file.csv'`, `@my\ file.csv`, `@~/x`, `@./x`, each once. */
export function findMentions(text: string): readonly Mention[] {
	const found = new Map<string, Mention>();
	for (const [raw, word = ''] of text.matchAll(mention)) {
		const paths = [...new Set(meaningsOf(word))];
		const isBare = !/["'\\]/.test(word);
		found.set(paths.join('\n'), { raw: isBare ? `@${paths.at(-1)}` : raw, paths });
	}
	return [...found.values()];
}

/** As a shell reads the word; as it stands there; and up to an apostrophe: `@data.csv's rows`. */
function meaningsOf(word: string): readonly string[] {
	const read = withoutMarks(unquoted(word));
	const isBare = !/^\$?["']/.test(word) && /["'\\’]/.test(word);
	const bare = isBare ? withoutMarks(/^\S+/.exec(word)?.[0] ?? '') : [];
	const owner = /^[^'’"\\]*[\p{L}\p{N}](?=['’])/u.exec(word);
	return [...read, ...bare, ...(owner ?? [])];
}

function withoutMarks(path: string): readonly string[] {
	const trimmed = path.replace(trailingMarks, '');
	return [path, ...(trimmed === path || trimmed === '' ? [] : [trimmed])].map(ofUrl);
}

/** File managers put these into the clipboard. */
function ofUrl(path: string): string {
	if (!/^file:\/\//i.test(path)) return path;
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

const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquotedPart(piece: string): string {
	if (piece.length === 1) return piece;
	if (piece.startsWith('\\')) return piece.slice(1);
	const inside = piece.slice(piece.startsWith('$') ? 2 : 1, -1);
	if (piece.startsWith("'")) return inside;
	if (piece.startsWith("$'")) return inside.replace(/\\(.)/g, (_, char: string) => controls[char] ?? char);
	return inside.replace(/\\(["\\$`])/g, '$1');
}
