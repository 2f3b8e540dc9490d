/** A block of Markdown: lines, or what stands in a fence. */
export type Block =
	| { readonly kind: 'lines'; readonly lines: readonly string[] }
	| { readonly kind: 'fence'; readonly language: string; readonly lines: readonly string[] };

const opening = /^\s{0,20}(`{3,}|~{3,})\s{0,8}([\w+-]{0,40})\s*$/;

/** Splits Markdown at its fences. One that nobody closes ends with the text. Pure, linear. */
export function blocksOf(text: string): readonly Block[] {
	const blocks: Block[] = [];
	let open: { readonly fence: string; readonly language: string } | undefined;
	let lines: string[] = [];
	const flush = (): void => {
		if (open) blocks.push({ kind: 'fence', language: open.language, lines });
		else if (lines.length > 0) blocks.push({ kind: 'lines', lines });
		lines = [];
	};
	for (const line of text.split('\n')) {
		const next: typeof open = open ? undefined : opened(line);
		if (!next && !(open && closes(line, open.fence))) {
			lines.push(line);
			continue;
		}
		flush();
		open = next;
	}
	flush();
	return blocks;
}

function opened(line: string): { readonly fence: string; readonly language: string } | undefined {
	const [, fence, language] = opening.exec(line) ?? [];
	return fence === undefined ? undefined : { fence, language: language ?? '' };
}

function closes(line: string, fence: string): boolean {
	const marks = line.trim();
	return marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
}
