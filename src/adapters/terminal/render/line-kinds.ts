/** Kinds of lines of Markdown: `fence` begins or ends code. */
export type LineKind = 'fence' | 'code' | 'prose';

/** Tells lines apart by those before them, as CommonMark 0.31.2 does (4.4, 4.5, 5.2), without looking ahead. */
export interface LineKinds {
	/** Of a line that comes next, or its beginning. */
	of(line: string): LineKind;
	/** It has come. */
	end(line: string): void;
}

const item = /^\s*(?:[-*+•]|\d{1,9}[.)])(?:\s+|$)/;

export function createLineKinds(): LineKinds {
	/** The marks that opened code which is not closed yet. */
	let fence: string | undefined;
	/** The column in which the text of the present list item begins. */
	let content = 0;
	/** Indented code continues no paragraph. */
	let mayIndent = true;

	function of(line: string): LineKind {
		if (fence !== undefined) return closes(line, fence) ? 'fence' : 'code';
		if (opening(line) !== undefined) return 'fence';
		const isIndented = mayIndent && line.trim() !== '' && indentOf(line) >= content + 4 && !item.test(line);
		return isIndented ? 'code' : 'prose';
	}

	function endProse(line: string): void {
		mayIndent = line.trim() === '';
		if (mayIndent) return;
		const [lead] = item.exec(line) ?? [];
		if (lead !== undefined) content = lead.length;
		else if (indentOf(line) === 0) content = 0;
	}

	return {
		of,
		end(line) {
			const kind = of(line);
			if (kind === 'prose') endProse(line);
			if (kind !== 'fence') return;
			fence = fence === undefined ? opening(line) : undefined;
			mayIndent = true;
		},
	};
}

function indentOf(line: string): number {
	return line.length - line.trimStart().length;
}

/** Words behind backticks name a language; with more backticks it is code within a line. */
function opening(line: string): string | undefined {
	return /^\s*(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line)?.slice(1).find(Boolean);
}

function closes(line: string, fence: string): boolean {
	const marks = line.trim();
	return marks.length >= fence.length && marks.replaceAll(fence.charAt(0), '') === '';
}
