/** Of the text of all times of one package, bytes. */
const mostKept = 4 * 2 ** 20;

const [quote, backslash, open, close, openList, closeList] = ['"', '\\', '{', '}', '[', ']'].map((sign) =>
	sign.charCodeAt(0),
);

/**
 * Finds the object `time` at the top of a JSON object as its bytes come, and keeps nothing else of it: such a page may have a hundred megabytes.
 * Answers its text; undefined where there is none. Linear.
 */
export async function scanTimes(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
	const scanner = createScanner();
	for await (const chunk of body) scanner.push(chunk);
	return scanner.found();
}

function createScanner() {
	const kept: number[] = [];
	let depth = 0;
	let isText = false;
	let isEscaped = false;
	/** The last text at the top, byte by byte, as long as it may be `time`. */
	let last = '';
	let state: 'looking' | 'keeping' | 'done' = 'looking';

	function inText(byte: number): void {
		if (depth === 1 && last.length < 8) last += String.fromCharCode(byte);
		if (isEscaped) isEscaped = false;
		else if (byte === backslash) isEscaped = true;
		else if (byte === quote) isText = false;
	}

	function outside(byte: number): void {
		if (byte === quote) beginText();
		else if (byte === open || byte === openList) enter(byte);
		else if (byte === close || byte === closeList) depth -= 1;
	}

	function beginText(): void {
		isText = true;
		if (depth === 1) last = '';
	}

	function enter(byte: number | undefined): void {
		depth += 1;
		if (byte === open && depth === 2 && last === 'time"' && state === 'looking') state = 'keeping';
	}

	return {
		push(chunk: Uint8Array): void {
			for (const byte of chunk) {
				if (isText) inText(byte);
				else outside(byte);
				if (state !== 'keeping') continue;
				kept.push(byte);
				if (depth === 1 || kept.length > mostKept) state = 'done';
			}
		},
		found: () => (state === 'done' && kept.length <= mostKept ? Buffer.from(kept).toString('utf8') : undefined),
	};
}
