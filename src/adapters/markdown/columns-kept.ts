/** Text that is set in columns, in a font in which they stand below each other; any other as it is. Pure. */
export function columnsKept(markdown: string): string {
	const inColumns = /\S {2,}\S/.test(markdown) && !markdown.includes('```');
	return inColumns ? `\`\`\`\n${markdown}\n\`\`\`` : markdown;
}
