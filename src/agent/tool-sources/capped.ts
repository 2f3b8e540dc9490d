/** Characters of a list for the Brain, at most. */
export const mostShown = 4000;

/** A block of a list, and what it is called where there is no room for it. */
export interface Block {
	readonly name: string;
	readonly text: string;
}

/** As many blocks as there is room for, the first ones; the others by their names, as far as there is room for those. Pure. */
export function capped(blocks: readonly Block[], between: string, advice: string): string {
	const fitting = countFitting(
		blocks.map(({ text }) => text.length + between.length),
		mostShown - mostShown / 4,
	);
	const shown = blocks.slice(0, Math.max(1, fitting)).map(({ text }) => cut(text, mostShown - mostShown / 4));
	const left = blocks.slice(shown.length).map(({ name }) => name);
	return left.length === 0 ? shown.join(between) : [...shown, `${named(left)}. ${advice}`].join(between);
}

function named(names: readonly string[]): string {
	const fitting = countFitting(
		names.map((name) => name.length + 2),
		mostShown / 4 - 200,
	);
	const left = names.length - fitting;
	return `And ${names.slice(0, fitting).join(', ')}${left > 0 ? `, and ${left} more` : ''}`;
}

function countFitting(lengths: readonly number[], room: number): number {
	let used = 0;
	const over = lengths.findIndex((length) => {
		used += length;
		return used > room;
	});
	return over < 0 ? lengths.length : over;
}

function cut(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
