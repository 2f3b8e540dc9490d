/** A file that a message names with `@`. */
export interface Mention {
	/** As it stands in the message, with the `@`. */
	readonly raw: string;
	/** The paths it may mean, likeliest first: `@data.csv.` at the end of a sentence may or may not own its full stop. */
	readonly paths: readonly string[];
}

/** An `@` counts at the start of a word only, so that mail addresses are none. */
const mention = /(?<=^|[\s([{])@(?:"([^"\n]+)"|([^\s"@]\S*))/g;
const trailingMarks = /[.,;:!?)\]}'"]+$/;

/** The files that `text` names: `@data.csv`, `@"my file.csv"`, `@~/x`, `@./x`, each once. */
export function findMentions(text: string): readonly Mention[] {
	const found = new Map<string, Mention>();
	for (const [raw, quoted, bare = ''] of text.matchAll(mention)) {
		const paths = quoted === undefined ? bareMeanings(bare) : [quoted];
		const shown = quoted === undefined ? `@${paths.at(-1)}` : raw;
		found.set(paths.join('\n'), { raw: shown, paths });
	}
	return [...found.values()];
}

function bareMeanings(bare: string): readonly string[] {
	const trimmed = bare.replace(trailingMarks, '');
	return trimmed === bare || trimmed === '' ? [bare] : [bare, trimmed];
}
