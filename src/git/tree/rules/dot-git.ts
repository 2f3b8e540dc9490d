import { foldName } from './fold-name.ts';

/** Files that git itself reads out of a tree, with the beginnings that NTFS's short names of them have (git, path.c). */
const read = [
	{ name: '.gitmodules', short: ['gitmod~', 'gi7eba~'] },
	{ name: '.gitattributes', short: ['gitatt~', 'gi7d29~'] },
	{ name: '.gitignore', short: ['gitign~', 'gi250a~'] },
	{ name: '.mailmap', short: ['mailma~', 'maba30~'] },
] as const;

/**
 * Whether a part of a path is `.git` to any system: in another case, with characters that HFS+ does not see, as NTFS's short name `git~1`, with the
 * trailing dots, blanks and streams that NTFS drops, or behind a backslash. Pure.
 */
export function isDotGit(part: string): boolean {
	return part.split('\\').some((name) => /^(?:\.git|git~\d+)$/.test(bare(name)));
}

/** The file of git's that another spelling stands for to some system: `.GITMODULES`, `gitmod~1`. Undefined for any other name, and for its own. Pure. */
export function disguiseOf(part: string): string | undefined {
	const known = part.split('\\').map(readOf).find(Boolean);
	return known === part ? undefined : known;
}

/** The file of git's that a name is, in any spelling. Pure. */
export function readOf(part: string): string | undefined {
	const name = bare(part);
	return read.find((one) => name === one.name || one.short.some((short) => name.startsWith(short)))?.name;
}

const ascii = /^\p{ASCII}*$/u;

/** A name without what some system drops of it. NFKC: letters of another width are the same letters to some. */
function bare(part: string): string {
	const seen = ascii.test(part) ? part : part.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
	return foldName(seen)
		.replace(/:.*$/s, '')
		.replace(/(?<![ .])[ .]+$/, '');
}
