/** How a module asks whether it is run as a script. */
const asksForMain =
	/^if\s*(?:\(\s*)?(?:__name__\s*==\s*(?:"__main__"|'__main__')|(?:"__main__"|'__main__')\s*==\s*__name__)\s*(?:\)\s*)?:/;

/**
 * A body without the part for the command line that its Coder put at its end, as ours stands there. One in the middle stays, and what is
 * not its Python's own block: the check says of it what is to be said. Looks at each line once. Pure.
 */
export function withoutMain(code: string): string {
	const lines = code.split(/\r\n|\r|\n/);
	const from = lines.findLastIndex((line) => isCode(line) && !/^[ \t]/.test(line));
	if (from < 0 || !asksForMain.test(lines[from] ?? '')) return code;
	return `${lines.slice(0, from).join('\n').trimEnd()}\n`;
}

function isCode(line: string): boolean {
	return line.trim() !== '' && !line.startsWith('#');
}
