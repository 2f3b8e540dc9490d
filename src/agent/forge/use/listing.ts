import type { ListedTool } from '../../tool-sources/tool-source.ts';
import type { Manifest } from '../registry/manifest.ts';
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
	const touches = touchesOf(known);
	return { category, name, purpose, usage, parameters, touches, marks, known, ...(found && { found }) };
}

/** A call may name another version, or take over one that the catalog has since. */
function touchesOf(known: KnownTool): ForgedListing['touches'] {
	if (known.from === 'catalog') return hasFiles(known) ? 'changes' : 'uses-tools';
	return known.newer || known.entry.versions.some(hasFiles) ? 'changes' : 'uses-tools';
}

function hasFiles({ manifest }: { readonly manifest: Manifest }): boolean {
	return manifest.capabilities.includes('files');
}
