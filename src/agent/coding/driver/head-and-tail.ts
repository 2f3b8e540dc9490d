import { createTextReader, headOf, tailOf } from '../../../sandbox/guest/sanitise.ts';

/** Of a long output, its beginning as it comes and its end at the end. */
export interface HeadAndTail {
	push(chunk: Uint8Array): void;
	end(): void;
}

/** Characters that are shown of either. */
const headMost = 16 * 1024;
const tailMost = 32 * 1024;

/** `onText` gets sanitised text, in order, and between the two parts a line that says how much is left out. */
export function createHeadAndTail(onText: (text: string) => void): HeadAndTail {
	const reader = createTextReader();
	let headLeft = headMost;
	let tail = '';
	let beyond = 0;

	function take(text: string): void {
		const head = headOf(text, headLeft);
		headLeft = head.length < text.length ? 0 : headLeft - head.length;
		if (head !== '') onText(head);
		const rest = text.slice(head.length);
		beyond += rest.length;
		tail = tailOf(tail + rest, tailMost);
	}

	return {
		push: (chunk) => take(reader.push(chunk)),
		end() {
			take(reader.end());
			const missing = beyond - tail.length;
			const gap = missing > 0 ? `\n[${missing} characters left out]\n` : '';
			if (tail !== '') onText(gap + tail);
		},
	};
}
