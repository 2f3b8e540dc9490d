import { z } from 'zod';
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../tool.ts';
import { capped } from './capped.ts';
import { describeTool, labelOf } from './describe.ts';
import { hintOf } from './hint.ts';
import { noToolsHere } from './no-tools.ts';
import { type Offer, type OfferedTool, offeredTools } from './offered-tools.ts';
import { problemsText } from './problems-text.ts';
import type { Meaning } from './search/meaning.ts';
import type { ListedTool, ToolSource } from './tool-source.ts';

const args = z.strictObject({
	category: z.string().optional(),
	query: z.string().optional().describe('What it should do'),
});

/** The Brain's `find_tools`: the categories, then the tools of one, or those that do what is asked for, whichever source they are of. */
export function findTools(sources: readonly ToolSource[], meaning?: Meaning): Tool {
	return defineTool({
		name: 'find_tools',
		description: 'List categories of forged tools; with a category or a query, tools and how to call them.',
		args,
		touches: 'uses-tools',
		run: async (asked, context) => answerTo(asked, await offeredTools(sources, context), likenessIn(context, meaning)),
	});
}

type LikenessOf = (query: string, tools: readonly ListedTool[]) => Promise<readonly (number | undefined)[]>;

function likenessIn({ session: { folder }, signal }: ToolContext, meaning: Meaning | undefined): LikenessOf {
	return async (query, tools) => (await meaning?.(query, tools, { folder, signal })) ?? [];
}

async function answerTo(
	{ category, query }: z.infer<typeof args>,
	offer: Offer,
	likenessOf: LikenessOf,
): Promise<ToolResult> {
	const { tools, problems } = offer;
	if (tools.length === 0) return { ok: true, text: `${noTools}${problemsText(problems)}` };
	const inside = category === undefined ? tools : inCategory(category, tools);
	if (inside.length === 0) return { ok: false, text: noCategory(category ?? '', offer) };
	if (query !== undefined) return { ok: true, text: await foundText(query, { tools: inside, problems }, likenessOf) };
	return { ok: true, text: category === undefined ? categoriesText(tools) : await describeAll(inside) };
}

const noTools = `Forged tools: ${noToolsHere}. forge_tool makes one.`;

function inCategory(category: string, tools: readonly OfferedTool[]): readonly OfferedTool[] {
	return tools.filter(({ tool }) => tool.category === category);
}

function noCategory(category: string, { tools, problems }: Offer): string {
	return `There is no category "${category}".${hintOf(category, categoriesOf(tools))}${problemsText(problems)}`;
}

function categoriesOf(tools: readonly OfferedTool[]): string[] {
	return [...new Set(tools.map(({ tool }) => tool.category))];
}

function categoriesText(tools: readonly OfferedTool[]): string {
	const blocks = categoriesOf(tools).map((name) => ({ name, text: categoryText(name, tools) }));
	return capped(blocks, '\n', 'find_tools with a category lists its tools.');
}

/** Names in one category that are listed with it; a query finds the others. */
const mostNames = 20;

function categoryText(category: string, tools: readonly OfferedTool[]): string {
	const inside = inCategory(category, tools);
	const names = inside.slice(0, mostNames).map(labelOf);
	const more = inside.length > mostNames ? `, and ${inside.length - mostNames} more` : '';
	return `${category}: ${names.join(', ')}${more}`;
}

/** Hits that are worth telling. */
const mostHits = 8;

async function foundText(query: string, { tools, problems }: Offer, likenessOf: LikenessOf): Promise<string> {
	// Its library is loaded with the first query.
	const { searchTools } = await import('./search/search-tools.ts');
	const listed = tools.map(({ tool }) => tool);
	const hits = searchTools(query, listed, await likenessOf(query, listed));
	const found = hits.slice(0, mostHits).flatMap((hit) => tools.find(({ tool }) => tool === hit.tool) ?? []);
	if (found.length > 0) return describeAll(found);
	const nothing = `No forged tool has to do with "${query}". Without a query all are listed.`;
	return `${nothing}${problemsText(problems)}`;
}

async function describeAll(tools: readonly OfferedTool[]): Promise<string> {
	const blocks = await Promise.all(
		tools.map(async (offered) => ({ name: offered.id, text: await describeTool(offered) })),
	);
	return capped(blocks, '\n\n', 'find_tools with a query finds them.');
}
