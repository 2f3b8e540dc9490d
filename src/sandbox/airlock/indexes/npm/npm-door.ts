import { whole } from '../../package-index/bodies.ts';
import { Denied } from '../../package-index/denied.ts';
import type { DoorAnswer } from '../../package-index/exchange.ts';
import { onceEach } from '../../package-index/once-each.ts';
import {
	fetchBody,
	fetchFile,
	type IndexDoor,
	type IndexDoorDeps,
	missing,
	parseJson,
	served,
	unknownPath,
} from '../index-door.ts';
import { drawPackument } from './draw-packument.ts';
import { type Choice, chooseVersions, type NpmVersion, type Packument, readPackument, readTimes } from './packument.ts';
import { readNpmPath } from './read-path.ts';
import { scanTimes } from './scan-times.ts';

/** Kept of a package: its files by their names, or why they are not served. */
type Shelf = ReadonlyMap<string, Shelved | string>;

type Shelved = Pick<NpmVersion, 'version' | 'url' | 'hash'>;

const short = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';

/** The registry of npm: pages of packages and their tarballs, and nothing else of it. */
export function createNpmDoor(deps: IndexDoorDeps): IndexDoor {
	const { upstream, limits, age, here, onFetched } = deps;
	const shelves = new Map<string, Shelf>();
	const onceEachName = onceEach<Shelf>();

	async function load(
		name: string,
		signal: AbortSignal,
	): Promise<{ readonly page: Packument; readonly choice: Choice }> {
		const what = `the page of ${name}`;
		const url = upstream.at(name.replace('/', '%2f'));
		const found = await fetchBody(deps, { url, what, accept: short, cap: limits.page }, signal);
		if (found === undefined) throw missing(name);
		const text = (await whole(found.body)).toString('utf8');
		const page = await withTimes(name, readPackument(name, parseJson(text, what), found.url), signal);
		const choice = chooseVersions(name, page, age);
		if (!shelves.has(name)) shelves.set(name, shelfOf(choice));
		return { page, choice };
	}

	/** A short page does not tell when versions were published. A package that has not changed since has none that is too young. */
	async function withTimes(name: string, page: Packument, signal: AbortSignal): Promise<Packument> {
		const isOld = page.modifiedAt !== undefined && age.now() - page.modifiedAt >= age.leastMs;
		if (page.times || isOld || age.leastMs <= 0) return page;
		const wanted = { url: upstream.at(name.replace('/', '%2f')), what: `the times of ${name}`, cap: limits.times };
		const found = await fetchBody(deps, { ...wanted, accept: 'application/json' }, signal);
		const text = found && (await scanTimes(found.body));
		const times = text === undefined ? undefined : readTimes(parseJson(text, wanted.what) as Record<string, unknown>);
		return { ...page, times: times ?? new Map() };
	}

	async function shelf(name: string, signal: AbortSignal): Promise<Shelf> {
		const known = shelves.get(name);
		if (known) return known;
		return onceEachName(name, async () => shelfOf((await load(name, signal)).choice));
	}

	async function file(name: string, filename: string, isHead: boolean, signal: AbortSignal): Promise<DoorAnswer> {
		const found = (await shelf(name, signal)).get(filename);
		if (found === undefined) throw missing(filename);
		if (typeof found === 'string') throw new Denied(found, { status: 403 });
		const wanted = { url: found.url, what: filename, cap: limits.file, hash: found.hash };
		if (isHead) return served('application/octet-stream', new Uint8Array());
		const body = await fetchFile(deps, wanted, signal);
		onFetched(`${name} ${found.version}`);
		return served('application/octet-stream', body);
	}

	return async ({ path, isHead }, signal) => {
		const asked = readNpmPath(path);
		if (asked === undefined) throw unknownPath();
		if (asked.kind === 'file') return file(asked.name, asked.file, isHead, signal);
		const { page, choice } = await load(asked.name, signal);
		if (choice.versions.length === 0)
			throw new Denied(choice.withheld.at(-1)?.why ?? `${asked.name} has no versions in the registry`, { status: 404 });
		return served('application/json', Buffer.from(drawPackument(asked.name, page, choice.versions, here())));
	};
}

function shelfOf({ versions, withheld }: Choice): Shelf {
	const shelf = new Map<string, Shelved | string>(withheld.map(({ file, why }) => [file, why]));
	for (const { file, version, url, hash } of versions) shelf.set(file, { version, url, hash });
	return shelf;
}
