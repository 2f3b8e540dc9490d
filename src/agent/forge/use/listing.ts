import type { ListedTool } from '../../tool-sources/tool-source.ts';
import type { KnownTool } from './known-tools.ts';

/** A forged tool in the list of its source. */
export interface ForgedListing extends ListedTool {
	readonly known: KnownTool;
}

/** Pure. */
export function listingOf(known: KnownTool): ForgedListing {
	const { category, name, purpose, usage, example, found } = known.manifest;
	const parameters = [...Object.keys(example.input), ...Object.keys(example.output)];
	const marks = known.from === 'catalog' ? ['shared'] : [];
	return { category, name, purpose, usage, parameters, marks, known, ...(found && { found }) };
}
