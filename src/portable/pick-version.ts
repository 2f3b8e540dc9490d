import { ProblemError } from '../base/errors.ts';
import { closestName } from '../base/text/closest-name.ts';
import { readVersion, type ToolVersion } from './read-version.ts';
import type { Source, SourceTool } from './source.ts';

/** Which tool: `<category>/<name>`, or the name alone where it is the only one. */
export interface Picked {
	readonly tool: SourceTool;
	readonly version: ToolVersion;
}

/** The version that is meant, the current one where none is named. Rejects with a `ProblemError` that says what there is instead. */
export async function pickVersion(source: Source, name: string, number: number | undefined): Promise<Picked> {
	const tool = oneNamed((await source.list()).tools, name, source.title);
	const version = number ?? tool.current;
	if (!tool.versions.includes(version)) {
		const message = `${tool.id} of ${source.title} has no version ${version}`;
		throw new ProblemError(message, `It has ${tool.versions.join(', ')}`);
	}
	return { tool, version: await readVersion(source, { tool: tool.id, version }) };
}

function oneNamed(tools: readonly SourceTool[], name: string, title: string): SourceTool {
	const [only, other] = tools.filter(({ id }) => id === name || id.endsWith(`/${name}`));
	if (other !== undefined && only !== undefined)
		throw new ProblemError(`"${name}" is ambiguous in ${title}`, `Name ${only.id} or ${other.id}`);
	if (only !== undefined) return only;
	const ids = tools.map(({ id }) => id);
	const known = name.includes('/') ? ids : ids.map((id) => id.slice(id.indexOf('/') + 1));
	const closest = closestName(name, known);
	const mend = closest === undefined ? 'threadsmith tools list shows what there is' : `Did you mean ${closest}?`;
	throw new ProblemError(`There is no tool "${name}" in ${title}`, mend);
}
