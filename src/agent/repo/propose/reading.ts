import { groupDigits } from '../../../base/text/group-digits.ts';
import { visible } from '../../../base/text/markdown.ts';
import type { Committed, DiffPart } from '../../../git/git.ts';
import { asCode } from '../safe-words.ts';
import { changeLine, findingLine } from './lines.ts';

/** All that people are to have seen before they decide. */
export interface Reading {
	readonly kind: 'reading';
	/** The diff as it is shown. */
	readonly diff: string;
	/** All findings and changed files, then the diff, which programs read as one all the same. */
	readonly file: string;
}

/** More than anybody could be shown, and so nothing that they could say yes to. `why`: half a sentence, and what to do. */
export interface TooLong {
	readonly kind: 'too-long';
	readonly why: string;
}

/** Bytes of a file that is handed to people: what every platform takes, and what is kept with the question. */
const mostBytes = 8_000_000;
const mostNamed = 5;

/** A commit as it is to be read, whole or not at all. `most`: bytes. Pure, linear. */
export function readingOf(made: Committed, most = mostBytes): Reading | TooLong {
	if (made.cut) return tooLong(made.cut, most);
	const diff = visible(made.diff.trimEnd());
	const head = [...made.findings.map(findingLine), ...made.changes.map(changeLine)].map((line) => `# ${line}`);
	const file = `${head.join('\n')}\n\n${diff}\n`;
	return Buffer.byteLength(file) <= most ? { kind: 'reading', diff, file } : tooLong([], most);
}

function tooLong(parts: readonly DiffPart[], most: number): TooLong {
	const named = parts
		.slice(0, mostNamed)
		.map(({ path, characters }) => `${asCode(path)} (${groupDigits(characters)} characters)`);
	const where = named.length === 0 ? '' : ` Most of it: ${named.join(', ')}.`;
	return {
		kind: 'too-long',
		why: `its diff is longer than the ${groupDigits(most)} bytes that people can be shown whole, and nobody is asked to say yes to what they cannot see.${where} Propose it in smaller parts, and leave out what is generated.`,
	};
}
