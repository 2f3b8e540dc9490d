import { mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf, ProblemError } from '../../base/errors.ts';
import type { HostPaths } from '../../sandbox/podman/container/options.ts';
import type { SandboxHome } from '../../sandbox/sandbox.ts';
import { treeIn } from '../../store/files/folder-tree.ts';
import type { Source } from '../source.ts';

export interface SandboxHomeOptions {
	/** A server's own folder. */
	readonly home: string;
	readonly source: Pick<Source, 'title' | 'paths'>;
	/** The folder that tools see as `/inputs`; by default the session's own. */
	readonly inputs: string | undefined;
	readonly diskBytes: number;
}

/** The home that a server's sandbox is given, and where on this host its parts lie. */
export interface PreparedHome {
	readonly home: SandboxHome;
	readonly paths: HostPaths;
}

/**
 * Prepares the home of a server's sandbox. Its disk outlives the server, so that packages stay installed. Rejects with a `ProblemError` when
 * `inputs` cannot be handed in.
 */
export async function prepareSandboxHome({
	home,
	source,
	inputs,
	diskBytes,
}: SandboxHomeOptions): Promise<PreparedHome> {
	const [kind = '', id = ''] = source.title.split(' ');
	const folder = join(home, kind, id);
	const outputs = join(folder, 'outputs');
	await rm(outputs, { recursive: true, force: true });
	const nothing = join(folder, 'nothing');
	await mkdir(nothing, { recursive: true, mode: 0o755 });
	const trees = {
		inputs: (await givenInputs(inputs)) ?? (await existing(source.paths.inputs)) ?? nothing,
		tools: source.paths.tools,
		memories: nothing,
	};
	return {
		home: {
			session: `mcp ${source.title}`,
			diskBytes,
			trees: { inputs: treeIn(trees.inputs), tools: treeIn(trees.tools), memories: treeIn(trees.memories) },
		},
		paths: { disk: join(folder, 'disk.img'), trees, outputs, seen: join(folder, 'seen') },
	};
}

async function givenInputs(path: string | undefined): Promise<string | undefined> {
	if (path === undefined) return undefined;
	const folder = resolve(path);
	const stats = await stat(folder).catch((error: unknown) => {
		throw new ProblemError(
			`Cannot hand in "${folder}": it cannot be read (${codeOf(error)})`,
			'Name a folder by --inputs',
		);
	});
	if (!stats.isDirectory())
		throw new ProblemError(`Cannot hand in "${folder}": it is not a folder`, 'Name a folder by --inputs');
	// Tools run as a user that owns nothing outside their sandbox.
	if ((stats.mode & 0o005) !== 0o005) {
		const message = `Cannot hand in "${folder}": it is closed to other users, and to tools with them`;
		throw new ProblemError(message, `Run: chmod o+rx "${folder}"; or name another folder by --inputs`);
	}
	return folder;
}

async function existing(path: string | undefined): Promise<string | undefined> {
	if (path === undefined) return undefined;
	return stat(path).then(
		() => path,
		() => undefined,
	);
}
