/** The indexes that a set-up may have open. */
export const packageIndexes = ['pypi', 'npm', 'crates', 'go'] as const;
export type PackageIndexName = (typeof packageIndexes)[number];

/** The rules by which the doors of a set-up let files through. */
export interface IndexesPolicy {
	/**
	 * Where each is: PyPI's simple API, npm's registry, the sparse index of crates, a proxy of Go modules. May hold a user name and password, which
	 * stay on the host. One that is left out is not to be had.
	 */
	readonly urls: Readonly<Partial<Record<PackageIndexName, string>>>;
	/** Files younger than this are not served, days. */
	readonly leastAgeDays: number;
	/** Packages that may be had though their index does not tell their age; `*`: all. */
	readonly undated: readonly string[];
	/** Bytes that one opening may fetch, in all. */
	readonly bytes: number;
	/** Requests that one opening may make, in all. */
	readonly requests: number;
}

/** Where the public ones are. */
export const publicIndexes = {
	pypi: 'https://pypi.org/simple',
	npm: 'https://registry.npmjs.org',
	crates: 'https://index.crates.io',
	go: 'https://proxy.golang.org',
} as const satisfies Record<PackageIndexName, string>;
