import type { NpmVersion, Packument } from './packument.ts';

// https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md, "Abbreviated version object"; the last two are npm's and pnpm's own
const kept = [
	...['name', 'version', 'deprecated', 'dependencies', 'optionalDependencies', 'devDependencies'],
	...['bundleDependencies', 'bundledDependencies', 'peerDependencies', 'peerDependenciesMeta', 'bin'],
	...['directories', 'engines', 'cpu', 'os', 'libc', 'funding', '_hasShrinkwrap', 'hasInstallScript'],
	...['acceptDependencies'],
] as const;

/** The door's own page of a package: the versions that may be had, whose files lie at the door. `here`: its address. Pure. */
export function drawPackument(
	name: string,
	{ tags }: Pick<Packument, 'tags'>,
	versions: readonly NpmVersion[],
	here: string,
): string {
	const drawn = versions.map((one) => [one.version, drawVersion(name, one, here)] as const);
	return JSON.stringify({ name, 'dist-tags': tagsOf(tags, versions), versions: Object.fromEntries(drawn) });
}

function drawVersion(name: string, { version, manifest, file, integrity }: NpmVersion, here: string): unknown {
	const fields = kept
		.filter((field) => manifest[field] !== undefined)
		.map((field) => [field, manifest[field]] as const);
	const dist = { tarball: `${here}/${name}/-/${file}`, integrity };
	return { ...Object.fromEntries(fields), name, version, ...(hasScript(manifest) && { hasInstallScript: true }), dist };
}

/** Whole pages have the scripts, short ones this word of them. */
function hasScript({ scripts }: NpmVersion['manifest']): boolean {
	if (typeof scripts !== 'object' || scripts === null) return false;
	return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
}

/** Tags that lead to a version that is not served are left out; `latest`, without which nothing can be installed, leads to the newest that is. */
function tagsOf(tags: Packument['tags'], versions: readonly NpmVersion[]): Packument['tags'] {
	const there = new Set(versions.map(({ version }) => version));
	const left = Object.fromEntries(Object.entries(tags).filter(([, version]) => there.has(version)));
	const newest = newestOf([...there]);
	return left['latest'] === undefined && newest !== undefined ? { ...left, latest: newest } : left;
}

/** The highest version by the numbers that it begins with; one that is still tried out only where there is no other. Pure. */
export function newestOf(versions: readonly string[]): string | undefined {
	const whole = versions.filter((version) => !version.includes('-'));
	return (whole.length > 0 ? whole : versions).toSorted(compareVersions).at(-1);
}

function compareVersions(one: string, other: string): number {
	const [a, b] = [one, other].map((version) => version.split(/[-+]/)[0]?.split('.').map(Number) ?? []);
	const difference = [0, 1, 2].map((at) => (a?.[at] ?? 0) - (b?.[at] ?? 0)).find((each) => each !== 0);
	return difference ?? (one < other ? -1 : 1);
}
