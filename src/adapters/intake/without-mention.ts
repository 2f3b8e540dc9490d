/** How a platform writes that somebody is named, and what it shows as it stands. Sources of regular expressions without groups. */
export interface MentionGrammar {
	readonly mention: string;
	/** Code, which begins with a backtick: nobody is named in it. */
	readonly code?: string;
}

/** The text without any mention of us, and without what stood between a first one and the words: `<@1>, hello` is `hello`. Pure. */
export function withoutMention(text: string, { mention, code }: MentionGrammar): string {
	const inside = new RegExp(`${code === undefined ? '' : `${code}|`}(?<![ \\t])[ \\t]*${mention}`, 'g');
	return text
		.replace(new RegExp(`^\\s*(?:${mention}[\\s,:;]*)+`), '')
		.replaceAll(inside, (found) => (found.startsWith('`') ? found : ''))
		.trim();
}
