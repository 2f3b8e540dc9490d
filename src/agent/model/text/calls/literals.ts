/** A value that is written as Python or Gemma write theirs, and where it ends. */
export interface Literal {
	readonly value: unknown;
	readonly next: number;
}

/** Deeper ones are no arguments. */
const deepest = 32;

/** The longest first: one begins with another. */
const quotes = ['"""', "'''", '"', "'", '<|"|>', '<escape>'] as const;
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
	['true', true],
	['false', false],
	['none', null],
	['null', null],
]);

/** A string, number, truth value, nothing, list, tuple or dictionary of these; keys may stand without quotes. Undefined for anything else. Linear. */
export function readLiteral(text: string, from: number, depth = 0): Literal | undefined {
	if (depth > deepest) return undefined;
	const at = skipBlank(text, from);
	const quote = quotes.find((one) => text.startsWith(one, at));
	if (quote !== undefined) return readText(text, at + quote.length, quote);
	if (text[at] === '{') return readDictionary(text, at + 1, depth);
	if (text[at] === '[') return readList(text, at + 1, ']', depth);
	if (text[at] === '(') return readList(text, at + 1, ')', depth);
	return readNumber(text, at) ?? readWord(text, at);
}

const blank = /\s*/y;

export function skipBlank(text: string, at: number): number {
	blank.lastIndex = at;
	blank.exec(text);
	return blank.lastIndex;
}

function readNumber(text: string, at: number): Literal | undefined {
	const number = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?![\w.])/iy;
	number.lastIndex = at;
	const found = number.exec(text);
	return found && Number.isFinite(Number(found[0])) ? { value: Number(found[0]), next: number.lastIndex } : undefined;
}

function readWord(text: string, at: number): Literal | undefined {
	const word = /[A-Za-z]{4,5}(?!\w)/y;
	word.lastIndex = at;
	const found = word.exec(text)?.[0].toLowerCase();
	return found !== undefined && words.has(found) ? { value: words.get(found), next: word.lastIndex } : undefined;
}

function readText(text: string, from: number, quote: string): Literal | undefined {
	const isRaw = quote.startsWith('<');
	const pieces: string[] = [];
	for (let at = from; ; ) {
		const end = isRaw ? text.indexOf(quote, at) : endOfPlain(text, at, quote);
		if (end < 0) return undefined;
		pieces.push(text.slice(at, end));
		if (text.startsWith(quote, end)) return { value: pieces.join(''), next: end + quote.length };
		const escaped = readEscape(text, end + 1);
		pieces.push(escaped.said);
		at = escaped.next;
	}
}

/** Where the next backslash or the closing quote stands. */
function endOfPlain(text: string, from: number, quote: string): number {
	for (let at = from; at < text.length; at++) {
		if (text[at] === '\\' || (text[at] === quote[0] && text.startsWith(quote, at))) return at;
	}
	return -1;
}

const escapes: ReadonlyMap<string, string> = new Map([
	['n', '\n'],
	['t', '\t'],
	['r', '\r'],
	['b', '\b'],
	['f', '\f'],
	['\\', '\\'],
	["'", "'"],
	['"', '"'],
	['\n', ''],
]);

function readEscape(text: string, at: number): { readonly said: string; readonly next: number } {
	const code = /x([0-9a-f]{2})|u([0-9a-f]{4})/iy;
	code.lastIndex = at;
	const found = code.exec(text);
	if (found)
		return { said: String.fromCharCode(Number.parseInt(found[1] ?? found[2] ?? '', 16)), next: code.lastIndex };
	const letter = text.slice(at, at + 1);
	return { said: escapes.get(letter) ?? `\\${letter}`, next: at + 1 };
}

function readList(text: string, from: number, close: string, depth: number): Literal | undefined {
	const items: unknown[] = [];
	for (let at = skipBlank(text, from); ; ) {
		if (text[at] === close) return { value: items, next: at + 1 };
		const item = readLiteral(text, at, depth + 1);
		if (!item) return undefined;
		items.push(item.value);
		at = afterItem(text, item.next, close);
		if (at < 0) return undefined;
	}
}

function readDictionary(text: string, from: number, depth: number): Literal | undefined {
	const entries: (readonly [string, unknown])[] = [];
	for (let at = skipBlank(text, from); ; ) {
		if (text[at] === '}') return { value: Object.fromEntries(entries), next: at + 1 };
		const key = readKey(text, at);
		const item = key && readLiteral(text, key.next, depth + 1);
		if (!item) return undefined;
		entries.push([key.name, item.value]);
		at = afterItem(text, item.next, '}');
		if (at < 0) return undefined;
	}
}

/** Where the next item, or the closing bracket, stands; -1 where neither does. */
function afterItem(text: string, from: number, close: string): number {
	const at = skipBlank(text, from);
	if (text[at] === close) return at;
	return text[at] === ',' ? skipBlank(text, at + 1) : -1;
}

function readKey(text: string, at: number): { readonly name: string; readonly next: number } | undefined {
	const word = /([A-Za-z_][\w-]{0,255})\s*:/y;
	word.lastIndex = at;
	const found = word.exec(text);
	if (found?.[1] !== undefined) return { name: found[1], next: word.lastIndex };
	const quote = quotes.find((one) => text.startsWith(one, at));
	const key = quote === undefined ? undefined : readText(text, at + quote.length, quote);
	if (typeof key?.value !== 'string') return undefined;
	const colon = skipBlank(text, key.next);
	return text[colon] === ':' ? { name: key.value, next: colon + 1 } : undefined;
}
