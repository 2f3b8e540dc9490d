import { shorten } from '../../../base/text/shorten.ts';
import type { ToolCase } from '../draft/cases.ts';
import { wordsOf } from '../properties/judge-property.ts';
import type { RawSpec } from '../spec/spec.ts';

type Example = RawSpec['examples'][number];

/** Examples that the tool had: they are shown with the new ones, and told of where no draft keeps them. */
const mostExamples = 5;

/** Those of its examples that an order can say as it says its own; the others are tests all the same. Pure. */
export function oldExamples(cases: readonly ToolCase[]): readonly Example[] {
	const plain = cases.flatMap(({ from, input, files, made, prepare, expect }): readonly Example[] => {
		const isPlain =
			(from === 'example' || from === 'answer') &&
			expect.kind === 'output' &&
			made === undefined &&
			prepare === undefined;
		if (!isPlain || expect.files.length > 0) return [];
		return [{ input, output: expect.output, ...(Object.keys(files).length > 0 && { files }) }];
	});
	return plain.slice(0, mostExamples);
}

/** Characters of all tests, and of one. */
const longestText = 5_000;
const longestLine = 700;

/** Tests of a tool as the Coder reads them, a line each, as many as there is room for. Pure. */
export function testsText(cases: readonly ToolCase[], lastError: string | undefined): string {
	const error = lastError === undefined ? [] : [`It failed in use, the last time with: ${shorten(lastError, 300)}`];
	const lines = cases.map(lineOf);
	let left = longestText;
	const fitting = lines.filter((line) => {
		left -= line.length + 1;
		return left >= 0;
	});
	const head = 'Its tests, which hold as far as the change does not say otherwise:';
	return [...error, ...(fitting.length > 0 ? [head, ...fitting] : []), ''].join('\n');
}

function lineOf({ from, input, files, made, expect }: ToolCase): string {
	const given = { input, ...(Object.keys(files).length > 0 && { files }), ...(made && { made }) };
	return shorten(`- ${JSON.stringify(given)}: ${wantedOf(expect, from)}`, longestLine);
}

function wantedOf(expect: ToolCase['expect'], from: ToolCase['from']): string {
	switch (expect.kind) {
		case 'output':
			return JSON.stringify({ output: expect.output, ...(expect.holds && { writes: expect.holds }) });
		case 'error':
			return 'must be refused';
		case 'property':
			return `must be taken, and ${wordsOf(expect.property)}`;
		case 'sound':
			return 'must be taken or refused with a ValueError';
		case 'taken':
			return from === 'failure' ? 'failed in use, and must be taken or refused with a ValueError' : 'must be taken';
	}
}
