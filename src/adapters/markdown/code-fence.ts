/** A code fence of Markdown that is open: ` ```js `. */
export interface CodeFence {
	/** The beginning of its line, before it: indentation, and the marks of quotes and lists. */
	readonly lead: string;
	/** Backticks or tildes, three at least. */
	readonly mark: string;
	/** The language, and whatever else follows the mark. */
	readonly info: string;
}

/** Fences of longer parts are taken for text, so that room for reopening and closing one can be kept. */
const mostLead = 24;
const mostMark = 16;
const mostInfo = 40;
/** As many characters as opening and closing a fence take at most, line endings included. */
export const fenceRoom = 2 * (mostLead + mostMark + 1) + mostInfo;

/** Longer lines neither open nor close a fence: what reads a line need not keep all of it. */
export const longestFenceLine = 300;

const opening = /^((?:[ \t]*>)*(?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t]*)(`{3,}|~{3,})([^\n]*)$/;
const quotes = /^(?:[ \t]*>)*/;

/** Which fence is open after a line, when `open` was open before it. Pure. */
export function fenceAfter(open: CodeFence | undefined, line: string): CodeFence | undefined {
	if (!open || leavesQuote(open, line)) return line.length > longestFenceLine ? undefined : opened(line);
	return closes(open, line) ? undefined : open;
}

/** Whether the line is the one that closes the fence. Pure. */
export function closes({ lead, mark }: CodeFence, line: string): boolean {
	if (line.length > longestFenceLine) return false;
	const content = line.replace(quotes, '');
	const [, indent = '', found = ''] = /^([ \t]*)(`+|~+)[ \t]*$/.exec(content) ?? [];
	const deepest = lead.replace(quotes, '').length + 3;
	return found.startsWith(mark) && indent.length <= deepest;
}

/** The line that opens it. Pure. */
export function openingLine({ lead, mark, info }: CodeFence): string {
	return `${lead}${mark}${info}`;
}

/** The line that closes it. Pure. */
export function closingLine({ lead, mark }: CodeFence): string {
	return `${withoutMarkers(lead)}${mark}`;
}

/** The fence as it is opened again where no list stands around it. Pure. */
export function reopened(fence: CodeFence): CodeFence {
	const lead = fence.lead.includes('>') ? withoutMarkers(fence.lead) : '';
	const [language = ''] = /^ {0,9}[\w+#.-]{0,30}/.exec(fence.info) ?? [];
	return { ...fence, lead, info: fence.info.length > mostInfo ? language : fence.info };
}

/** A line of the fence as it stands in the reopened one: without the list's indentation. Pure. */
export function lineInReopened({ lead }: CodeFence, line: string): string {
	if (lead.includes('>')) return line;
	const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
	return line.slice(Math.min(indent, lead.length));
}

function opened(line: string): CodeFence | undefined {
	const [, lead = '', mark = '', info = ''] = opening.exec(line) ?? [];
	const none = mark === '' || (mark.startsWith('`') && info.includes('`'));
	return none || lead.length > mostLead || mark.length > mostMark ? undefined : { lead, mark, info: info.trimEnd() };
}

/** A quote that ends takes its fence with it. */
function leavesQuote({ lead }: CodeFence, line: string): boolean {
	return lead.includes('>') && !/^[ \t]*>/.test(line);
}

/** Without the marks of list items, which would begin new ones. */
function withoutMarkers(lead: string): string {
	return lead.replaceAll(/[^>\t]/g, ' ');
}
