import type { FoundBy } from '../../tool-sources/tool-source.ts';
import type { CodeDraft } from './code-draft.ts';

/** Of each kind, and characters of each: a model that does not come to an end fills no manifest. */
const most = { phrases: 60, synonyms: 60, notFor: 10 } as const;
const longest = 120;

/** The words by which a tool is found, of the last draft that has some: repairs leave them out. Pure. */
export function foundBy(drafts: readonly CodeDraft[]): FoundBy | undefined {
	const draft = drafts.findLast(({ phrases = [] }) => phrases.length > 0);
	return (
		draft && {
			phrases: tidied(draft.phrases, most.phrases),
			synonyms: tidied(draft.synonyms, most.synonyms),
			notFor: tidied(draft.not_for, most.notFor),
		}
	);
}

function tidied(texts: readonly string[] = [], count: number): string[] {
	const lines = texts.slice(0, 4 * count).map((text) => lineOf(text.slice(0, 4 * longest)));
	const distinct = new Map(lines.filter(Boolean).map((line) => [line.toLowerCase(), line]));
	return [...distinct.values()].slice(0, count);
}

function lineOf(text: string): string {
	return text
		.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
		.trim()
		.slice(0, longest)
		.toWellFormed();
}
