import type { ListedTool, ToolScene, ToolSource } from './tool-source.ts';

/** A tool with the source that has it. */
export interface OfferedTool {
	readonly source: ToolSource;
	readonly tool: ListedTool;
	/** Its name among those of its category; `source:name` where another source has the same `category/name`. */
	readonly name: string;
	/** `category/name`, or likewise `source:category/name`. A name that means this tool alone. */
	readonly id: string;
}

export interface Offer {
	/** Those of the first source first. */
	readonly tools: readonly OfferedTool[];
	readonly problems: readonly string[];
}

/** All tools of all sources. Rejects as a source does. */
export async function offeredTools(sources: readonly ToolSource[], scene: ToolScene): Promise<Offer> {
	return listFrom(sources, scene, undefined);
}

/** Those that a name may mean: `category/name` or the name alone, with or without the source's name and a colon before it. Rejects likewise. */
export async function toolsMeant(name: string, sources: readonly ToolSource[], scene: ToolScene): Promise<Offer> {
	const named = sources.find((source) => name.startsWith(`${source.name}:`));
	return named ? listFrom([named], scene, name.slice(named.name.length + 1)) : listFrom(sources, scene, name);
}

async function listFrom(sources: readonly ToolSource[], scene: ToolScene, name: string | undefined): Promise<Offer> {
	const listings = await Promise.all(sources.map(async (source) => ({ source, ...(await source.list(scene, name)) })));
	const all = listings.flatMap(({ source, tools }) => tools.map((tool) => ({ source, tool })));
	return { tools: distinct(all), problems: listings.flatMap(({ problems }) => problems) };
}

/** A source cannot put its tool in the place of another's: of two with the same name each is told by its source. */
function distinct(all: readonly Pick<OfferedTool, 'source' | 'tool'>[]): readonly OfferedTool[] {
	const namesakes = Map.groupBy(all, ({ tool }) => idOf(tool));
	return all.map(({ source, tool }) => {
		const isAlone = namesakes.get(idOf(tool))?.length === 1;
		const of = isAlone ? '' : `${source.name}:`;
		return { source, tool, name: `${of}${tool.name}`, id: `${of}${idOf(tool)}` };
	});
}

function idOf({ category, name }: ListedTool): string {
	return `${category}/${name}`;
}
