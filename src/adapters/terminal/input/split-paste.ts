import { StringDecoder } from 'node:string_decoder';

/** The marks that a terminal in bracketed paste mode puts around a paste. */
const pasteStart = '\u001b[200~';
const pasteEnd = '\u001b[201~';

/** A piece of what came from the keyboard: pressed keys as they came, or one whole paste. */
export interface InputPiece {
	readonly kind: 'keys' | 'paste';
	readonly text: string;
}

export interface PasteSplitter {
	/** The pieces that `chunk` completes. */
	push(chunk: Uint8Array): readonly InputPiece[];
	/** The reason to wait for more: none, the first bytes of a possible marker, or a paste that has not ended. */
	waitingFor(): 'nothing' | 'marker' | 'paste-end';
	/** Gives up waiting and hands out what is there: a marker that did not go on was a press of Escape. */
	flush(): readonly InputPiece[];
}

/** Tells pasted text from pressed keys in the bytes of a terminal; the pieces do not depend on how the bytes were cut into chunks. */
export function createPasteSplitter(): PasteSplitter {
	const decoder = new StringDecoder('utf8');
	let buffer = '';
	let pasting = false;

	/** Takes the next whole piece off the buffer. */
	function take(): InputPiece | undefined {
		const at = buffer.indexOf(pasting ? pasteEnd : pasteStart);
		if (at >= 0) return cut(at, (pasting ? pasteEnd : pasteStart).length);
		const keep = pasting ? buffer.length : beginOf(pasteStart, buffer);
		return keep < buffer.length ? cut(buffer.length - keep, 0) : undefined;
	}

	function cut(at: number, marker: number): InputPiece {
		const piece = { kind: pasting ? 'paste' : 'keys', text: buffer.slice(0, at) } as const;
		buffer = buffer.slice(at + marker);
		if (marker > 0) pasting = !pasting;
		return piece;
	}

	function drain(): readonly InputPiece[] {
		const pieces: InputPiece[] = [];
		for (let piece = take(); piece !== undefined; piece = take()) pieces.push(piece);
		return pieces.filter(({ kind, text }) => kind === 'paste' || text !== '');
	}

	return {
		push(chunk) {
			buffer += decoder.write(chunk);
			return drain();
		},
		waitingFor() {
			if (pasting) return 'paste-end';
			return buffer === '' ? 'nothing' : 'marker';
		},
		flush() {
			const piece = cut(buffer.length, 0);
			pasting = false;
			return piece.text === '' ? [] : [piece];
		},
	};
}

/** How many characters at the end of `text` are the beginning of `marker`. */
function beginOf(marker: string, text: string): number {
	for (let length = Math.min(marker.length - 1, text.length); length > 0; length -= 1)
		if (text.endsWith(marker.slice(0, length))) return length;
	return 0;
}
