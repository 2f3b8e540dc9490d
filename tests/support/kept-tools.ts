import { contentHash } from '../../src/agent/forge/registry/content-hash.ts';
import type { Manifest } from '../../src/agent/forge/registry/manifest.ts';
import {
	idOf,
	unused,
	updateRegistry,
	type VersionEntry,
	withNewVersion,
} from '../../src/agent/forge/registry/registry.ts';
import type { SessionFolder, ToolVersions } from '../../src/store/store.ts';

/** Parts of a kept tool; the rest is plausible. */
export interface Kept extends Partial<Omit<Manifest, 'version' | 'sha256'>> {
	/** The whole of tool.py. */
	readonly code?: string;
	readonly lock?: string;
	/** `tests.json`; without tests by default. */
	readonly tests?: string;
}

const number = { type: 'number' } as const;
const doubling = {
	format: 2,
	category: 'numbers',
	name: 'double_number',
	purpose: 'Doubles a number',
	usage: 'double_number {"n": 2}',
	input: { type: 'object', properties: { n: number }, required: ['n'], additionalProperties: false },
	output: { type: 'object', properties: { twice: number }, required: ['twice'], additionalProperties: false },
	example: { input: { n: 2 }, output: { twice: 4 } },
	varies: false,
	capabilities: [],
	dependencies: [],
	forgedAt: '2026-01-02T03:04:05Z',
	provenance: { session: 'local-bench', askedBy: { id: 'local', name: 'Ada' }, coder: 'c', seeds: [1], tries: 1 },
} as const;

/** The manifest of a version that is kept nowhere. */
export function manifestOf(version: number): Manifest {
	return { ...structuredClone(doubling), version, sha256: contentHash({}) } as unknown as Manifest;
}

/** Keeps a version as the forge does, and makes it the current one. */
export async function keepVersion(tools: ToolVersions, kept: Kept = {}): Promise<Manifest> {
	const { code = 'def run(input):\n    return {"twice": input["n"] * 2}\n', lock, tests = '[]', ...changed } = kept;
	const files = { 'tool.py': code, 'tests.json': tests, ...(lock !== undefined && { lock }) };
	const made = { ...structuredClone(doubling), ...changed, sha256: contentHash(files) } as unknown as Manifest;
	const manifest = (version: number): Manifest => ({ ...made, version });
	const version = await tools.add(idOf(made), (of) => ({ ...files, 'manifest.json': JSON.stringify(manifest(of)) }));
	await tools.point({ tool: idOf(made), version });
	return manifest(version);
}

/** Registers a version in a session, files and all. */
export async function keepTool(
	folder: SessionFolder,
	kept: Kept = {},
	state: Partial<Omit<VersionEntry, 'manifest'>> = {},
): Promise<Manifest> {
	const manifest = await keepVersion(folder.files.tools, kept);
	const entry: VersionEntry = { manifest, quarantined: false, use: unused, ...state };
	await updateRegistry(folder, (registry) => withNewVersion(registry, entry));
	return manifest;
}
