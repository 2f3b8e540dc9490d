/** The bounds of a tree that is taken. */
export interface TreeLimits {
	/** Files and links, of the tree and of its base. */
	readonly files: number;
	/** Of all files. */
	readonly bytes: number;
	/** Of one file. GitHub takes none above 100 MiB (docs.github.com, "About large files on GitHub"). */
	readonly file: number;
	/** Links that are new or lead elsewhere than before. */
	readonly links: number;
	/** Characters of a diff that is shown: what a person can still be handed as one file. */
	readonly diff: number;
}

export const treeLimits: TreeLimits = {
	files: 200_000,
	bytes: 2_000_000_000,
	file: 100_000_000,
	links: 10_000,
	diff: 8_000_000,
};

/** All of it may take so long, with the stream, ms. */
export const takeMs = 30 * 60_000;

/** Of a commit's message, in UTF-8. */
export const mostMessage = 65_536;
