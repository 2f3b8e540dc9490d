/** A request of cargo, read. Names are in lower case, as the index has them. */
export type CratesAsked =
	| { readonly kind: 'config' }
	| { readonly kind: 'page'; readonly name: string }
	| { readonly kind: 'file'; readonly name: string; readonly version: string };

// https://doc.rust-lang.org/cargo/reference/registry-index.html#name-restrictions
const namePattern = /^[a-z][a-z0-9_-]{0,63}$/i;
const versionPattern = /^\d[0-9A-Za-z.+-]{0,100}$/;

/** Reads a path, without the leading slash; undefined for whatever the door does not know. Pure. */
export function readCratesPath(path: string): CratesAsked | undefined {
	if (path === 'index/config.json') return { kind: 'config' };
	const [, dl, version] = /^dl\/([^/]+)\/([^/]+)\/download$/.exec(path) ?? [];
	if (dl !== undefined && version !== undefined && namePattern.test(dl) && versionPattern.test(version))
		return { kind: 'file', name: dl, version };
	const name = /^index\/(?:.+\/)?([^/]+)$/.exec(path)?.[1] ?? '';
	return namePattern.test(name) && path === `index/${pathOfCrate(name)}` ? { kind: 'page', name } : undefined;
}

/** Where the index has a crate. Pure. */
export function pathOfCrate(name: string): string {
	return `${prefixOf(name.toLowerCase())}/${name.toLowerCase()}`;
}

/** https://doc.rust-lang.org/cargo/reference/registry-index.html#index-files. Pure. */
export function prefixOf(name: string): string {
	if (name.length <= 2) return String(name.length);
	return name.length === 3 ? `3/${name.slice(0, 1)}` : `${name.slice(0, 2)}/${name.slice(2, 4)}`;
}
