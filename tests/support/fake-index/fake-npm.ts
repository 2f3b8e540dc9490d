import { createHash } from 'node:crypto';
import { makeTarball } from './make-tarball.ts';
import { type FileServer, serveFiles } from './serve-files.ts';

export interface NpmFacts {
	readonly name: string;
	readonly version: string;
	/** ISO 8601; two months ago unless told, left out with `null`. */
	readonly publishedAt?: string | null;
	/** Of the manifest. */
	readonly more?: Readonly<Record<string, unknown>>;
	/** Beside package.json and index.js. */
	readonly files?: Readonly<Record<string, string>>;
	/** As the page has it: the right one unless told, none with `null`. */
	readonly integrity?: string | null;
	/** Where the page says the tarball is; below this server unless told. */
	readonly tarball?: string;
}

/** A registry of npm for tests. Short pages, without times, where they are asked for. */
export interface FakeNpm extends Omit<FileServer, 'origin'> {
	readonly url: string;
	/** Answers the integrity. */
	add(facts: NpmFacts): string;
}

interface Shelved {
	readonly manifest: Readonly<Record<string, unknown>>;
	readonly publishedAt: string | null;
}

const dayMs = 86_400_000;

export async function startFakeNpm(credentials?: string): Promise<FakeNpm> {
	const shelf = new Map<string, Map<string, Shelved>>();
	const tarballs = new Map<string, Uint8Array>();
	const server = await serveFiles(find, credentials);

	function find(path: string, accept: string) {
		const tarball = tarballs.get(path);
		if (tarball) return { type: 'application/octet-stream', body: tarball };
		const name = decodeURIComponent(path.slice(1));
		const versions = shelf.get(name);
		return versions && { type: 'application/json', body: pageOf(name, versions, accept.includes('install-v1')) };
	}

	return {
		...server,
		url: server.origin,
		add({ name, version, publishedAt = daysAgo(60), more = {}, files = {}, integrity, tarball }) {
			const own = { name, version, main: 'index.js', ...more };
			const body = makeTarball({
				'package/package.json': JSON.stringify(own),
				'package/index.js': `module.exports = ${JSON.stringify(`${name} ${version}`)};\n`,
				...Object.fromEntries(Object.entries(files).map(([path, text]) => [`package/${path}`, text])),
			});
			const path = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
			tarballs.set(path, body);
			const right = `sha512-${createHash('sha512').update(body).digest('base64')}`;
			const told = integrity === null ? {} : { integrity: integrity ?? right };
			const dist = { tarball: tarball ?? `${server.origin}${path}`, ...told };
			const versions = shelf.get(name) ?? new Map<string, Shelved>();
			shelf.set(name, versions.set(version, { manifest: { ...own, dist }, publishedAt }));
			return right;
		},
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

export function daysAgo(days: number): string {
	return new Date(Date.now() - days * dayMs).toISOString();
}

function pageOf(name: string, versions: ReadonlyMap<string, Shelved>, isShort: boolean): string {
	const all = [...versions];
	const times = all.flatMap(([version, { publishedAt }]) => (publishedAt === null ? [] : [[version, publishedAt]]));
	const modified = times
		.map(([, at]) => at ?? '')
		.toSorted()
		.at(-1);
	return JSON.stringify({
		...(isShort && modified ? { modified } : {}),
		name,
		'dist-tags': { latest: all.at(-1)?.[0] },
		versions: Object.fromEntries(all.map(([version, { manifest }]) => [version, manifest])),
		...(isShort ? {} : { readme: '"time": {"9.9.9": "nonsense \\"', time: { modified, ...Object.fromEntries(times) } }),
	});
}
