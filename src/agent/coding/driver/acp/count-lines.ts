/** How many lines one text has that the other has not. A line that only moved counts as neither: that takes linear time. Pure. */
export function countLines(before: string, after: string): { readonly added: number; readonly removed: number } {
	const left = new Map<string, number>();
	for (const line of linesOf(before)) left.set(line, (left.get(line) ?? 0) + 1);
	let added = 0;
	for (const line of linesOf(after)) {
		const known = left.get(line) ?? 0;
		if (known === 0) added += 1;
		else left.set(line, known - 1);
	}
	return { added, removed: left.values().reduce((sum, count) => sum + count, 0) };
}

function linesOf(text: string): readonly string[] {
	return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
