import { shorten } from '../../base/text/shorten.ts';
import type { OfferedTool } from './offered-tools.ts';

/** A tool in a list of names: the name, and in brackets what else is to be known of it. Pure. */
export function labelOf(offered: OfferedTool): string {
	return withMarks(offered.name, marksOf(offered));
}

/** A tool as the Brain needs it to call it: schemas and an example, each no longer than is worth reading. */
export async function describeTool(offered: OfferedTool): Promise<string> {
	const { source, tool, id } = offered;
	const { version, input, output, example } = await source.describe(tool);
	const marks = [...(version === undefined ? [] : [`version ${version}`]), ...marksOf(offered)];
	return [
		`${withMarks(id, marks)}: ${shorten(tool.purpose, 600)}`,
		`input: ${json(input, 2000)}`,
		...(output ? [`output: ${json(output, 1000)}`] : []),
		...(example ? [`example: ${json(example.input, 600)} -> ${json(example.output, 400)}`] : []),
		...(tool.usage === '' ? [] : [`usage: ${shorten(tool.usage, 400)}`]),
	].join('\n');
}

function marksOf({ source, tool }: OfferedTool): readonly string[] {
	const health = source.health(tool);
	return health.kind === 'healthy' ? tool.marks : [...tool.marks, health.mark];
}

function withMarks(name: string, marks: readonly string[]): string {
	return marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
}

function json(value: unknown, most: number): string {
	return shorten(JSON.stringify(value), most);
}
