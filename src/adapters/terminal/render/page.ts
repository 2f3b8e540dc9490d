import type { PieceKind } from './transcript.ts';

/** The owner of a piece, so that its later rows join its earlier ones. */
export type PieceOwner = object;

/** The part of the terminal that is printed for good: pieces, set apart by empty lines. */
export interface Page {
	/** Prints lines of a piece; rows of the same owner, and lines about the work, follow each other closely. */
	put(kind: PieceKind, lines: readonly string[], owner?: PieceOwner): void;
	/** Whether an empty line would come before the owner's next row. */
	gapBefore(kind: PieceKind, owner: PieceOwner): boolean;
	/** Names the piece that has an unfinished row on the screen; `finish` answers it when something else is about to be printed. */
	hold(owner: PieceOwner, finish: () => readonly string[]): void;
}

export function createPage(print: (lines: readonly string[], kind: PieceKind) => void): Page {
	let last: { readonly kind: PieceKind; readonly owner: PieceOwner } | undefined;
	let held: { readonly owner: PieceOwner; readonly finish: () => readonly string[] } | undefined;

	function gapBefore(kind: PieceKind, owner: PieceOwner): boolean {
		return last !== undefined && last.owner !== owner && !(kind === 'meta' && last.kind === 'meta');
	}

	function put(kind: PieceKind, lines: readonly string[], owner: PieceOwner = {}): void {
		if (lines.length === 0) return;
		if (held !== undefined && held.owner !== owner) finishHeld();
		print(gapBefore(kind, owner) ? ['', ...lines] : lines, kind);
		last = { kind, owner };
	}

	function finishHeld(): void {
		const open = held;
		held = undefined;
		if (open !== undefined) put('text', open.finish(), open.owner);
	}

	return {
		put,
		gapBefore,
		hold(owner, finish) {
			held = { owner, finish };
		},
	};
}
