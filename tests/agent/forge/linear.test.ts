import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitHeader } from '../../../src/agent/forge/static/pep723.ts';
import { parseRequirement } from '../../../src/agent/forge/static/requirement.ts';
import { hintOf } from '../../../src/agent/tool-sources/hint.ts';
import { searchTools } from '../../../src/agent/tool-sources/search/search-tools.ts';
import { plainWords, stemsOf } from '../../../src/agent/tool-sources/search/words.ts';
import { isLinear, repeatedText } from '../../support/repeated-text.ts';

const tools = Array.from({ length: 50 }, (_, at) => ({
	...{ category: 'tables', name: `sum_columns_${at}`, purpose: 'Adds the numbers of a column', usage: 'path, column' },
	parameters: [],
}));

const acts: Readonly<Record<string, (text: string) => unknown>> = {
	'the words of a text': (text) => plainWords(text).map(stemsOf),
	'a search for tools': (text) => searchTools(text, tools),
	'a name that no tool has': (text) => hintOf(text, ['sum_columns', 'draw_chart']),
	'a requirement': parseRequirement,
	'a body of code': splitHeader,
	'headers without end': (text) => splitHeader(`# /// script\n# ///\n${text}`.repeat(40)),
};

describe('twice the text takes twice the time', () => {
	it.each(Object.entries(acts))('%s', (_what, act) => {
		fc.assert(
			fc.property(repeatedText, (text) => isLinear(text, act)),
			{ numRuns: 8 },
		);
	});

	it.each([
		['one word', (characters: number) => `${'b'.repeat(characters / 2)}${'ed'.repeat(characters / 4)}`],
		['many words', (characters: number) => Array.from({ length: characters / 8 }, (_, at) => `word${at}`).join(' ')],
		['headers', (characters: number) => '# /// script\n# ///\n'.repeat(characters / 19)],
	])('for %s', (_what, text) => {
		expect(
			isLinear(text, (given) => [plainWords(given).map(stemsOf), searchTools(given, tools), splitHeader(given)]),
		).toBe(true);
	});
});
