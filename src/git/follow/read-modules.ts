import type { RunGit } from '../host/order.ts';

/** From where a submodule is said to come, or what is wrong with that as the end of a sentence. */
export type Stated =
	| { readonly kind: 'url'; readonly url: string }
	| { readonly kind: 'refused'; readonly why: string };

/** Bytes of what `.gitmodules` says. */
const most = 262_144;

/**
 * Reads from where a `.gitmodules` says that submodules come, by path, as git itself reads it: paths are looked up, and never used. None where it is no
 * such file. Rejects as `RunGit`.
 */
export async function readModules(
	dir: string,
	oid: string,
	run: RunGit,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, Stated>> {
	const keys = '^submodule\\..*\\.(path|url)$';
	const args = ['config', '-z', '--no-includes', '--blob', oid, '--get-regexp', keys];
	const end = await run({ dir, args, most }, signal);
	return end.kind === 'ok' ? modulesIn(end.stdout.toString()) : new Map();
}

interface Named {
	readonly path: Set<string>;
	readonly url: Set<string>;
}

/** Reads `git config -z`: a key, a line's end, the value. What is said twice is believed in neither way. Pure. */
export function modulesIn(output: string): ReadonlyMap<string, Stated> {
	const byName = new Map<string, Named>();
	for (const record of output.split('\0')) addRecord(byName, record);
	const byPath = new Map<string, Stated>();
	for (const { path, url } of byName.values())
		for (const one of path) byPath.set(one, byPath.has(one) || path.size > 1 ? twice : statedBy(url));
	return byPath;
}

function addRecord(byName: Map<string, Named>, record: string): void {
	const [, name, key, value = ''] = /^submodule\.(.*)\.(path|url)\n(.*)$/s.exec(record) ?? [];
	if (name === undefined) return;
	const named = byName.get(name) ?? { path: new Set(), url: new Set() };
	named[key === 'path' ? 'path' : 'url'].add(value);
	byName.set(name, named);
}

const twice: Stated = { kind: 'refused', why: '.gitmodules says more than one thing of it' };

function statedBy(urls: ReadonlySet<string>): Stated {
	const [url, other] = urls;
	if (other !== undefined) return twice;
	return url === undefined
		? { kind: 'refused', why: '.gitmodules does not say from where it comes' }
		: { kind: 'url', url };
}
