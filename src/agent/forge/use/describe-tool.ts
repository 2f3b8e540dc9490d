import { shorten } from '../../../base/shorten.ts';
import { idOf } from '../registry/registry.ts';
import { isQuarantined, type KnownTool } from './known-tools.ts';

/** A tool in a list of names: shared and quarantined ones said so. Pure. */
export function labelOf(tool: KnownTool, name: string): string {
	const marks = marksOf(tool);
	return marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
}

/** A tool as the Brain needs it to call it: schemas and an example. Pure. */
export function describeTool(tool: KnownTool): string {
	const { version, purpose, input, output, example, usage } = tool.manifest;
	const marks = [`version ${version}`, ...marksOf(tool)].join(', ');
	return [
		`${idOf(tool.manifest)} (${marks}): ${shorten(purpose, 600)}`,
		`input: ${shorten(JSON.stringify(input), 2000)}`,
		`output: ${shorten(JSON.stringify(output), 1000)}`,
		`example: ${shorten(JSON.stringify(example.input), 600)} -> ${shorten(JSON.stringify(example.output), 400)}`,
		...(usage === '' ? [] : [`usage: ${shorten(usage, 400)}`]),
	].join('\n');
}

function marksOf(tool: KnownTool): string[] {
	if (tool.from === 'catalog') return ['shared'];
	return isQuarantined(tool) ? ['quarantined'] : [];
}
