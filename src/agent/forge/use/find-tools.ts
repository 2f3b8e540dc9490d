import { z } from 'zod';
import { defineTool, type Tool, type ToolResult } from '../../tool.ts';
import type { ForgeDeps } from '../forge-deps.ts';
import { idOf } from '../registry/registry.ts';
import { capped } from './capped.ts';
import { hintOf } from './closest.ts';
import { describeTool, labelOf } from './describe-tool.ts';
import { type KnownTool, knownTools } from './known-tools.ts';

const args = z.strictObject({
	category: z.string().optional(),
	query: z.string().optional().describe('What it should do'),
});

/** The Brain's `find_tools`: the categories, then the tools of one, or those that do what is asked for. */
export function findTools(deps: Pick<ForgeDeps, 'sessions' | 'places'>): Tool {
	return defineTool({
		name: 'find_tools',
		description: 'List categories of forged tools; with a category or a query, tools and how to call them.',
		args,
		run: async (asked, { session: { folder }, call: { thread } }) =>
			answerTo(asked, await knownTools({ folder, thread }, deps)),
	});
}

/** Pure but for the search's index. */
async function answerTo({ category, query }: z.infer<typeof args>, tools: readonly KnownTool[]): Promise<ToolResult> {
	if (tools.length === 0) return { ok: true, text: 'There are no forged tools yet. forge_tool makes one.' };
	const inside = category === undefined ? tools : tools.filter(({ manifest }) => manifest.category === category);
	if (inside.length === 0) return { ok: false, text: noCategory(category ?? '', tools) };
	if (query !== undefined) return { ok: true, text: await foundText(query, inside) };
	return { ok: true, text: category === undefined ? categoriesText(tools) : describeAll(inside) };
}

function noCategory(category: string, tools: readonly KnownTool[]): string {
	return `There is no category "${category}".${hintOf(category, categoriesOf(tools))}`;
}

function categoriesOf(tools: readonly KnownTool[]): string[] {
	return [...new Set(tools.map(({ manifest }) => manifest.category))];
}

function categoriesText(tools: readonly KnownTool[]): string {
	const blocks = categoriesOf(tools).map((name) => ({ name, text: categoryText(name, tools) }));
	return capped(blocks, '\n', 'find_tools with a category lists its tools.');
}

/** Names in one category that are listed with it; a query finds the others. */
const mostNames = 20;

function categoryText(category: string, tools: readonly KnownTool[]): string {
	const inside = tools.filter(({ manifest }) => manifest.category === category);
	const names = inside.slice(0, mostNames).map((tool) => labelOf(tool, tool.manifest.name));
	const more = inside.length > mostNames ? `, and ${inside.length - mostNames} more` : '';
	return `${category}: ${names.join(', ')}${more}`;
}

/** Hits that are worth telling. */
const most = 8;

async function foundText(query: string, tools: readonly KnownTool[]): Promise<string> {
	// Its library is loaded with the first query.
	const { searchTools } = await import('./search.ts');
	const hits = searchTools(
		query,
		tools.map(({ manifest }) => manifest),
	);
	const found = hits.slice(0, most).flatMap(({ tool }) => tools.find(({ manifest }) => manifest === tool) ?? []);
	if (found.length === 0) return `No forged tool has to do with "${query}". Without a query all are listed.`;
	return describeAll(found);
}

function describeAll(tools: readonly KnownTool[]): string {
	const blocks = tools.map((tool) => ({ name: idOf(tool.manifest), text: describeTool(tool) }));
	return capped(blocks, '\n\n', 'find_tools with a query finds them.');
}
