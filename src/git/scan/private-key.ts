import type { LineFinding } from './line-finding.ts';

const header = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(.{0,400})/i;
const keyText = /[A-Za-z0-9+/]{40}/;
/** Of PEM: a key that is locked by a passphrase has some, and an empty line. */
const headerLines = 4;

/** A private key that begins in that line, where one of its first lines was added. Code that only knows the words is told of. Pure. */
export function privateKeyAt(
	lines: readonly string[],
	index: number,
	isAdded: (line: number) => boolean,
): readonly LineFinding[] {
	const [, rest] = header.exec(lines[index] ?? '') ?? [];
	if (rest === undefined) return [];
	const first = lines.slice(index + 1, index + 2 + headerLines);
	const isNew = [index, ...first.map((_, offset) => index + 1 + offset)].some((line) => isAdded(line + 1));
	if (!isNew) return [];
	const isWhole = keyText.test(rest) || first.some((line) => keyText.test(line.slice(0, 400)));
	return [isWhole ? wholeKey : wordsAlone];
}

const wholeKey: LineFinding = { severity: 'blocks', why: 'looks like a private key' };
const wordsAlone: LineFinding = { severity: 'tells', why: 'begins like a private key' };
