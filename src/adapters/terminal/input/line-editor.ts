import { createInterface, type Key } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import type { DeskEvents } from '../screen/desk.ts';
import type { CompleteLine } from './complete-line.ts';
import { maxHistory } from './line-history.ts';
import { createPasteBuffer } from './paste-buffer.ts';
import { isText, type KeyPiece, splitKeys } from './split-keys.ts';
import { createPasteSplitter, type InputPiece } from './split-paste.ts';

/** The keyboard: a terminal, or any stream of the bytes that one sends. */
export type Keyboard = NodeJS.ReadableStream & { readonly setRawMode?: (raw: boolean) => unknown };

/** A person's actions in the line. They end with Ctrl-D at an empty line, or when the keyboard is gone. */
export interface EditorEvents extends DeskEvents {
	/** Any key, before what it does. */
	readonly onKey: () => void;
	/** Line, cursor or suggestions have changed. */
	readonly onChange: () => void;
}

export interface EditorDeps {
	readonly keyboard: Keyboard;
	/** Lines typed before, oldest first. */
	readonly history: readonly string[];
	readonly complete: CompleteLine;
	/** ms since any fixed moment. */
	readonly clock?: () => number;
	readonly events: EditorEvents;
}

/** A line that is being typed. Node's readline edits it; drawing it is up to the screen. */
export interface LineEditor extends Disposable {
	/** The line as it is shown, the part of it before the cursor, and what Tab found when that was more than one. */
	view(): { readonly text: string; readonly before: string; readonly suggestions: readonly string[] };
	clear(): void;
	/** Puts a line back, unless something was typed since. */
	restore(raw: string): void;
}

/** A press of Escape is told from the beginning of a sequence by what follows within this many ms. */
const escapeMs = 50;
/** A paste whose end does not come within this many ms after its last bytes counts as whole. */
const pasteMs = 2000;
/** Nobody presses Enter within this many ms after the last piece of a paste. */
const pasteGapMs = 40;

export function createLineEditor({ keyboard, history, complete, clock = Date.now, events }: EditorDeps): LineEditor {
	const pastes = createPasteBuffer();
	const splitter = createPasteSplitter();
	const keys = new Readable({ read() {} });
	let suggestions: readonly string[] = [];
	let timer: NodeJS.Timeout | undefined;
	let pastedAt = Number.NEGATIVE_INFINITY;

	const editor = createInterface({
		input: keys,
		// It draws for itself; only that something has changed is of interest.
		output: new PassThrough().on('data', () => events.onChange()),
		terminal: true,
		historySize: maxHistory,
		removeHistoryDuplicates: true,
		history: history.map((line) => pastes.take(line)).toReversed(),
		escapeCodeTimeout: escapeMs,
		completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
			complete(pastes.expand(line)).then(
				({ hits, on }) => {
					suggestions = hits.length > 1 ? hits : [];
					done(null, [[...hits], on]);
					events.onChange();
				},
				() => done(null, [[], line]),
			);
		},
	});

	function type(pieces: readonly InputPiece[]): void {
		if (pieces.length > 0) events.onKey();
		for (const piece of pieces.flatMap(asTyped)) keys.push(textOf(piece));
		clearTimeout(timer);
		timer = awaitRest(splitter.waitingFor());
	}

	/** The rest of a paste that is not marked follows at once: its last line end sends nothing. */
	function asTyped({ kind, text }: InputPiece): readonly KeyPiece[] {
		if (kind === 'paste') return [{ kind, text }];
		const pieces =
			clock() - pastedAt < pasteGapMs && isText(text) ? [{ kind: 'paste', text } as const] : splitKeys(text);
		// Enter alone ends no paste, and makes none longer.
		if (/[^\r\n]/.test(text) && pieces.some((piece) => piece.kind === 'paste')) pastedAt = clock();
		return pieces;
	}

	function textOf(piece: KeyPiece): string {
		if (piece.kind === 'newline') return pastes.newLine();
		return piece.kind === 'keys' ? piece.text : pastes.take(piece.text);
	}

	function awaitRest(waiting: ReturnType<typeof splitter.waitingFor>): NodeJS.Timeout | undefined {
		if (waiting === 'nothing') return undefined;
		return setTimeout(() => type(splitter.flush()), waiting === 'marker' ? escapeMs : pasteMs);
	}

	const onBytes = (chunk: Uint8Array | string) => type(splitter.push(Buffer.from(chunk)));
	keyboard.setRawMode?.(true);
	keyboard.on('data', onBytes).on('end', events.onEnd).on('close', events.onEnd);
	keyboard.resume();

	keys.on('keypress', (_text: string | undefined, key: Key) => {
		if (key.name !== 'tab') suggestions = [];
		if (key.name === 'escape') events.onEscape();
		events.onChange();
	});
	editor.on('line', (raw) => {
		const text = pastes.expand(raw);
		events.onLine({ text, typed: pastes.strip(raw), raw });
	});
	editor.on('SIGINT', events.onInterrupt);
	// Without a listener readline would suspend the process, and with it the sandboxes' leases.
	editor.on('SIGTSTP', () => undefined);
	editor.on('close', events.onEnd);

	return {
		view: () => ({
			text: pastes.show(editor.line),
			before: pastes.show(editor.line.slice(0, editor.cursor)),
			suggestions,
		}),
		clear() {
			editor.write(null, { ctrl: true, name: 'e' });
			editor.write(null, { ctrl: true, name: 'u' });
		},
		restore(raw) {
			if (editor.line === '') editor.write(raw);
		},
		[Symbol.dispose]() {
			clearTimeout(timer);
			keyboard.off('data', onBytes).off('end', events.onEnd).off('close', events.onEnd);
			keyboard.pause();
			keyboard.setRawMode?.(false);
			editor.removeAllListeners();
			editor.close();
		},
	};
}
