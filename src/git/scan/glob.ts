/**
 * Tells of paths whether they are one of these globs': `*` and `?` stand for what is within one part, `**` for any parts; without a slash it is a name in
 * any folder, and a slash at the end stands for all in a folder. Case does not count. Pure; each at most the product of both lengths.
 */
export function matcherOf(globs: readonly string[]): (path: string) => boolean {
	const all = globs.map(partsOf).filter((wanted) => wanted.length > 0);
	return (path) => {
		const parts = path.toLowerCase().split('/');
		return all.some((wanted) => matchesParts(wanted, parts));
	};
}

function partsOf(glob: string): readonly string[] {
	const parts = glob.toLowerCase().split('/').filter(Boolean);
	const isName = parts.length === 1 && !glob.startsWith('/');
	const isFolder = glob.endsWith('/');
	return [...(isName ? ['**'] : []), ...parts, ...(isFolder ? ['**'] : [])];
}

function matchesParts(wanted: readonly string[], parts: readonly string[]): boolean {
	return matches(wanted, parts, { isAny: (part) => part === '**', fits: matchesName });
}

function matchesName(wanted: string, name: string): boolean {
	if (!/[*?]/.test(wanted)) return wanted === name;
	const fits = (mark: string, unit: string): boolean => mark === '?' || mark === unit;
	return matches([...wanted], [...name], { isAny: (mark) => mark === '*', fits });
}

interface Rules {
	readonly isAny: (mark: string) => boolean;
	readonly fits: (mark: string, item: string) => boolean;
}

/** Goes back to the last "any" alone: an earlier one can take nothing that the last one could not. */
function matches(wanted: readonly string[], items: readonly string[], { isAny, fits }: Rules): boolean {
	let at = 0;
	let mark = 0;
	let any: { readonly mark: number; at: number } | undefined;
	while (at < items.length) {
		const now = wanted[mark];
		if (now !== undefined && isAny(now)) {
			any = { mark, at };
			mark += 1;
		} else if (now !== undefined && fits(now, items[at] ?? '')) {
			mark += 1;
			at += 1;
		} else if (any) {
			any.at += 1;
			at = any.at;
			mark = any.mark + 1;
		} else return false;
	}
	return wanted.slice(mark).every(isAny);
}
