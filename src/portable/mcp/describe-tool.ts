import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ToolVersion } from '../read-version.ts';

/** A tool as clients are told of it. Pure. */
export function describeTool(name: string, { manifest }: ToolVersion): Tool {
	const { category, version, purpose, usage, input, output, example, varies } = manifest;
	const parts = [purpose, usage, `Example: ${JSON.stringify(example.input)} → ${JSON.stringify(example.output)}`];
	return {
		name,
		title: `${category}/${manifest.name} ${version}`,
		description: parts.filter((part) => part !== '').join('\n'),
		inputSchema: { ...input, type: 'object' },
		outputSchema: { ...output, type: 'object' },
		// It reaches nothing but its own sandbox.
		annotations: { destructiveHint: false, idempotentHint: !varies, openWorldHint: false },
	};
}
