import type { ForgeSpec } from './spec.ts';

/** The spec as the Coder reads it. Pure. */
export function specText(spec: ForgeSpec): string {
	const { category, name, purpose, input, output, examples, rejects, capabilities, dependencies, varies, change } =
		spec;
	const lines = [
		`Tool: ${category}/${name}`,
		`Purpose: ${purpose}`,
		...(change ? [`Change that is ordered now, and goes before all else: ${change.words}`] : []),
		`Input schema: ${JSON.stringify(input)}`,
		`Output schema: ${JSON.stringify(output)}`,
		...examples.map((example, index) => `Example ${index + 1}: ${JSON.stringify(example)}`),
		...rejects.map((reject) => `Must be refused: ${JSON.stringify(reject)}`),
		`Capabilities: ${capabilities.join(', ') || 'none'}`,
		...(dependencies.length > 0 ? [`Packages asked for: ${dependencies.join(', ')}`] : []),
		...(varies ? ['Equal inputs may give different results.'] : []),
	];
	return lines.join('\n');
}
