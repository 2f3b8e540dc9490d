/** A request of Go, read; modules and versions as they are written in paths. */
export type GoAsked =
	| { readonly kind: 'list' | 'latest'; readonly module: string }
	| { readonly kind: 'info' | 'mod' | 'zip'; readonly module: string; readonly version: string }
	| { readonly kind: 'sums'; readonly path: string };

// https://go.dev/ref/mod#goproxy-protocol; capital letters are written as `!` and the small one
const modulePattern = /^[a-z0-9!~_-][a-z0-9!~._-]*(?:\/[a-z0-9!~_-][a-z0-9!~._-]*)*$/;
const versionPattern = /^[0-9a-z!][0-9a-z!.+~_-]{0,200}$/;
// https://go.dev/ref/mod#checksum-database
const sumsPattern =
	/^sumdb\/[a-z0-9.-]{1,100}\/(?:supported|latest|lookup\/[a-z0-9!~._/+-]+@[0-9a-z!.+~_-]+|tile\/[0-9a-z/._-]+)$/;
const longestPath = 700;

/** Reads a path, without the leading slash; undefined for whatever the door does not know. Pure. */
export function readGoPath(path: string): GoAsked | undefined {
	const plain = decoded(path);
	if (plain === undefined || plain.length > longestPath || plain.includes('..')) return undefined;
	if (sumsPattern.test(plain)) return { kind: 'sums', path: plain };
	const asked = readLatest(plain) ?? readVersion(plain);
	return asked && modulePattern.test(asked.module) ? asked : undefined;
}

type OfModule = Exclude<GoAsked, { kind: 'sums' }>;

function readLatest(path: string): OfModule | undefined {
	return path.endsWith('/@latest') ? { kind: 'latest', module: path.slice(0, -'/@latest'.length) } : undefined;
}

function readVersion(path: string): OfModule | undefined {
	const [module = '', rest, ...more] = path.split('/@v/');
	if (rest === undefined || more.length > 0) return undefined;
	if (rest === 'list') return { kind: 'list', module };
	const [, version = '', kind] = /^(.+)\.(info|mod|zip)$/.exec(rest) ?? [];
	return kind && versionPattern.test(version) ? { kind: kind as 'info' | 'mod' | 'zip', module, version } : undefined;
}

function decoded(path: string): string | undefined {
	try {
		return decodeURIComponent(path);
	} catch {
		return undefined;
	}
}
