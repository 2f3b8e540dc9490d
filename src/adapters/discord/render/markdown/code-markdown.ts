/** A character that code shows as nothing, and that keeps backticks apart. */
const nothing = '\u200b';
/** Matches the only text before a fence on its line with which `splitText` still sees it. */
const plainLead = /^(?:[ \t]*>)*(?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t]*$/;
const longestLead = 20;
/** https://support.discord.com/hc/en-us/articles/210298617 ; anything else would be the first line of the code. */
const language = /^[\w+#.-]{1,30}$/;

/** The text before a node on its first line. Pure. */
export function leadAt(source: string, offset: number): string {
	return source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset);
}

/**
 * Lines as a block of code, where `lead` stands before it already. Discord knows only fences of three backticks, which end at the next
 * three wherever these stand. Pure.
 */
export function codeBlock(code: string, info: string, lead: string): string {
	const apart = code.replaceAll(/`{3,}/g, (run) => [...run].join(nothing));
	const fence = `\`\`\`${language.test(info) ? info : ''}`;
	return atLead([fence, ...(apart === '' ? ' ' : apart).split('\n'), '```'], lead);
}

/** Lines of which the first stands after `lead`, and the others below it. Pure. */
export function atLead(lines: readonly string[], lead: string): string {
	const below = lead.replaceAll(/[^>\t]/g, ' ');
	const prefix = below.length > longestLead ? below.replaceAll(/[^>]/g, '').slice(0, longestLead) : below;
	const isPlain = plainLead.test(lead) && prefix === below;
	return `${isPlain ? '' : `\n${prefix}`}${lines.join(`\n${prefix}`)}`;
}

/** Code within a line, in which no fence can be seen: a line of its own may look like one. Pure. */
export function inlineCode(code: string): string {
	const apart = code.replaceAll(/\r\n?|\n/g, ' ').replaceAll(/`{2,}/g, (run) => [...run].join(nothing));
	const mark = apart.includes('`') ? '``' : '`';
	const room = apart.startsWith('`') || apart.endsWith('`') ? ' ' : '';
	return `${mark}${room}${apart}${room}${mark}`;
}

/** Words that Discord or `splitText` read otherwise than Markdown does: fences that are none, and bars that would hide what is between them. Pure. */
export function plainWords(source: string): string {
	return source
		.replaceAll(/\\?(`{3,}|~{3,})/g, (_, run: string) => `\\${run.charAt(0)}`.repeat(run.length))
		.replaceAll(/\|(?=\|)|(?<=\|)\|/g, '\\|');
}
