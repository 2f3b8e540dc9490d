import { editDistance } from '../../base/text/closest-name.ts';

const longestName = 200;

/** The name that was probably meant: the one with the fewest letters to change, at most two in five of its own. Pure. */
export function closest(name: string, known: readonly string[]): string | undefined {
	// Every letter is held against every other.
	if (name.length > longestName) return undefined;
	const [best] = known
		// As many letters as their lengths differ have to be changed at least.
		.filter((candidate) => Math.abs(name.length - candidate.length) <= candidate.length * 0.4)
		.map((candidate) => ({ candidate, changes: editDistance(name, candidate) }))
		.filter(({ candidate, changes }) => changes <= candidate.length * 0.4)
		.sort((one, other) => one.changes - other.changes);
	return best?.candidate;
}

/** Names of a list that are told where none is close. */
const mostListed = 10;

/** Names the one that `name` may have meant, or some that there are; empty without any. Of `a/b`, `b` alone is a name too. Pure. */
export function hintOf(name: string, known: readonly string[]): string {
	const alike = name.includes('/') ? known : known.map((one) => one.slice(one.indexOf('/') + 1));
	const meant = closest(name, alike);
	if (meant !== undefined) return ` Did you mean ${meant}?`;
	if (known.length === 0) return '';
	const more = known.length > mostListed ? `, and ${known.length - mostListed} more` : '';
	return ` There is ${known.slice(0, mostListed).join(', ')}${more}.`;
}
