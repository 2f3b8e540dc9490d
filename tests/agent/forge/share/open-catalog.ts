import { join } from 'node:path';
import { contentHash } from '../../../../src/agent/forge/registry/content-hash.ts';
import { type Manifest, manifestSchema } from '../../../../src/agent/forge/registry/manifest.ts';
import {
	type Use,
	unused,
	updateRegistry,
	type VersionEntry,
	withNewVersion,
} from '../../../../src/agent/forge/registry/registry.ts';
import type { ShareScene } from '../../../../src/agent/forge/share/propose.ts';
import { openEmbeddedStore } from '../../../../src/store/embedded/embedded-store.ts';
import { openSessions } from '../../../../src/store/session/session-folder.ts';
import type { Catalog, SessionFolder, Sessions, Store } from '../../../../src/store/store.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** A data folder with real session folders, catalogs and store. */
export interface OpenCatalog extends AsyncDisposable {
	readonly home: string;
	readonly sessions: Sessions;
	readonly store: Store;
	readonly catalog: Catalog;
	/** A session of the local terminal, or of another thread. */
	open(id: string): Promise<SessionFolder>;
}

export async function openCatalog(): Promise<OpenCatalog> {
	const dir = await tempDir();
	const sessions = openSessions(dir.path);
	const store = openEmbeddedStore(join(dir.path, 'store.db'));
	return {
		home: dir.path,
		sessions,
		store,
		catalog: await sessions.catalog('local'),
		open: (id) => sessions.open(id),
		async [Symbol.asyncDispose]() {
			await store[Symbol.asyncDispose]();
			await sessions[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

export const tool = 'tables/sum_by_column';
export const ada = { id: 'local', name: 'Ada' };
export const grace = { id: 'slack:T1/U2', name: 'Grace' };

const cases = [
	{ name: 'one', from: 'example', input: { n: 1 }, files: {}, expect: { kind: 'output', output: {}, files: [] } },
	{ name: 'two', from: 'example', input: { n: 2 }, files: {}, expect: { kind: 'output', output: {}, files: [] } },
	{ name: 'no', from: 'negative', input: { n: 'x' }, files: {}, expect: { kind: 'error' } },
];

export interface Made {
	readonly category?: string;
	readonly name?: string;
	readonly code?: string;
	readonly lock?: string;
	readonly use?: Partial<Use>;
	readonly manifest?: Partial<Manifest>;
	readonly quarantined?: boolean;
}

/** The files of a version as they are registered. */
export function filesOf(
	{ category = 'tables', name = 'sum_by_column', code = 'def run(input):\n\treturn {}\n', lock, manifest }: Made,
	version: number,
): Record<string, string> & { readonly 'manifest.json': string } {
	const files = { 'tool.py': code, 'tests.json': JSON.stringify(cases), ...(lock === undefined ? {} : { lock }) };
	const made: Manifest = {
		format: 2,
		category,
		name,
		version,
		purpose: 'Sums a column',
		usage: 'use_tool',
		input: { type: 'object' },
		output: { type: 'object' },
		example: { input: { n: 1 }, output: {} },
		varies: false,
		capabilities: ['files'],
		dependencies: [],
		sha256: contentHash(files),
		forgedAt: '2025-01-31T12:00:00.000Z',
		provenance: { session: 'local-a', coder: 'model', seeds: [1], tries: 1 },
		...manifest,
	};
	return { ...files, 'manifest.json': JSON.stringify(made) };
}

/** Puts a version among the session's files and into its registry, as a forge does; it was used once and took it. */
export async function keepForged(folder: SessionFolder, made: Made = {}): Promise<VersionEntry> {
	const id = `${made.category ?? 'tables'}/${made.name ?? 'sum_by_column'}`;
	const version = await folder.files.tools.add(id, (number) => filesOf(made, number));
	await folder.files.tools.point({ tool: id, version });
	const manifest = manifestSchema.parse(JSON.parse(filesOf(made, version)['manifest.json']));
	const use = { ...unused, calls: 1, ...made.use };
	const entry = { manifest, quarantined: made.quarantined ?? false, use };
	await updateRegistry(folder, (registry) => withNewVersion(registry, entry));
	return entry;
}

/** Puts a version into a catalog, as sharing does. */
export async function keepInCatalog(catalog: Catalog, made: Made = {}): Promise<number> {
	const id = `${made.category ?? 'tables'}/${made.name ?? 'sum_by_column'}`;
	const version = await catalog.tools.add(id, (number) => filesOf(made, number));
	await catalog.tools.point({ tool: id, version });
	return version;
}

let questions = 0;

/** Where a person of the local terminal shares. */
export function sceneIn(folder: SessionFolder, scene: Partial<ShareScene> = {}): ShareScene {
	questions += 1;
	const id = folder.paths.session;
	const thread = { platform: 'terminal' as const, id: 'a' };
	return { folder, thread, person: ada, id, questionId: `${id}/question-${questions}`, ...scene };
}
