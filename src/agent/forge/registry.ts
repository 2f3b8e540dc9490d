import { z } from 'zod';
import type { SessionFolder } from '../../store/store.ts';

export const toolInputSchema = z.strictObject({
	name: z.string().regex(/^[a-z][a-z0-9_]{0,47}$/, 'must be snake_case'),
	type: z.enum(['string', 'number', 'boolean', 'array', 'object']),
	description: z.string().max(300),
});

/** One version of a forged tool, as `tool_registry.json` lists it. */
export const forgedToolSchema = z.strictObject({
	category: z.string(),
	name: z.string(),
	version: z.number().int().min(1),
	purpose: z.string(),
	usage: z.string(),
	inputs: z.array(toolInputSchema),
	/** ISO 8601. */
	forgedAt: z.iso.datetime(),
	/** How many tries of the Coder it took, and which model it was. */
	tries: z.number().int().min(1),
	coder: z.string(),
});
export type ForgedTool = z.infer<typeof forgedToolSchema>;

const registrySchema = z.strictObject({ version: z.literal(1), tools: z.array(forgedToolSchema) });

/** All versions of the session's forged tools, oldest first. Rejects with `CorruptFileError`. */
export async function readRegistry(folder: SessionFolder): Promise<readonly ForgedTool[]> {
	return (await folder.documents.read('tool_registry', registrySchema))?.tools ?? [];
}

/** Lists one more version, durably. */
export async function addToRegistry(folder: SessionFolder, tool: ForgedTool): Promise<void> {
	const tools = [...(await readRegistry(folder)), tool];
	await folder.documents.write('tool_registry', { version: 1, tools });
}

/** The newest version of each tool, by category and name. Pure. */
export function newest(tools: readonly ForgedTool[]): readonly ForgedTool[] {
	return [...new Map(tools.map((tool) => [`${tool.category}/${tool.name}`, tool])).values()];
}

/** A tool's folder below `/tools`. Pure. */
export function folderOf({ category, name, version }: Pick<ForgedTool, 'category' | 'name' | 'version'>): string {
	return `${category}/${name}/${version}`;
}

/** Any text as a snake_case name of at most 48 characters; `fallback` where nothing of it is left. Pure. */
export function snakeCase(text: string, fallback: string): string {
	const words =
		text
			.normalize('NFKD')
			.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
			.toLowerCase()
			.match(/[a-z0-9]+/g) ?? [];
	const joined = words
		.join('_')
		.replace(/^[0-9_]+/, '')
		.slice(0, 48)
		.replace(/_+$/, '');
	return joined === '' ? fallback : joined;
}
