import { readFile, writeFile } from 'node:fs/promises';

/** Puts a text into a Markdown file between two comments, which name the command that makes it. Rejects where they are missing. */
export async function writeBetween(path: string, command: string, text: string): Promise<void> {
	await writeFile(path, putBetween(await readFile(path, 'utf8'), command, text));
}

/** Pure. Throws where the comments are missing. */
export function putBetween(whole: string, command: string, text: string): string {
	const [begin, end] = [`<!-- ${command}: begin -->`, `<!-- ${command}: end -->`];
	const [before, rest] = whole.split(begin);
	const after = rest?.split(end)[1];
	if (before === undefined || after === undefined) throw new Error(`It lacks the comments "${begin}" and "${end}"`);
	return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
