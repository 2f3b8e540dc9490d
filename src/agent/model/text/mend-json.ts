import { createContext, Script } from 'node:vm';
import { jsonrepair } from 'jsonrepair';

export interface Mender {
	/** The text as JSON, as far as it can be mended in the time that is left; else undefined. */
	mend(text: string): string | undefined;
}

// Texts that models break are short; on some of this length jsonrepair needs hours (`\n[\"'[` again and again).
const longest = 100_000;
const usualMs = 100;
const script = new Script('work()');

/** Mends the texts of one answer for a tenth of a second altogether, however many there are: a bot has other threads to serve. */
export function createMender(budgetMs = usualMs): Mender {
	let left = budgetMs;
	let within: ReturnType<typeof createLimit> | undefined;
	return {
		mend(text) {
			if (text.length > longest || left <= 0) return undefined;
			within ??= createLimit();
			const start = performance.now();
			try {
				return within(Math.ceil(left), () => jsonrepair(text));
			} catch (error) {
				// The limit's error is of the other context, and comes a little early now and then.
				if (!(error instanceof Error)) left = 0;
				return undefined;
			} finally {
				left -= performance.now() - start;
			}
		},
	};
}

/** Runs `work`, which must leave nothing half done behind, and throws when it takes longer. To make one takes longer than to mend most texts. */
function createLimit() {
	const scene = { work: () => {} };
	const context = createContext(scene);
	return (ms: number, work: () => string): string => {
		let result = '';
		scene.work = () => {
			result = work();
		};
		script.runInContext(context, { timeout: ms });
		return result;
	};
}

const quote = 0x22;
const backslash = 0x5c;

/** The text with raw control characters in its strings escaped: the usual fault of long arguments. Linear. */
export function escapeControls(text: string): string {
	const pieces: string[] = [];
	let from = 0;
	let inString = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === backslash && inString) at++;
		else if (code === quote) inString = !inString;
		else if (code < 0x20 && inString) {
			pieces.push(text.slice(from, at), JSON.stringify(text[at]).slice(1, -1));
			from = at + 1;
		}
	}
	return pieces.join('') + text.slice(from);
}
