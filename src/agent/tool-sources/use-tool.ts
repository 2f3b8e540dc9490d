import { z } from 'zod';
import { isRecord } from '../../base/schema/schema-types.ts';
import { defineTool, type Tool, type Touch } from '../tool.ts';
import { asUse } from './as-use.ts';
import { hintOf } from './hint.ts';
import { type OfferedTool, offeredTools, toolsMeant } from './offered-tools.ts';
import { problemsText } from './problems-text.ts';
import type { ToolScene, ToolSource } from './tool-source.ts';

/** The Brain's `use_tool`: finds the one tool that a name means, and has its source call it. */
export function useTool(sources: readonly ToolSource[]): Tool {
	const tool = defineTool({
		name: 'use_tool',
		description: 'Run a forged tool; the result is its JSON.',
		args: z.strictObject({
			name: z.string().describe('category/name'),
			input: z.record(z.string(), z.unknown()),
			version: z.number().int().min(1).optional(),
		}),
		touches: (given, context) => touchesOf(asUse(given), sources, context),
		run: async ({ name, input, version }, context) => {
			const picked = await pickTool(name, sources, context);
			if (typeof picked === 'string') return { ok: false, text: picked };
			const { source, tool } = picked;
			const health = source.health(tool);
			if (health.kind === 'unhealthy' && version === undefined) return { ok: false, text: health.why };
			return source.call(tool, { input, version }, context);
		},
	});
	return { ...tool, run: (given, context) => tool.run(asUse(given), context) };
}

/** A tool that is not known is taken for one that changes files: it may be made by a call before it. */
async function touchesOf(given: unknown, sources: readonly ToolSource[], scene: ToolScene): Promise<Touch> {
	const name = isRecord(given) ? given['name'] : undefined;
	if (typeof name !== 'string') return 'nothing';
	const { tools } = await toolsMeant(name, sources, scene);
	return tools.length > 0 && tools.every(({ tool }) => tool.touches === 'uses-tools') ? 'uses-tools' : 'changes';
}

/** The tool, or why there is not the one, in a sentence for the Brain. */
async function pickTool(name: string, sources: readonly ToolSource[], scene: ToolScene): Promise<OfferedTool | string> {
	const { tools } = await toolsMeant(name, sources, scene);
	const [only, other] = tools;
	if (only && !other) return only;
	return only ? `"${name}" is ambiguous: ${idsOf(tools).join(', ')}.` : unknown(name, sources, scene);
}

async function unknown(name: string, sources: readonly ToolSource[], scene: ToolScene): Promise<string> {
	const { tools, problems } = await offeredTools(sources, scene);
	return `There is no forged tool "${name}".${hintOf(name, idsOf(tools))}${problemsText(problems)}`;
}

function idsOf(tools: readonly OfferedTool[]): string[] {
	return tools.map(({ id }) => id);
}
