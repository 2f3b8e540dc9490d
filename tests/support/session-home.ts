import { join } from 'node:path';
import type { HostPaths } from '../../src/sandbox/podman/container/options.ts';
import type { SandboxHome } from '../../src/sandbox/sandbox.ts';
import { treeIn } from '../../src/store/files/folder-tree.ts';
import { sessionPathsIn } from '../../src/store/session/layout.ts';
import type { SessionFolder } from '../../src/store/store.ts';

/** 64 MB: enough for what tests write. */
const smallDisk = 64 * 2 ** 20;

/** The home that this session's sandbox is given, from folders of the host. */
export function homeFrom(session: string, { trees }: Pick<HostPaths, 'trees'>, diskBytes = smallDisk): SandboxHome {
	const { inputs, tools, memories } = trees;
	return {
		session,
		diskBytes,
		trees: { inputs: treeIn(inputs), tools: treeIn(tools), memories: treeIn(memories) },
	};
}

/** The home that a session's folder gives its sandbox. */
export function homeOf({ id, files }: Pick<SessionFolder, 'id' | 'files'>): SandboxHome {
	return { session: id, diskBytes: smallDisk, trees: files.trees };
}

/** Where everything of one session lies in a folder of its own. */
export function pathsIn(folder: string): HostPaths {
	const below = (name: string) => join(folder, name);
	const trees = { inputs: below('inputs'), tools: below('tools'), memories: below('memories') };
	return { disk: below('disk.img'), trees, outputs: below('outputs'), seen: below('seen') };
}

/** The folder of a session's forged tools in a data folder. */
export function toolsPath(home: string, session: string): string {
	return sessionPathsIn(home)(session).trees.tools;
}
