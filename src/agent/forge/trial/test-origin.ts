import { shorten } from '../../../base/text/shorten.ts';
import type { ToolCase } from '../draft/cases.ts';
import { expectedText } from './expected-text.ts';

/** Says where a test comes from, in a few words. Pure. */
export function originOf({ from, samples = 1, agreed = false }: ToolCase): string {
	switch (from) {
		case 'example':
		case 'negative':
			return 'of the order';
		case 'answer':
			return 'answered when it was disputed';
		case 'coder':
			return [
				'made up by the Coder',
				...(samples > 1 ? ['twice'] : []),
				...(agreed ? ['and two drafts agree'] : []),
			].join(' ');
		case 'standard':
			return 'tried with every tool';
		case 'failure':
			return 'failed once in use';
		case 'earlier':
			return 'taken in use';
	}
}

/** Says what a test is, as its input and what must come of it. Pure. */
export function testText({ input, expect }: ToolCase, length: number): readonly [string, string] {
	const given = shorten(JSON.stringify(input), length);
	return [given, shorten(expect.kind === 'sound' ? 'a result or a refusal' : expectedText(expect), length)];
}
