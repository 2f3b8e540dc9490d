/** A word of a command line. Not `plain`: the shell makes something else of it, such as of a variable or a pattern. */
export interface Word {
	readonly text: string;
	readonly plain: boolean;
}

/** A part of a command line: a word, an operator, or a text that stands below it for standard input. */
export type Token =
	| ({ readonly kind: 'word' } & Word)
	| { readonly kind: 'operator'; readonly text: string }
	| ({ readonly kind: 'here' } & Word);

/** Longer commands hold programs, not runs of one. */
const longest = 20_000;

const operators = /^(?:&&|\|\||\|&|&>>?|<<<|<<-?|\d?(?:>>|>&|>|<)|[|;&()\n])/;

/** A command line as the shell takes it apart, far enough to tell which programs it runs with which arguments. Looks at each character once. Pure. */
export function tokensOf(command: string): readonly Token[] {
	const reader: Reader = { text: command.slice(0, longest), at: 0, tokens: [], heres: [] };
	while (reader.at < reader.text.length) readToken(reader);
	return reader.tokens;
}

interface Reader {
	readonly text: string;
	at: number;
	readonly tokens: Token[];
	/** Marks of texts that begin at the next line. */
	readonly heres: (Word & { readonly at: number })[];
}

function readToken(reader: Reader): void {
	const rest = reader.text.slice(reader.at, reader.at + 4);
	if (/^[ \t\r]|^\\\n/.test(rest)) reader.at += rest.startsWith('\\') ? 2 : 1;
	else if (rest.startsWith('#')) reader.at = endOfLine(reader);
	else readOperatorOrWord(reader, operators.exec(rest)?.[0]);
}

function readOperatorOrWord(reader: Reader, operator: string | undefined): void {
	if (operator === undefined) {
		reader.tokens.push({ kind: 'word', ...readWord(reader) });
		return;
	}
	reader.at += operator.length;
	if (operator.startsWith('<<') && operator !== '<<<') readMark(reader);
	else reader.tokens.push({ kind: 'operator', text: operator });
	if (operator === '\n') for (const mark of reader.heres.splice(0)) readHere(reader, mark);
}

function endOfLine({ text, at }: Reader): number {
	const end = text.indexOf('\n', at);
	return end < 0 ? text.length : end;
}

/** The text of it comes with the next line; its place among the tokens is here. */
function readMark(reader: Reader): void {
	while (/[ \t]/.test(reader.text[reader.at] ?? '')) reader.at += 1;
	const from = reader.at;
	const { text } = readWord(reader);
	const isQuoted = /['"\\]/.test(reader.text.slice(from, reader.at));
	reader.heres.push({ text, plain: isQuoted, at: reader.tokens.length });
	reader.tokens.push({ kind: 'here', text: '', plain: false });
}

function readHere(reader: Reader, { text: mark, plain, at }: Reader['heres'][number]): void {
	const lines: string[] = [];
	while (reader.at < reader.text.length) {
		const end = endOfLine(reader);
		const line = reader.text.slice(reader.at, end);
		reader.at = end + 1;
		if (line.replace(/^\t+/, '') === mark) break;
		lines.push(`${line}\n`);
	}
	const text = lines.join('');
	reader.tokens[at] = { kind: 'here', text, plain: plain || !/[$`\\]/.test(text) };
}

function readWord(reader: Reader): Word {
	let text = '';
	let plain = true;
	while (reader.at < reader.text.length) {
		const char = reader.text[reader.at] ?? '';
		if (/[\s|;&()<>]/.test(char)) break;
		const part = char === "'" || char === '"' ? readQuoted(reader, char) : readBare(reader, char, text === '');
		text += part.text;
		plain &&= part.plain;
	}
	return { text, plain };
}

function readQuoted(reader: Reader, quote: string): Word {
	let text = '';
	let plain = true;
	reader.at += 1;
	while (reader.at < reader.text.length && reader.text[reader.at] !== quote) {
		const char = reader.text[reader.at] ?? '';
		const next = reader.text[reader.at + 1] ?? '';
		const isEscape = quote === '"' && char === '\\' && /["\\$`]/.test(next);
		if (quote === '"' && /[$`]/.test(char)) plain = false;
		text += isEscape ? next : char;
		reader.at += isEscape ? 2 : 1;
	}
	reader.at += 1;
	return { text, plain };
}

function readBare(reader: Reader, char: string, isFirst: boolean): Word {
	const isEscape = char === '\\';
	const text = isEscape ? (reader.text[reader.at + 1] ?? '') : char;
	reader.at += isEscape ? 2 : 1;
	return { text, plain: isEscape || !(/[$`*?[{]/.test(char) || (isFirst && char === '~')) };
}
