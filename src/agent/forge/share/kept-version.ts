import { CorruptFileError, ProblemError, userMessage } from '../../../base/errors.ts';
import type { ToolVersions, VersionRef } from '../../../store/store.ts';
import { contentHash } from '../registry/content-hash.ts';
import { type Manifest, manifestSchema, versionFiles } from '../registry/manifest.ts';
import { idOf } from '../registry/registry.ts';

/** A version whose files are those that were registered. */
export interface KeptVersion {
	readonly manifest: Manifest;
	/** Their texts by name, without the manifest. */
	readonly files: Readonly<Record<string, string>>;
}

/** The versions of a session or a catalog, and how people are told of it: `catalog slack-T1`. */
export interface NamedVersions {
	readonly title: string;
	readonly tools: ToolVersions;
}

/** Rejects with a `ProblemError` that names the session or catalog, tool, version and file where it is not there or something was changed by hand. */
export async function readKept({ title, tools }: NamedVersions, entry: VersionRef): Promise<KeptVersion> {
	const named = `${title}: ${entry.tool} ${entry.version}`;
	const texts = await readTexts(tools, entry).catch((error: unknown) => {
		throw error instanceof CorruptFileError ? changed(named, userMessage(error), error) : error;
	});
	if (Object.keys(texts).length === 0) throw new ProblemError(`${named} is not there`, 'Name another version');
	const kept = keptIn(texts, entry);
	if (typeof kept === 'string') throw changed(named, kept);
	return kept;
}

function changed(named: string, why: string, cause?: unknown): ProblemError {
	const mend = 'Put back what was there, or have a new version forged';
	return new ProblemError(`${named} was changed by hand: ${why}`, mend, { cause });
}

/** The version that these files are, or why they are none. */
function keptIn(texts: Readonly<Record<string, string>>, entry: VersionRef): KeptVersion | string {
	const { [versionFiles.manifest]: text, ...files } = texts;
	if (text === undefined) return `${versionFiles.manifest} is missing`;
	const lacking = [versionFiles.code, versionFiles.tests].find((name) => !(name in files));
	if (lacking !== undefined) return `${lacking} is missing`;
	const manifest = parseManifest(text);
	if (typeof manifest === 'string') return manifest;
	return misfit(manifest, files, entry) ?? { manifest, files };
}

/** The version where it is whole; undefined where it is not. */
export async function readWhole(versions: NamedVersions, entry: VersionRef): Promise<KeptVersion | undefined> {
	return readKept(versions, entry).catch((error: unknown) => {
		if (error instanceof ProblemError) return undefined;
		throw error;
	});
}

async function readTexts(tools: ToolVersions, entry: VersionRef): Promise<Readonly<Record<string, string>>> {
	const names = Object.values(versionFiles);
	const texts = await Promise.all(names.map(async (name) => [name, await tools.read(entry, name)] as const));
	return Object.fromEntries(texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

function parseManifest(text: string): Manifest | string {
	try {
		const parsed = manifestSchema.safeParse(JSON.parse(text));
		if (parsed.success) return parsed.data;
		const [issue] = parsed.error.issues;
		return `${versionFiles.manifest}: field "${issue?.path.join('.')}": ${issue?.message}`;
	} catch (error) {
		return `${versionFiles.manifest} is not JSON: ${userMessage(error)}`;
	}
}

function misfit(manifest: Manifest, files: KeptVersion['files'], { tool, version }: VersionRef): string | undefined {
	const [id, number] = [idOf(manifest), manifest.version];
	if (id !== tool || number !== version) return `${versionFiles.manifest} is that of ${id} ${number}`;
	if (contentHash(files) === manifest.sha256) return undefined;
	const names = Object.keys(files).join(' or ');
	return `${names} does not match its manifest`;
}

/** A manifest as it stands in its file. Pure. */
export function textOfManifest(manifest: Manifest): string {
	return `${JSON.stringify(manifest, null, '\t')}\n`;
}
