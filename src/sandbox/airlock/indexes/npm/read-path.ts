/** A request of npm, read. */
export type NpmAsked =
	| { readonly kind: 'page'; readonly name: string }
	| { readonly kind: 'file'; readonly name: string; readonly file: string };

// https://github.com/npm/validate-npm-package-name: what new ones may be called, and capital letters, which old ones have
const namePattern = /^(?:@[a-z0-9~_-][a-z0-9~._-]*\/)?[a-z0-9~_-][a-z0-9~._-]*$/i;
const longestName = 214;

export function isNpmName(text: string): boolean {
	return text.length <= longestName && namePattern.test(text);
}

/**
 * Reads a path, without the leading slash; undefined for whatever the door does not know. A file may lie below any folder: lock files name it where
 * its registry has it, and npm exchanges the host alone. Pure.
 */
export function readNpmPath(path: string): NpmAsked | undefined {
	const plain = decoded(path.replaceAll(/%2f/gi, '/'));
	if (plain === undefined) return undefined;
	const [before, file, ...more] = plain.split('/-/');
	if (before === undefined || more.length > 0) return undefined;
	const name = file === undefined ? before : lastName(before);
	if (!isNpmName(name) || name.startsWith('-')) return undefined;
	if (file === undefined) return { kind: 'page', name };
	return /^[\w.~+-]{1,300}\.tgz$/.test(file) ? { kind: 'file', name, file } : undefined;
}

function lastName(path: string): string {
	const [last = '', scope = ''] = path.split('/').reverse();
	return scope.startsWith('@') ? `${scope}/${last}` : last;
}

function decoded(path: string): string | undefined {
	try {
		return decodeURIComponent(path);
	} catch {
		return undefined;
	}
}
