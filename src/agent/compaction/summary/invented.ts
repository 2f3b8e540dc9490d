/** Paths of the sandbox, and names of files by their endings. */
const files =
	/\/(?:inputs|outputs|workspace|tools|memories|tmp)\/[\w.@%+\-/]+|\b[\w-]+\.(?:csv|tsv|xlsx?|ods|pdf|docx?|pptx?|py|js|ts|sh|sql|ipynb|json|ya?ml|xml|html?|txt|md|log|png|jpe?g|gif|svg|zip|gz|db|parquet)\b/gi;
/** Ids: of trackers, of commits and hashes, UUIDs, long numbers. */
const ids =
	/\b[A-Z]{2,10}-\d+\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b|\b\d{6,40}\b/g;
/** Forged tools, by category and name. */
const tools = /\b[a-z][a-z0-9_]*\/[a-z][a-z0-9]*_[a-z0-9_]*\b/g;

/** As many as a model is told of. */
const mostNamed = 20;

/** Files, tools and ids that a summary names and that stand nowhere in what it was made of. Linear in the summary for each. Pure. */
export function inventedIn(summary: string, source: string): readonly string[] {
	const named = [files, ids, tools].flatMap((pattern) => summary.match(pattern) ?? []);
	const plain = named.map((name) => name.replace(/[./-]+$/, ''));
	return [...new Set(plain)].filter((name) => name !== '' && !source.includes(name)).slice(0, mostNamed);
}
