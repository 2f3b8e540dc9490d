import { pathRefused, TreeRefusedError } from '../refused.ts';
import { linkOnTheWay, linkProblem } from '../rules/link-rules.ts';
import type { BaseTree, Entry } from './base-entries.ts';

/** The links of a tree. Both throw `TreeRefusedError`. */
export interface Links {
	/** `target`: bytes that are no UTF-8 as U+FFFD. `isSame`: as in the base, where it is left alone whatever it leads to. */
	add(path: string, target: string, isSame: boolean): void;
	/** Once all files are known. */
	check(files: ReadonlyMap<string, Entry>): void;
}

/** `most`: of those that are not as in the base. */
export function createLinks(base: BaseTree, most: number): Links {
	const fresh = new Map<string, string>();
	const old = new Map<string, string>();
	return {
		add(path, target, isSame) {
			if (isSame) {
				// Of a link that only goes down, nothing that is put on its way makes it lead out.
				if (/(?:^|\/)\.*[^./][^/]*\/\.\./.test(target)) old.set(path, target);
				return;
			}
			const problem = linkProblem(path, target);
			if (problem) throw pathRefused(path, problem);
			fresh.set(path, target);
			if (fresh.size > most) throw new TreeRefusedError(`it has more than ${most} new links`);
		},
		check(files) {
			const isLink = (path: string) => files.get(path)?.mode === link;
			const isNewLink = (path: string) => isLink(path) && base.files.get(path)?.mode !== link;
			refuse(fresh, isLink);
			refuse(old, isNewLink);
		},
	};
}

const link = '120000';

function refuse(targets: ReadonlyMap<string, string>, isLink: (path: string) => boolean): void {
	for (const [path, target] of targets)
		if (linkOnTheWay(path, target, isLink)) throw pathRefused(path, 'is a link that leads through another link');
}
