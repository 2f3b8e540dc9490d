/** Lines of ours that stand before the words of a person, and behind them, as `messageText` writes them. */
const before = /^(?:\[(?:Forged tools: |Memories |Note: |Time: |From ).*\]\n|\[Instructions .*\]\n(?:> .*(?:\n|$))*)+/;
const behind = /^\[(It does not name you|New files in |Of the files: |Not taken in: )/;

/** The words of a person in a message as the Brain reads it. Pure. */
export function ownWords(text: string): string {
	const lines = withoutEarlier(text).replace(before, '').split('\n');
	const end = lines.findLastIndex((line) => !behind.test(line)) + 1;
	return lines
		.slice(0, end)
		.map((line) => line.replace(/^\\(?=\[)/, ''))
		.join('\n')
		.trim();
}

/** Without what was said in the thread before it was ours. */
function withoutEarlier(text: string): string {
	const end = '[End of what was said before]\n';
	const at = text.startsWith('[') ? text.indexOf(`\n${end}`) : -1;
	return at < 0 || !text.includes('[Said in this thread before') ? text : text.slice(at + 1 + end.length);
}
