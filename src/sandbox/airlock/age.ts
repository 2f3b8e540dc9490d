const dayMs = 86_400_000;

/** How old a file must be before it is served, and what is done where its index does not tell. */
export interface AgeRule {
	readonly leastMs: number;
	/** Whether a package will do whose age nobody tells. */
	readonly undated: (name: string) => boolean;
	/** ms since the epoch. */
	readonly now: () => number;
}

/** `publishedAt`: ms since the epoch. */
export function judgeAge(name: string, publishedAt: number | undefined, rule: AgeRule): 'fit' | 'young' | 'undated' {
	if (rule.leastMs <= 0) return 'fit';
	if (publishedAt === undefined) return rule.undated(name) ? 'fit' : 'undated';
	return rule.now() - publishedAt < rule.leastMs ? 'young' : 'fit';
}

/** `what`: a package with its version. Pure. */
export function youngLine(what: string, ageMs: number, leastMs: number): string {
	return `${what} is ${ageWords(ageMs)} old; at least ${Math.ceil(leastMs / dayMs)} are asked for`;
}

/** Pure. */
export function undatedLine(what: string): string {
	return `${what} is not served: its index does not tell how old it is`;
}

/** ms since the epoch; undefined for what is no date. Pure. */
export function timeOf(text: unknown): number | undefined {
	const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}

function ageWords(ms: number): string {
	const days = Math.floor(ms / dayMs);
	if (days < 1) return 'less than 1 day';
	return days === 1 ? '1 day' : `${days} days`;
}
