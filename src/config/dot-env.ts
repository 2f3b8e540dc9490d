/** Variables of others that people keep in the same file. */
export function isForeign(name: string): boolean {
	return /^((https?|ftp|all|no)_proxy|(node|ssl|requests|curl|npm|pip|uv|xdg|lc|containers)_.*|tz|lang)$/i.test(name);
}

/** The text of a `.env` file, also as editors of Windows write it: with a mark at its beginning, or in UTF-16. Pure. */
export function dotEnvText(bytes: Uint8Array): string {
	return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): string {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** The parts of a line that sets something: https://github.com/nodejs/node/blob/v24.x/src/node_dotenv.cc reads the same. */
const assignment = /^\s*(?:export\s+)?([^=\s]+)\s*=[ \t]*(["'`]?)/;

/**
 * Lines of a `.env` text that Node reads otherwise than they look, and without a word: a quote that is not closed takes the
 * lines after it into its value, and a line without "=" is passed over. Holds no value. Pure.
 */
export function dotEnvProblems(text: string): string[] {
	const problems: string[] = [];
	let quote = '';
	for (const [at, line] of text.split(/\r?\n/).entries()) {
		if (quote !== '') {
			if (line.includes(quote)) quote = '';
			continue;
		}
		const { problem, opens = '' } = readLine(line);
		if (problem !== undefined) problems.push(`.env, line ${at + 1}: ${problem}`);
		quote = opens;
	}
	return problems;
}

/** A quote that a line opens for those after it may be meant in values of others; ours have one line. */
function readLine(line: string): { readonly problem?: string; readonly opens?: string } {
	if (/^\s*(#|$)/.test(line)) return {};
	const [start = '', name, quote = ''] = assignment.exec(line) ?? [];
	if (name === undefined) return { problem: 'there is no "=" in it, so that it sets nothing' };
	if (quote === '' || line.includes(quote, start.length)) return {};
	return isForeign(name) ? { opens: quote } : { problem: `the quote before its value is not closed (${quote})` };
}
