import type { ToolCase } from '../draft/cases.ts';
import { wordsOf } from '../properties/judge-property.ts';
import { shown } from '../try/compare.ts';
import type { Given } from './doubt.ts';

/** Says what a test or an answer expects, in short. Pure. */
export function expectedText(expect: ToolCase['expect']): string {
	switch (expect.kind) {
		case 'error':
			return 'a refusal of the input';
		case 'property':
			return `a result of which holds: ${wordsOf(expect.property)}`;
		case 'output':
			return `${shown(expect.output)}${expect.files.length > 0 ? `, and files with ${shown(expect.holds ?? expect.files)}` : ''}`;
		default:
			return 'a result';
	}
}

/** Says what a draft gave, in short. Pure. */
export function givenText({ output, long, refused, files }: Given): string {
	if (refused !== undefined) return 'a refusal of the input';
	const result = long ? `${long.begins}…` : shown(output);
	return files === undefined ? result : `${result}, and a file of which ${files}`;
}
