/** A part of one line of Markdown. */
export type Piece = { readonly kind: 'text'; readonly text: string } | CodeSpan;

interface CodeSpan {
	readonly kind: 'code';
	readonly text: string;
}

/** A backslash with what it escapes, a run of backticks, or what is neither. */
const tokens = /\\[!-/:-@[-`{-~]|`+|[^\\`]+|\\/g;

/**
 * Splits a line into its code spans and what lies between them. Backticks that close nothing are `'` afterwards, so that no span goes on in another
 * line. Pure, linear.
 */
export function piecesOf(line: string): readonly Piece[] {
	const runs = runsOf(line);
	const pieces: Piece[] = [];
	let at = 0;
	while (at < line.length) {
		const token = tokenAt(line, at);
		const end = token.startsWith('`') ? runs.closing(at, token.length) : undefined;
		pieces.push(end === undefined ? textOf(token) : codeOf(line.slice(at + token.length, end)));
		at = end === undefined ? at + token.length : end + token.length;
	}
	return joined(pieces);
}

function tokenAt(line: string, at: number): string {
	tokens.lastIndex = at;
	return tokens.exec(line)?.[0] ?? line.charAt(at);
}

function codeOf(text: string): Piece {
	return { kind: 'code', text };
}

/** These may stay escaped: they make emphasis, a table or another backslash, and nothing live. */
const keptEscapes = '\\*_|';

function textOf(token: string): Piece {
	if (token.startsWith('`')) return { kind: 'text', text: "'".repeat(token.length) };
	const escaped = token.startsWith('\\') && token.length === 2 ? token.charAt(1) : undefined;
	if (escaped === undefined || keptEscapes.includes(escaped)) return { kind: 'text', text: token };
	return { kind: 'text', text: escaped === '`' ? "'" : escaped };
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
	const all: Piece[] = [];
	let texts: string[] = [];
	const flush = (): void => {
		if (texts.length > 0) all.push({ kind: 'text', text: texts.join('') });
		texts = [];
	};
	for (const piece of pieces) {
		if (piece.kind === 'text') {
			texts.push(piece.text);
			continue;
		}
		flush();
		all.push(piece);
	}
	flush();
	return all;
}

interface Runs {
	/** Where the next run of that length begins behind the one at `at`. */
	closing(at: number, length: number): number | undefined;
}

/** Each run is passed once, whatever is asked: a line of nothing but backticks costs no more than another one. */
function runsOf(line: string): Runs {
	const byLength = new Map<number, number[]>();
	for (const match of line.matchAll(/`+/g)) {
		const places = byLength.get(match[0].length) ?? [];
		byLength.set(match[0].length, places);
		places.push(match.index);
	}
	for (const places of byLength.values()) places.reverse();
	return {
		closing(at, length) {
			const places = byLength.get(length) ?? [];
			while ((places.at(-1) ?? Number.POSITIVE_INFINITY) <= at) places.pop();
			return places.at(-1);
		},
	};
}
