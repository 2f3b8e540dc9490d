/**
 * Files that somebody may read and not change, wherever they lie: whoever is on the same machine may use them in their place, whoever is on
 * another one keeps a copy, which is good for as long as the version is the one it was made at.
 */
export interface FileTree {
	/** Differs from every earlier one once anything in it has changed. To be asked for before what it is the version of. */
	version(): Promise<string>;
	/** All there is in it, by name. */
	entries(): AsyncIterable<TreeEntry>;
}

/** `name`: a path below the tree's root, its parts parted by `/`. */
export type TreeEntry =
	| {
			readonly kind: 'file';
			readonly name: string;
			/** Bytes. */
			readonly size: number;
			read(signal: AbortSignal): AsyncIterable<Uint8Array>;
	  }
	| { readonly kind: 'link'; readonly name: string; readonly target: string };
