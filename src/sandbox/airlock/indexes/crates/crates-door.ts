import { z } from 'zod';
import { Denied } from '../../package-index/denied.ts';
import type { DoorAnswer } from '../../package-index/exchange.ts';
import { linkedUrl } from '../../package-index/linked-url.ts';
import { onceEach } from '../../package-index/once-each.ts';
import {
	fetchFile,
	fetchText,
	type IndexDoor,
	type IndexDoorDeps,
	missing,
	parseJson,
	served,
	unknownPath,
} from '../index-door.ts';
import { type CrateVersion, readCratePage } from './index-page.ts';
import { pathOfCrate, prefixOf, readCratesPath } from './read-path.ts';

const configSchema = z.object({ dl: z.string().max(1_000) });

/** A sparse index of crates and their files, and nothing else of a registry. */
export function createCratesDoor(deps: IndexDoorDeps): IndexDoor {
	const { upstream, limits, age, here, onFetched } = deps;
	const onceEachCrate = onceEach<readonly CrateVersion[]>();
	const onceForAll = onceEach<{ readonly dl: string; readonly from: URL }>();

	function page(name: string, signal: AbortSignal): Promise<readonly CrateVersion[]> {
		return onceEachCrate(name.toLowerCase(), async () => {
			const wanted = { url: upstream.at(pathOfCrate(name)), what: `the crate ${name}`, cap: limits.page };
			return readCratePage(name, await fetchText(deps, wanted, signal), age);
		});
	}

	/** Where files are, by the index's own words. */
	function places(signal: AbortSignal): Promise<{ readonly dl: string; readonly from: URL }> {
		return onceForAll('config', async () => {
			const [url, what] = [upstream.at('config.json'), 'the configuration of the index'];
			const config = configSchema.safeParse(
				parseJson(await fetchText(deps, { url, what, cap: limits.small }, signal), what),
			);
			if (!config.success) throw new Denied('the index does not tell where its files are', { status: 502 });
			return { dl: config.data.dl, from: url };
		});
	}

	async function file(name: string, version: string, isHead: boolean, signal: AbortSignal): Promise<DoorAnswer> {
		const found = (await page(name, signal)).find((one) => one.version === version);
		const what = `${name} ${version}`;
		if (found === undefined) throw missing(what);
		if (found.verdict !== 'fit') throw new Denied(found.why, { status: 403 });
		if (isHead) return served('application/octet-stream', new Uint8Array());
		const { dl, from } = await places(signal);
		const url = linkedUrl(addressOf(dl, name, found), from);
		if (url === undefined) throw new Denied('the index does not tell where its files are', { status: 502 });
		const hash = { algorithm: 'sha256', hex: found.sha256 } as const;
		const body = await fetchFile(deps, { url, what, cap: limits.file, hash }, signal);
		onFetched(what);
		return served('application/octet-stream', body);
	}

	return async ({ path, isHead }, signal) => {
		const asked = readCratesPath(path);
		if (asked === undefined) throw unknownPath();
		if (asked.kind === 'config') return served('application/json', Buffer.from(JSON.stringify({ dl: `${here()}/dl` })));
		if (asked.kind === 'file') return file(asked.name, asked.version, isHead, signal);
		const versions = await page(asked.name, signal);
		const lines = versions.filter(({ verdict }) => verdict === 'fit').map(({ line }) => line);
		const why = versions.findLast(({ verdict }) => verdict !== 'fit')?.why;
		if (lines.length === 0) throw new Denied(why ?? `${asked.name} has no versions in the index`, { status: 404 });
		return served('text/plain', Buffer.from(`${lines.join('\n')}\n`));
	};
}

/** https://doc.rust-lang.org/cargo/reference/registry-index.html#index-configuration. Pure. */
export function addressOf(
	dl: string,
	name: string,
	{ version, sha256 }: Pick<CrateVersion, 'version' | 'sha256'>,
): string {
	const markers: Readonly<Record<string, string>> = {
		'{crate}': name,
		'{version}': version,
		'{prefix}': prefixOf(name),
		'{lowerprefix}': prefixOf(name.toLowerCase()),
		'{sha256-checksum}': sha256,
	};
	const filled = dl.replaceAll(/\{[a-z0-9-]+\}/g, (marker) => markers[marker] ?? marker);
	return filled === dl ? `${dl}/${name}/${version}/download` : filled;
}
