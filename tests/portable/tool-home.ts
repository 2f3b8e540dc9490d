import { join } from 'node:path';
import { assembleTool } from '../../src/agent/forge/draft/assemble.ts';
import { contentHash } from '../../src/agent/forge/registry/content-hash.ts';
import { type Manifest, versionFiles } from '../../src/agent/forge/registry/manifest.ts';
import {
	emptyRegistry,
	idOf,
	type ToolEntry,
	unused,
	updateRegistry,
} from '../../src/agent/forge/registry/registry.ts';
import { textOfManifest } from '../../src/agent/forge/share/kept-version.ts';
import type { ForgeSpec } from '../../src/agent/forge/spec/spec.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import type { SessionFolder, ToolVersions } from '../../src/store/store.ts';
import { tempDir } from '../support/temp-dir.ts';

/** A data folder with forged tools in it. Disposing removes it. */
export interface ToolHome extends AsyncDisposable {
	readonly path: string;
	/** Keeps a version of each in a session, the last of a tool being the current one. */
	forge(session: string, ...tools: readonly TestTool[]): Promise<SessionFolder>;
	/** Keeps them in a catalog. */
	share(catalog: string, ...tools: readonly TestTool[]): Promise<void>;
}

export interface TestTool {
	readonly spec: ForgeSpec;
	readonly body: string;
	readonly dependencies?: readonly string[];
	readonly lock?: string;
	readonly env?: string;
}

export async function toolHome(): Promise<ToolHome> {
	const dir = await tempDir();
	const sessions = openSessions(join(dir.path, 'home'));
	return {
		path: join(dir.path, 'home'),
		async forge(session, ...tools) {
			const folder = await sessions.open(session);
			for (const tool of tools) await register(folder, await keep(folder.files.tools, tool, session));
			return folder;
		},
		async share(catalog, ...tools) {
			const { tools: versions } = await sessions.catalog(catalog);
			for (const tool of tools) await keep(versions, tool, 'slack-T1-C1-1');
		},
		async [Symbol.asyncDispose]() {
			await sessions[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

async function keep(versions: ToolVersions, tool: TestTool, session: string): Promise<Manifest> {
	const files = filesOf(tool);
	const manifests: Manifest[] = [];
	const version = await versions.add(idOf(tool.spec), (number) => {
		const manifest = manifestOf(tool, { version: number, sha256: contentHash(files), session });
		manifests.push(manifest);
		return { ...files, [versionFiles.manifest]: textOfManifest(manifest) };
	});
	await versions.point({ tool: idOf(tool.spec), version });
	const manifest = manifests.at(-1);
	if (!manifest) throw new Error('No version was made');
	return manifest;
}

function filesOf({ spec, body, lock, dependencies = [] }: TestTool): Record<string, string> {
	const list = dependencies.map((one) => JSON.stringify(one)).join(', ');
	const header = `# /// script\n# requires-python = ">=3.13"\n# dependencies = [${list}]\n# ///`;
	const [example] = spec.examples;
	const expect = { kind: 'output', output: example?.output, files: [] };
	const tests = [{ name: 'example 1', from: 'example', input: example?.input, files: {}, expect }];
	return {
		[versionFiles.code]: assembleTool({ spec, body, header }),
		[versionFiles.tests]: `${JSON.stringify(tests)}\n`,
		...(lock !== undefined && { [versionFiles.lock]: lock }),
	};
}

function manifestOf(
	{ spec, env, dependencies = [] }: TestTool,
	{ version, sha256, session }: { version: number; sha256: string; session: string },
): Manifest {
	const { category, name, purpose, input, output, varies } = spec;
	const [example = { input: {}, output: {} }] = spec.examples;
	return {
		format: 2,
		category,
		name,
		version,
		purpose,
		usage: `Call it with ${JSON.stringify(example.input)}`,
		input,
		output,
		example: { input: example.input, output: example.output },
		varies,
		capabilities: [...spec.capabilities],
		dependencies: [...dependencies],
		...(env !== undefined && { env }),
		sha256,
		forgedAt: '2026-01-02T03:04:05.000Z',
		provenance: { session, askedBy: { id: 'U1', name: 'Ada' }, coder: 'coder-1', seeds: [1], tries: 1 },
	};
}

async function register(folder: SessionFolder, manifest: Manifest): Promise<void> {
	const { category, name, version } = manifest;
	const entry = { manifest, quarantined: false, use: unused };
	await updateRegistry(folder, (registry = emptyRegistry) => {
		const before = registry.tools.find((tool) => idOf(tool) === idOf(manifest));
		const tool: ToolEntry = { category, name, current: version, versions: [...(before?.versions ?? []), entry] };
		return { ...registry, tools: [...registry.tools.filter((one) => one !== before), tool] };
	});
}

type Schema = Readonly<Record<string, unknown>>;

/** An order with one example. */
export function specOf(
	id: string,
	purpose: string,
	io: { readonly input: Schema; readonly output: Schema; readonly example: readonly [Schema, Schema] },
): ForgeSpec {
	const [category = '', name = ''] = id.split('/');
	const [input, output] = io.example;
	return {
		category,
		name,
		purpose,
		input: objectOf(io.input),
		output: objectOf(io.output),
		examples: [{ input: { ...input }, output: { ...output } }],
		rejects: [],
		capabilities: ['files'],
		dependencies: [],
		varies: false,
		repairs: undefined,
	};
}

function objectOf(properties: Schema): Schema {
	return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
