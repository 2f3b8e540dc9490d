import { userMessage } from '../../../base/errors.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { contentHash } from '../registry/content-hash.ts';
import { unhashed } from '../registry/format-one.ts';
import { type Manifest, versionFiles } from '../registry/manifest.ts';
import { idOf } from '../registry/registry.ts';

/** Why a version's files are not what they were when it was registered; undefined when they are. */
export async function changedByHand(manifest: Manifest, folder: SessionFolder): Promise<string | undefined> {
	const { version, sha256 } = manifest;
	const named = `${idOf(manifest)} version ${version}`;
	if (sha256 === unhashed) return undefined;
	const files = await readVersion(manifest, folder).catch(userMessage);
	if (typeof files === 'string') return `${named} cannot be read: ${files}`;
	if (files[versionFiles.code] === undefined) return `${named} is gone: its ${versionFiles.code} was removed by hand.`;
	if (contentHash(files) === sha256) return undefined;
	return `${named} was changed by hand: its files do not match the manifest, so it is not run. Another version, or repair_tool, does the job.`;
}

async function readVersion(manifest: Manifest, { files }: SessionFolder): Promise<Record<string, string>> {
	const entry = { tool: idOf(manifest), version: manifest.version };
	const names = [versionFiles.code, versionFiles.tests, versionFiles.lock, versionFiles.madeUp];
	const texts = await Promise.all(names.map(async (name) => [name, await files.tools.read(entry, name)] as const));
	return Object.fromEntries(texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}
