/**
 * Layers: files of what set-ups have made, which this host keeps and never looks into, by keys of 64 hex digits. The oldest go when there are too many. All
 * reject only with the signal's reason and with `ProblemError` where this machine lacks something.
 */
export interface Layers {
	/** Undefined where it is not kept, or not whole. It counts as used. */
	find(key: string): Promise<LayerFacts | undefined>;
	/** Its bytes. Throws where it is not kept. */
	read(key: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
	/** Keeps it whole or not at all, whatever the bytes throw, which is thrown on. One of this key is replaced. */
	put(key: string, layer: NewLayer, signal: AbortSignal): Promise<KeptLayer>;
}

export interface LayerFacts {
	readonly bytes: number;
	/** The packages that the set-up fetched. */
	readonly fetched: readonly string[];
}

export interface NewLayer extends Pick<LayerFacts, 'fetched'> {
	readonly content: AsyncIterable<Uint8Array>;
}

export type KeptLayer =
	| { readonly kind: 'kept'; readonly bytes: number }
	/** `most`: bytes. */
	| { readonly kind: 'too-large'; readonly most: number };
