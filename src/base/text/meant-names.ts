import { closestName } from './closest-name.ts';
import { foldName } from './offered-name.ts';

/** Longer ones are no names. */
const longest = 256;

/**
 * The names that somebody may mean by a word: the same one; else those that differ in case and signs alone; else those that begin so; else
 * those in which it stands. Pure.
 */
export function namesMeant(word: string, names: readonly string[]): readonly string[] {
	const folded = foldName(word.slice(0, longest + 1));
	if (folded === '' || word.length > longest) return [];
	const ways: readonly ((name: string) => boolean)[] = [
		(name) => name === word,
		(name) => foldName(name) === folded,
		(name) => foldName(name).startsWith(folded),
		(name) => foldName(name).includes(folded),
	];
	return ways.map((way) => names.filter(way)).find((found) => found.length > 0) ?? [];
}

/** The name that was probably meant by a word that none has, whatever its case and signs. Pure. */
export function nameNear(word: string, names: readonly string[]): string | undefined {
	if (word.length > longest) return undefined;
	const byFold = new Map(names.map((name) => [foldName(name), name]));
	return byFold.get(closestName(foldName(word), byFold.keys()) ?? '');
}
