import type { ToolCase } from '../draft/cases.ts';
import { asBrought, asWritten, filesIn, writesIn } from '../files/order-files.ts';
import type { ForgeSpec } from './spec.ts';

/** The spec's own tests: its examples, and the inputs that it says must be refused. Pure. */
export function specCases({
	examples,
	rejects,
	purpose,
}: Pick<ForgeSpec, 'examples' | 'rejects' | 'purpose'>): readonly ToolCase[] {
	return [
		...examples.map(
			({ input, files, output, writes }, index): ToolCase => ({
				name: `Example ${index + 1}`,
				from: 'example',
				input,
				...asBrought(filesIn(files, { broken: false })),
				expect: { kind: 'output', output, ...asWritten(writesIn(writes, purpose)) },
			}),
		),
		...rejects.map(
			({ input, files, says }, index): ToolCase => ({
				name: `Reject ${index + 1}`,
				from: 'negative',
				input,
				...asBrought(filesIn(files, { broken: true })),
				expect: { kind: 'error', ...(says !== undefined && { says }) },
			}),
		),
	];
}
