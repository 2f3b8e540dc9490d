import type { InputPiece } from './split-paste.ts';

/** Pressed keys, or a paste, also by a terminal that does not mark it; `newline`: Enter that does not send. */
export type KeyPiece = InputPiece | { readonly kind: 'newline' };

const esc = '\u001b';

/**
 * Alt-Enter as terminals send it (Escape and Enter), Alt- and Shift-Enter as those that name modifiers do: xterm's `modifyOtherKeys` (`CSI 27 ; modifier ; 13 ~`)
 * and the kitty keyboard protocol (`CSI 13 ; modifier u`), with modifiers 2 and 3.
 */
const alternativeEnter = new RegExp(`${esc}(?:\\r\\n?|\\n|\\[27;[23];13~|\\[13;[23]u)`);
const control = /[^\P{Cc}\t\r\n]/u;

/** Splits keys that came at once at each Enter that does not send; `text` is a paste where nobody types so fast: several lines in one piece. Pure. */
export function splitKeys(text: string): readonly KeyPiece[] {
	if (isPaste(text)) return [{ kind: 'paste', text }];
	const [first = '', ...rest] = text.split(alternativeEnter);
	return [keys(first), ...rest.flatMap((more) => [{ kind: 'newline' } as const, keys(more)])].filter(
		(piece) => piece.kind === 'newline' || piece.text !== '',
	);
}

/** Whether it is text alone, which may go on with a paste. Pure. */
export function isText(text: string): boolean {
	return !control.test(text);
}

/** A line end with more text behind it, and no key but such as write. */
function isPaste(text: string): boolean {
	return isText(text) && /[\r\n][^\r\n]/.test(text);
}

function keys(text: string): InputPiece {
	return { kind: 'keys', text };
}
