/** A name of a platform's, as a word within Markdown of ours: one line, nothing that Markdown reads, at most 60 characters. Pure. */
export function plainName(name: string): string {
	const plain = name.replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\s\\`*_~|<>[\]#]+/gu, ' ').trim();
	return [...plain].slice(0, 60).join('') || 'somebody';
}

/**
 * Writes out characters that are invisible or reorder the text, as source code does: a reviewer sees all of it. Tabs and line ends stay. Pure.
 */
export function visible(text: string): string {
	return text.replaceAll(
		/(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu,
		(char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
	);
}

/** Markdown whose last code block is closed: what stands behind it is none of its code. Pure. */
export function closed(text: string): string {
	const open = text.split(/\r?\n/).reduce<string>(openAfter, '');
	return open === '' ? text : `${text}\n${open}`;
}

/** The fence that is open behind a line, by what was open before it; empty: none. One that is indented may be a list's, and ends with that. */
function openAfter(open: string, line: string): string {
	const [, indent = '', fence = '', rest = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
	if (open !== '') return fence.startsWith(open) && rest.trim() === '' ? '' : open;
	return indent !== '' || (fence.startsWith('`') && rest.includes('`')) ? '' : fence;
}

/** A code block of Markdown, fenced so that nothing in the text ends it. Pure. */
export function fenced(text: string, language: string): string {
	const runs = text.match(/`+/g) ?? [];
	const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
	return `${fence}${language}\n${text}\n${fence}`;
}
