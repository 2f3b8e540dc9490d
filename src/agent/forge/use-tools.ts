import { z } from 'zod';
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';
import { type ForgedTool, folderOf, newest, readRegistry } from './registry.ts';

/** The Brain's `find_tools`: first the categories, then the tools of one. */
export const findTools: Tool = defineTool({
	name: 'find_tools',
	description: 'List categories of forged tools, or with a category its tools and how to use them.',
	args: z.strictObject({ category: z.string().optional() }),
	run: async ({ category }, { session }) => {
		const tools = newest(await readRegistry(session.folder));
		return { ok: true, text: category === undefined ? categories(tools) : toolsOf(category, tools) };
	},
});

/** The Brain's `use_tool`. */
export const useTool: Tool = defineTool({
	name: 'use_tool',
	description: 'Run a forged tool; the result is its JSON.',
	args: z.strictObject({
		name: z.string().describe('category/name, or just the name'),
		input: z.record(z.string(), z.unknown()),
		version: z.number().int().min(1).optional(),
	}),
	run: async ({ name, input, version }, context) => {
		const found = find(await readRegistry(context.session.folder), name, version);
		return typeof found === 'string' ? { ok: false, text: found } : runForged(found, input, context);
	},
});

async function runForged(tool: ForgedTool, input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome> {
	const { sandbox, signal, output } = context;
	const call = { tool: 'run_tool', args: { tool: folderOf(tool), input } };
	const { ok, text } = await (await sandbox()).call(call, { signal, onOutput: output });
	return { ok, text };
}

/** The tool that a name means, or a sentence for the model. Pure. */
export function find(tools: readonly ForgedTool[], name: string, version: number | undefined): ForgedTool | string {
	const named = tools.filter((tool) => tool.name === name || `${tool.category}/${tool.name}` === name);
	const candidates = version === undefined ? newest(named) : named.filter((tool) => tool.version === version);
	const [only, other] = candidates;
	if (only && !other) return only;
	if (only) return `"${name}" is ambiguous: ${candidates.map((tool) => `${tool.category}/${tool.name}`).join(', ')}`;
	if (named.length > 0)
		return `"${name}" has no version ${version}; it has ${named.map((tool) => tool.version).join(', ')}`;
	return `There is no forged tool "${name}". find_tools lists them; forge_tool makes one`;
}

function categories(tools: readonly ForgedTool[]): string {
	if (tools.length === 0) return 'No tools have been forged in this session yet.';
	const names = [...new Set(tools.map((tool) => tool.category))];
	return names
		.map(
			(name) =>
				`${name}: ${tools
					.filter((tool) => tool.category === name)
					.map((tool) => tool.name)
					.join(', ')}`,
		)
		.join('\n');
}

function toolsOf(category: string, tools: readonly ForgedTool[]): string {
	const inside = tools.filter((tool) => tool.category === category);
	if (inside.length === 0) return `There is no category "${category}". ${categories(tools)}`;
	return inside.map(describe).join('\n\n');
}

function describe({ category, name, version, purpose, inputs, usage }: ForgedTool): string {
	const parameters = inputs.map((input) => `- ${input.name} (${input.type}): ${input.description}`).join('\n');
	return `${category}/${name} (version ${version}): ${purpose}\n${parameters}\n${usage}`;
}
