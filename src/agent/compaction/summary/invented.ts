/** Names have bounds, so that no text is looked through again from each of its letters. */
const files =
	/\/(?:inputs|outputs|workspace|tools|memories|tmp)\/[\w.@%+\-/]{1,300}|\b[\w-]{1,80}\.(?:csv|tsv|xlsx?|ods|pdf|docx?|pptx?|py|js|ts|sh|sql|ipynb|json|ya?ml|xml|html?|txt|md|log|png|jpe?g|gif|svg|zip|gz|db|parquet)\b/gi;
/** Ids: of trackers, of commits and hashes, UUIDs, long numbers. */
const ids =
	/\b[A-Z]{2,10}-\d{1,12}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|\b(?=[0-9a-f]{0,63}\d)[0-9a-f]{7,64}\b|\b\d{6,40}\b/g;
/** Forged tools, by category and name. */
const tools = /\b[a-z][a-z0-9_]{0,60}\/[a-z][a-z0-9]{0,60}_[a-z0-9_]{0,60}\b/g;

/** So many names of a summary are looked for: a longer one saves nothing. */
const mostLookedFor = 2_000;
/** As many as a model is told of. */
const mostNamed = 20;

/** Files, tools and ids that a summary names and that stand nowhere in what it was made of. Pure. */
export function inventedIn(summary: string, source: string): readonly string[] {
	const named = [files, ids, tools].flatMap((pattern) => summary.match(pattern) ?? []);
	const plain = new Set(named.map((name) => name.replace(/[./-]{1,300}$/, '')));
	const looked = [...plain].filter((name) => name !== '').slice(0, mostLookedFor);
	return looked.filter((name) => !source.includes(name)).slice(0, mostNamed);
}
