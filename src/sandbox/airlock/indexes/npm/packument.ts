import { z } from 'zod';
import { type AgeRule, judgeAge, timeOf, undatedLine, youngLine } from '../../age.ts';
import type { RightHash } from '../../package-index/bodies.ts';
import { Denied } from '../../package-index/denied.ts';
import { linkedUrl } from '../../package-index/linked-url.ts';

/** A package as its registry tells of it. Untrusted, but for its form. */
export interface Packument {
	readonly tags: Readonly<Record<string, string>>;
	readonly versions: ReadonlyMap<string, NpmVersion>;
	/** When each version was published, ms since the epoch; undefined where it is not told. */
	readonly times: ReadonlyMap<string, number> | undefined;
	/** When anything of the package was last changed: no version is younger. */
	readonly modifiedAt: number | undefined;
}

export interface NpmVersion {
	readonly version: string;
	readonly manifest: Readonly<Record<string, unknown>>;
	readonly url: URL;
	/** The tarball's name, the last part of its address. */
	readonly file: string;
	/** Undefined where the registry has none that is strong enough. */
	readonly hash: RightHash | undefined;
	readonly integrity: string | undefined;
}

const texts = z.record(z.string(), z.unknown());
const packumentSchema = z.object({
	name: z.string(),
	'dist-tags': texts.optional(),
	versions: texts,
	time: texts.optional(),
	modified: z.unknown().optional(),
});
const distSchema = z.object({ tarball: z.string(), integrity: z.string().max(2_000).nullish() });

/** Reads what the registry answered. Versions that are not as they should be are left out. Throws `Denied`. */
export function readPackument(name: string, json: unknown, from: URL): Packument {
	const parsed = packumentSchema.safeParse(json);
	if (!parsed.success || parsed.data.name !== name)
		throw new Denied(`the registry answered with something that is not the page of ${name}`, { status: 502 });
	const { versions, time, modified, 'dist-tags': tags = {} } = parsed.data;
	const read = Object.entries(versions).flatMap(([version, manifest]) => readVersion(version, manifest, from) ?? []);
	return {
		tags: Object.fromEntries(Object.entries(tags).filter((entry): entry is [string, string] => isText(entry[1]))),
		versions: new Map(read.map((one) => [one.version, one])),
		times: time && readTimes(time),
		modifiedAt: timeOf(modified) ?? timeOf(time?.['modified']),
	};
}

/** Pure. */
export function readTimes(time: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
	return new Map(
		Object.entries(time).flatMap(([version, text]) => {
			const at = timeOf(text);
			return at === undefined ? [] : [[version, at] as const];
		}),
	);
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function readVersion(version: string, manifest: unknown, from: URL): NpmVersion | undefined {
	const parsed = texts.safeParse(manifest).data;
	const dist = distSchema.safeParse(parsed?.['dist']).data;
	const url = dist && linkedUrl(dist.tarball, from);
	const file = url?.pathname.split('/').at(-1) ?? '';
	if (!parsed || !url || version.length > 256 || !/^[\w.~+-]{1,300}\.tgz$/.test(file)) return undefined;
	return { version, manifest: parsed, url, file, hash: hashOf(dist.integrity), integrity: dist.integrity ?? undefined };
}

// https://www.w3.org/TR/SRI/#the-integrity-attribute: the strongest counts
const algorithms = ['sha512', 'sha384', 'sha256'] as const;

function hashOf(integrity: string | null | undefined): RightHash | undefined {
	const hashes = (integrity ?? '').split(/\s+/);
	for (const algorithm of algorithms) {
		const found = hashes.find((one) => one.startsWith(`${algorithm}-`));
		if (found === undefined) continue;
		const base64 = found.slice(algorithm.length + 1).split('?')[0] ?? '';
		return { algorithm, hex: Buffer.from(base64, 'base64').toString('hex') };
	}
	return undefined;
}

export interface Choice {
	readonly versions: readonly NpmVersion[];
	/** Those that may not be served, newest last, and why. */
	readonly withheld: readonly { readonly file: string; readonly why: string }[];
}

/** Decides which versions may be served. Pure. */
export function chooseVersions(name: string, { versions, times, modifiedAt }: Packument, rule: AgeRule): Choice {
	const judged = [...versions.values()].map((one) => {
		const at = times ? times.get(one.version) : modifiedAt;
		return { one, at, verdict: one.hash ? judgeAge(name, at, rule) : ('unhashed' as const) };
	});
	const whyNot = ({ one, at, verdict }: (typeof judged)[number]): string => {
		if (verdict === 'young') return youngLine(`${name} ${one.version}`, rule.now() - (at ?? 0), rule.leastMs);
		return verdict === 'undated' ? undatedLine(name) : `${name} ${one.version} has no strong hash in the registry`;
	};
	const left = judged.filter(({ verdict }) => verdict !== 'fit');
	return {
		versions: judged.filter(({ verdict }) => verdict === 'fit').map(({ one }) => one),
		withheld: left.map((each) => ({ file: each.one.file, why: whyNot(each) })),
	};
}
