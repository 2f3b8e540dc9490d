import type { ScriptFunction } from '../../src/demo/model-server/script.ts';

/** The words that each stream is made of, and how fast they come, ms. */
export const wordsEach = 130;
const everyMs = 500;

function word(number: number): string {
	return `Word ${number} stands here. `;
}

/** Answers any message, slowly. */
export const streamsScript: ScriptFunction = streamOf(wordsEach, everyMs);

/** A script that answers with so many words, each so many milliseconds after the one before. */
export function streamOf(words: number, chunkDelayMs: number): ScriptFunction {
	return () => ({ text: Array.from({ length: words }, (_, at) => word(at + 1)), chunkDelayMs });
}

/** The numbers of the words in a text, in order. */
export function wordsIn(text: string): number[] {
	return [...text.replaceAll('\u200b', '').matchAll(/Word (\d+) stands here\./g)].map(([, number]) => Number(number));
}

/** Characters of the words among the first `count` that a text lacks; where it holds any twice or out of order, all of its. */
export function charactersLost(text: string, count: number): number {
	const found = wordsIn(text);
	if (found.some((number, at) => number <= (found[at - 1] ?? 0))) return text.length;
	const missing = Array.from({ length: count }, (_, at) => at + 1).filter((number) => !found.includes(number));
	return missing.reduce((sum, number) => sum + word(number).length, 0);
}
