import { readOf } from './dot-git.ts';

/** Bytes of a link's target: Linux has 4,096 for a path with its end (limits.h), others less. */
export const mostTarget = 1_000;

/** Why a link may not stand here or lead there, seen for itself, as a half sentence that goes on from its name. Pure. */
export function linkProblem(path: string, target: string): string | undefined {
	const known = path.split('/').map(readOf).find(Boolean);
	if (known) return `is a link in the place of ${known}`;
	if (target === '' || /[\p{Cc}\\\ufffd]/u.test(target)) return 'is a link to what is no path';
	if (target.startsWith('/') || wayOf(path, target) === undefined) return 'is a link that leads out of the folder';
	return undefined;
}

/**
 * The link that the way to `target` leads through, other than at its end: where that leads is not to be seen from the names, and `..` behind it may lead
 * out. Pure.
 */
export function linkOnTheWay(path: string, target: string, isLink: (path: string) => boolean): string | undefined {
	return wayOf(path, target)?.slice(0, -1).find(isLink);
}

/** The paths that one passes on the way to a target, in order; undefined where it leads out of the tree. The root is ''. */
function wayOf(path: string, target: string): string[] | undefined {
	const at = path.split('/').slice(0, -1);
	const way: string[] = [];
	for (const part of target.split('/')) {
		if (part === '' || part === '.') continue;
		if (part !== '..') at.push(part);
		else if (at.pop() === undefined) return undefined;
		way.push(at.join('/'));
	}
	return way;
}
