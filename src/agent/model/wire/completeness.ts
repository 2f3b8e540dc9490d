import { isRecord, parseJson } from '../text/json-text.ts';

export interface Completeness {
	/** Takes the next piece of a text. */
	take(piece: string): void;
	/** Whether the text so far is one whole JSON object. */
	readonly complete: boolean;
}

type At = 'start' | 'inside' | 'closed' | 'never';

/**
 * Follows a text that grows by pieces and looks at each character once; only when the object that it begins with closes, its
 * text is parsed, once.
 */
export function createCompleteness(): Completeness {
	const pieces: string[] = [];
	let at: At = 'start';
	let depth = 0;
	let inString = false;
	let escaped = false;
	let parsed: boolean | undefined;

	function takeInString(char: string): void {
		if (escaped) escaped = false;
		else if (char === '\\') escaped = true;
		else if (char === '"') inString = false;
	}

	function takeInside(char: string): void {
		if (inString) takeInString(char);
		else takeOutside(char);
		if (depth === 0) at = 'closed';
	}

	function takeOutside(char: string): void {
		if (char === '"') inString = true;
		else if (char === '{' || char === '[') depth += 1;
		else if (char === '}' || char === ']') depth -= 1;
	}

	function takeChar(char: string): void {
		if (at === 'inside') takeInside(char);
		else if (!isBlank(char)) open(char);
	}

	function open(char: string): void {
		at = at === 'start' && char === '{' ? 'inside' : 'never';
		depth = 1;
	}

	return {
		take(piece) {
			if (at === 'never') return;
			if (at !== 'closed') pieces.push(piece);
			for (const char of piece) takeChar(char);
		},
		get complete() {
			if (at !== 'closed') return false;
			parsed ??= isRecord(parseJson(pieces.join(''))?.value);
			return parsed;
		},
	};
}

function isBlank(char: string): boolean {
	return char === ' ' || char === '\n' || char === '\t' || char === '\r';
}
