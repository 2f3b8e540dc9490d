import { isName, normalName, readWheelName } from './package-names.ts';

/** A request, read. `name` is normalized. */
export type Asked =
	| { readonly kind: 'page'; readonly name: string }
	| { readonly kind: 'wheel' | 'metadata'; readonly name: string; readonly sha256: string; readonly filename: string };

const filePattern = /^\/files\/([0-9a-f]{64})\/([^/]+)$/;

/** Reads a request's path; undefined for whatever the door does not know. Pure. */
export function readPath(path: string): Asked | undefined {
	const project = /^\/simple\/([^/]+)\/?$/.exec(path)?.[1];
	if (project !== undefined) return isName(project) ? { kind: 'page', name: normalName(project) } : undefined;
	const [, sha256, last] = filePattern.exec(path) ?? [];
	const file = last === undefined ? undefined : decoded(last);
	if (sha256 === undefined || file === undefined) return undefined;
	const filename = file.replace(/\.metadata$/, '');
	const name = readWheelName(filename)?.name;
	return name === undefined ? undefined : { kind: filename === file ? 'wheel' : 'metadata', name, sha256, filename };
}

function decoded(part: string): string | undefined {
	try {
		return decodeURIComponent(part);
	} catch {
		return undefined;
	}
}
