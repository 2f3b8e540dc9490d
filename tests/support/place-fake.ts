import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../src/base/errors.ts';
import { defaultFileLimits, whyTooLarge } from '../../src/sandbox/files/limits.ts';
import { printable, safeName, uniqueName } from '../../src/sandbox/files/safe-name.ts';
import type { HostPaths, PodmanOptions } from '../../src/sandbox/podman/container/options.ts';
import type { IncomingFile, Placed, PlacedFile, PlacedInto, Refusal } from '../../src/sandbox/sandbox.ts';

/** Where files go: by their path in the session, and to the disk where there is one. */
interface Target {
	readonly session: string;
	readonly into: PlacedInto;
	readonly files: Map<string, Uint8Array>;
	readonly pathsOf: PodmanOptions['pathsOf'] | undefined;
}

/** As `Sandboxes.place` does. */
export async function placeFake(
	{ session, into, files, pathsOf }: Target,
	incoming: readonly IncomingFile[],
	signal: AbortSignal,
): Promise<Placed> {
	const placed: PlacedFile[] = [];
	const refused: Refusal[] = [];
	for (const file of incoming) {
		const reason = whyTooLarge(file.size ?? 0, 0, defaultFileLimits);
		if (reason !== undefined) {
			refused.push({ name: printable(file.name), reason });
			continue;
		}
		const folder = into === 'seen' ? 'seen/' : '/inputs/';
		const name = uniqueName(safeName(file.name), namesBelow(files, folder));
		const content = await readAll(file, signal).catch((error: unknown) => messageOf(error));
		signal.throwIfAborted();
		if (typeof content === 'string') {
			refused.push({ name: file.name, reason: `could not be read: ${content}` });
			continue;
		}
		files.set(`${folder}${name}`, content);
		if (pathsOf) await writeTo(join(folderOf(into, pathsOf(session)), name), content);
		placed.push({ name, original: file.name, size: content.length, sha256: hashOf(content) });
	}
	return { placed, refused };
}

function folderOf(into: PlacedInto, { seen, trees }: HostPaths): string {
	return into === 'seen' ? seen : trees.inputs;
}

export function namesBelow(files: ReadonlyMap<string, Uint8Array>, folder: string): Set<string> {
	return new Set([...files.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length)));
}

async function readAll(file: IncomingFile, signal: AbortSignal): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of file.open(signal)) {
		signal.throwIfAborted();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

export async function writeTo(path: string, content: Uint8Array): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, content);
}

export function hashOf(content: Uint8Array): string {
	return createHash('sha256').update(content).digest('hex');
}
