import { isRecord } from '../../../base/schema/schema-types.ts';
import type { ListedTool } from '../../tool-sources/tool-source.ts';
import type { Manifest } from '../registry/manifest.ts';
import type { KnownTool } from './known-tools.ts';

/** A forged tool in the list of its source. */
export interface ForgedListing extends ListedTool {
	readonly known: KnownTool;
}

/** Pure. */
export function listingOf(known: KnownTool): ForgedListing {
	const { category, name, purpose, usage, found } = known.manifest;
	const parameters = fieldsOf(known.manifest);
	const marks = known.from === 'catalog' ? ['shared'] : [];
	const touches = touchesOf(known);
	return { category, name, purpose, usage, parameters, touches, marks, known, ...(found && { found }) };
}

/** All that its schemas name, and, of a tool without words in which people ask for it, what they say of it. */
function fieldsOf({ input, output, example, found }: Manifest): readonly string[] {
	const named = [input, output].flatMap(({ properties }) => (isRecord(properties) ? Object.entries(properties) : []));
	const said = named.flatMap(([, schema]) => (!found && isRecord(schema) ? [schema['description']] : []));
	const words = said.filter((one) => typeof one === 'string').map((one) => one.slice(0, longestSaid));
	const names = [...named.map(([name]) => name), ...Object.keys({ ...example.input, ...example.output })];
	return [...new Set([...names, ...words])];
}

/** Characters of what a schema says of one field. */
const longestSaid = 200;

/** A call may name another version, or take over one that the catalog has since. */
function touchesOf(known: KnownTool): ForgedListing['touches'] {
	if (known.from === 'catalog') return hasFiles(known) ? 'changes' : 'uses-tools';
	return known.newer || known.entry.versions.some(hasFiles) ? 'changes' : 'uses-tools';
}

function hasFiles({ manifest }: { readonly manifest: Manifest }): boolean {
	return manifest.capabilities.includes('files');
}
