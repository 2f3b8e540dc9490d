/** Longer ones are no names. */
const longest = 256;

/**
 * The one of `offered` that a model means by `name`: itself, or the only one that fits once case, dashes and underscores are not looked at, then
 * without what models put before a name (`functions.`, `default_api.`, `tools/`, `mcp__server__`, `<|channel|>commentary to=`), then without what
 * they put after it (`:0`, `_1`, `()`, `.call`, `<|channel|>commentary`). Undefined where none fits, or several do. Pure.
 */
export function offeredName(name: string, offered: Iterable<string>): string | undefined {
	const names = [...offered];
	if (names.includes(name)) return name;
	if (name.length > longest) return undefined;
	const byFold = Map.groupBy(names, foldName);
	const fold = formsOf(name)
		.map(foldName)
		.find((form) => form !== '' && byFold.has(form));
	const meant = fold === undefined ? [] : (byFold.get(fold) ?? []);
	return meant.length === 1 ? meant[0] : undefined;
}

/** A name without what servers and models change of it: case, and all but letters and digits. Pure. */
export function foldName(name: string): string {
	return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The parts of it that may be the name, the longest first. */
function formsOf(name: string): readonly string[] {
	const said = name
		.replace(/^.*\bto=/s, '')
		.replaceAll(/<\|[^|]*\|>.*$/gs, '')
		.replace(/\s+(?:commentary|analysis|json|code)\s*$/, '');
	const whole = said.trim() === '' ? name.replaceAll(/<\|[^|]*\|>/g, '') : said;
	const bare = withoutEnd(whole);
	return [whole, ...tailsOf(whole), ...(bare === whole ? [] : [bare, ...tailsOf(bare)])];
}

/** The rest after each place where a prefix may end. */
function tailsOf(name: string): readonly string[] {
	return [...name.matchAll(/[./:]+|__|(?<=^(?:functions?|call|tools?|default_api))_/gi)].map((found) =>
		name.slice(found.index + found[0].length),
	);
}

/** Kimi numbers its calls (`functions.bash:0`), Llama writes `bash.call(…)`. */
function withoutEnd(name: string): string {
	return name.replace(/\s*\([^()]*\)\s*$/, '').replace(/(?:[:_.#-]\d+|\.(?:call|run|invoke)|[_-]?tool)$/i, '');
}
