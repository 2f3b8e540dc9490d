import type { ToolScene, ToolSource } from '../../tool-sources/tool-source.ts';
import type { CatalogDeps } from '../forge-deps.ts';
import { callTool } from './call-tool.ts';
import { type CatalogScene, knownTools, toolsMeant } from './known-tools.ts';
import { type ForgedListing, listingOf } from './listing.ts';
import { toolHealth } from './tool-health.ts';

/** The tools that a session has forged, and those of its place's catalog. */
export function createForgeSource(deps: CatalogDeps): ToolSource<ForgedListing> {
	return {
		name: 'forge',
		async list(scene, name) {
			if (name !== undefined)
				return { tools: (await toolsMeant(name, sceneOf(scene), deps)).map(listingOf), problems: [] };
			const { tools, problems } = await knownTools(sceneOf(scene), deps);
			return { tools: tools.map(listingOf), problems };
		},
		async describe({ known: { manifest } }) {
			const { version, input, output, example } = manifest;
			return { version, input, output, example };
		},
		call: ({ known }, use, context) => callTool(known, use, context),
		health: ({ known }) => toolHealth(known),
	};
}

function sceneOf({ session, call }: ToolScene): CatalogScene {
	return { folder: session.folder, thread: call.thread };
}
