import { daysAgo } from './fake-npm.ts';
import { makeTarball } from './make-tarball.ts';
import { sha256Of } from './make-wheel.ts';
import { type FileServer, serveFiles } from './serve-files.ts';

export interface CrateFacts {
	readonly name: string;
	readonly version: string;
	/** ISO 8601; two months ago unless told, left out with `null`. */
	readonly pubtime?: string | null;
	/** Hex, as the index has it: the right one unless told. */
	readonly cksum?: string;
}

/** A sparse index of crates for tests, with its files. */
export interface FakeCrates extends Omit<FileServer, 'origin'> {
	readonly url: string;
	/** Answers the crate's bytes. */
	add(facts: CrateFacts): Uint8Array;
}

/** `dl`: where it says its files are, for its origin. */
export async function startFakeCrates(dl = (origin: string) => `${origin}/dl`): Promise<FakeCrates> {
	const pages = new Map<string, string>();
	const files = new Map<string, Uint8Array>();
	const server = await serveFiles((path) => {
		if (path === '/config.json') return { type: 'application/json', body: JSON.stringify({ dl: dl(server.origin) }) };
		const body = pages.get(path) ?? files.get(path);
		return body === undefined ? undefined : { type: 'text/plain', body };
	});
	return {
		...server,
		url: server.origin,
		add({ name, version, pubtime = daysAgo(60), cksum }) {
			const body = makeTarball({
				[`${name}-${version}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\n`,
				[`${name}-${version}/src/lib.rs`]: `pub fn version() -> &'static str { "${version}" }\n`,
			});
			const page = `/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
			const line = { name, vers: version, deps: [], cksum: cksum ?? sha256Of(body), features: {}, yanked: false };
			const told = pubtime === null ? line : { ...line, pubtime };
			pages.set(page, `${pages.get(page) ?? ''}${JSON.stringify(told)}\n`);
			files.set(`/dl/${name}/${version}/download`, body);
			return body;
		},
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}
