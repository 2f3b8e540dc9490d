import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { collectArtifacts, type Found } from '../../../src/sandbox/files/collect.ts';
import { type WalkOutputs, walkOutputs } from '../../../src/sandbox/files/fd-walk.ts';
import type { FileLimits } from '../../../src/sandbox/files/limits.ts';
import type { Collected } from '../../../src/sandbox/sandbox.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { walkThroughHelper } from './through-helper.ts';

/** Small limits, so that they are met with small files. */
export const limits: FileLimits = { fileBytes: 1000, turnBytes: 2500, count: 3 };
export const never: AbortSignal = new AbortController().signal;

/** An `/outputs` folder and the host's, in a folder of their own. */
export interface OutputsFolder extends AsyncDisposable {
	readonly path: string;
	readonly source: string;
	readonly target: string;
	/** The walk over a folder, in the way that is tested. */
	walk(folder: string): WalkOutputs;
	collect(known?: ReadonlyMap<string, string>, custom?: FileLimits): Promise<Found>;
	write(name: string, content: string | Uint8Array): Promise<void>;
	read(name: string): Promise<string>;
}

/** The ways across the border: in this process, as root does it, and through a helper, as without root. */
export const ways = [
	['in this process', walkOutputs],
	['through a helper', walkThroughHelper],
] as const;

export async function outputsFolder(walk: (folder: string) => WalkOutputs = walkOutputs): Promise<OutputsFolder> {
	const dir = await tempDir();
	const [source, target] = [join(dir.path, 'outputs'), join(dir.path, 'host')];
	await mkdir(source);
	return {
		path: dir.path,
		source,
		target,
		walk,
		collect: (known = new Map(), custom = limits) => collectArtifacts(walk(source), target, known, custom, never),
		write: async (name, content) => {
			await mkdir(dirname(join(source, name)), { recursive: true });
			await writeFile(join(source, name), content);
		},
		read: (name) => readFile(join(target, name), 'utf8'),
		[Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
	};
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
export const hashes = ({ artifacts }: Collected): Map<string, string> =>
	new Map(artifacts.map((artifact) => [artifact.name, artifact.sha256]));
export const names = ({ artifacts }: Collected): readonly string[] => artifacts.map(({ name }) => name);
