import type { ToolCase } from '../draft/cases.ts';
import type { ForgeSpec } from './spec.ts';

/** The spec's own tests: its examples, and the inputs that it says must be refused. Pure. */
export function specCases({ examples, rejects }: ForgeSpec): readonly ToolCase[] {
	return [
		...examples.map(
			({ input, files = {}, output }, index): ToolCase => ({
				name: `Example ${index + 1}`,
				from: 'example',
				input,
				files,
				expect: { kind: 'output', output, files: [] },
			}),
		),
		...rejects.map(
			({ input, files = {}, says }, index): ToolCase => ({
				name: `Reject ${index + 1}`,
				from: 'negative',
				input,
				files,
				expect: { kind: 'error', ...(says !== undefined && { says }) },
			}),
		),
	];
}
