/** The quotes of the string of Python that a line begins in; undefined where it begins in none. */
export type OpenString = '"""' | "'''" | '"' | "'" | undefined;

const quotes = ['"""', "'''", '"', "'"] as const;

/**
 * The string that the next line begins in, after one that has begun in `before`: three quotes go on over lines, others only behind a
 * backslash. What looks like a fence is part of the code there; elsewhere no line of Python begins with such a one. Pure, linear.
 */
export function openAfter(line: string, before: OpenString): OpenString {
	let open = before;
	let at = 0;
	while (at < line.length) {
		if (open === undefined && line[at] === '#') return undefined;
		const [next, length] = open === undefined ? opened(line, at) : gone(line, at, open);
		open = next;
		at += length;
	}
	// A backslash at the end has taken the end of the line with it.
	return open?.length === 3 || at > line.length ? open : undefined;
}

function opened(line: string, at: number): readonly [OpenString, number] {
	const found = quotes.find((quote) => line.startsWith(quote, at));
	return [found, found?.length ?? 1];
}

function gone(line: string, at: number, open: NonNullable<OpenString>): readonly [OpenString, number] {
	if (line[at] === '\\') return [open, 2];
	return line.startsWith(open, at) ? [undefined, open.length] : [open, 1];
}
