import fc from 'fast-check';

/** Texts that Markdown, terminals and platforms read as more than a character, and characters that are more than one. */
const atoms = [
	...['a', 'b ', ' ', '\t', '\n', '\n\n', '\r', '\r\n', ' \n', '\n    ', '\u2028'],
	...['*', '**', '_', '~', '~~', '`', '```', '```js\n', '~~~\n', '\\', '#', '=', '-', '\n=\n', '\n-\n'],
	...['|', '||', '|a|b|\n|-|-|\n', '> ', '- ', '1. ', '  - ', '[', ']', '](', '![', '[a]: x', '[^a]', '(', ')'],
	...['<', '>', '<!--', '-->', '<b>', '</b>', '<br>', '<img src=', '&', '&lt;', '&commat;', '&#60;', '"', "'", '$'],
	...['@', '@everyone', '<!', '<@', 'http://', '://', ':a:', '_a', 'a_', '.', '0'],
	...['é', 'e\u0301', '\u0301', '😀', '\ud83d', '👩‍👩‍👧', '\u3042', '\u05d0', '\u202e'],
	...['\u200b', '\u200d', '\u2063\u2064\u2063', '\u0000', '\u001b', '\u001b[', '\u001b]', '\u001b[31m'],
];
const unit = fc.array(fc.constantFrom(...atoms), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));

/** A text of about so many characters, of one or two things again and again; the same shape for every size. */
export const repeatedText: fc.Arbitrary<(characters: number) => string> = fc
	.tuple(fc.oneof(fc.constant(''), unit), unit, fc.option(unit))
	.map(([first, one, other]) => {
		const text = (characters: number) =>
			other === null
				? first + filled(one, characters)
				: first + filled(one, characters / 2) + filled(other, characters / 2);
		return Object.assign(text, { toString: () => JSON.stringify([first, one, other]) });
	});

/** Whole times: half of what is repeated may be something else. */
function filled(text: string, characters: number): string {
	return text.repeat(Math.ceil(characters / text.length));
}

/** Characters of the smaller text. */
const characters = 60_000;
/** Noise of what is quick, ms. */
const slack = 10;

/** Whether twice the text takes at most two and a half times the processor's time of this thread, in the best of some tries. */
export function isLinear(text: (characters: number) => string, act: (text: string) => unknown): boolean {
	const [small, large] = [text(characters), text(2 * characters)];
	return Array.from({ length: 8 }).some(() => cost(() => act(large)) <= 2.5 * cost(() => act(small)) + slack);
}

function cost(act: () => unknown): number {
	const before = process.threadCpuUsage();
	act();
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1000;
}
