import type { Scene } from './grammar.ts';

/** Openings that people write, too. */
const common = /^(?:[\p{L}*>✿-]|<tools>)/u;
/** A sentence, or a table, that goes on behind what closes a call, or behind its tag. */
const goesOn =
	/<(?:\/[^<>\n]{1,64}|[|｜]?[^<>\n|｜]{0,40}end[^<>\n]{0,24})>[ \t]*(?:[.,;:!?)|]|(?<=\s)\p{L})|[}\]][ \t]*(?:[.!?)|]|(?<=[ \t])\p{L})|^<[^<>\n]{1,256}>(?:[.,;:!?)]|[ \t]+\p{L})/u;

/** Prompts have the tools that there are in the tags of a call. */
const definitions = /^<tools>[^{]*\{[^{}]*(?:\{[^{}]*)?"(?:parameters|input_schema)"\s*:\s*\{\s*"type"\s*:\s*"object"/;

/** A name stands near to an opening. */
const near = 1_000;
const mostWords = 12;

/**
 * Whether a text that begins like a call, and holds none, speaks of calls: no tool that was offered is named, and the opening may be words, or a
 * sentence goes on around it.
 */
export function isMention({ text, knows }: Scene, own: boolean): boolean {
	const [said = ''] = text.slice(0, near).split(/\n\s*\n/, 1);
	if (definitions.test(said)) return true;
	const words = said.match(/[A-Za-z_][\w.:/-]{0,255}/g) ?? [];
	if (words.slice(0, mostWords).some(knows)) return false;
	return common.test(said) || (!own && goesOn.test(said));
}
