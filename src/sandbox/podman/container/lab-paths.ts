import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import { labIn } from '../../lab-home.ts';
import { type SandboxHome, treeNames } from '../../sandbox.ts';
import type { HostPaths } from './options.ts';

/** Where sandboxes find what is theirs: those of sessions as `pathsOf` says, each lab in a folder of its own below `folder`. */
export function withLabs(pathsOf: (session: string) => HostPaths, folder: string): (session: string) => HostPaths {
	return (session) => {
		const lab = labIn(session);
		return lab === undefined ? pathsOf(session) : pathsBelow(join(folder, lab));
	};
}

function pathsBelow(passing: string): HostPaths {
	const below = (name: string) => join(passing, name);
	const trees = { inputs: below('inputs'), tools: below('forged_tools'), memories: below('memories') };
	return { disk: below('disk.img'), trees, outputs: below('outputs'), seen: below('seen'), passing };
}

/** Makes the folders of a lab, with what its home holds. */
export async function fillLab(
	{ trees }: Pick<HostPaths, 'trees'>,
	home: Pick<SandboxHome, 'trees'>,
	signal: AbortSignal,
): Promise<void> {
	await settleAll(
		treeNames.map(async (name) => {
			await mkdir(trees[name], { recursive: true, mode: 0o755 });
			for await (const entry of home.trees[name].entries())
				if (entry.kind === 'file') await write(join(trees[name], entry.name), entry.read(signal), signal);
		}),
	);
}

async function write(path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o755 });
	await writeFile(path, content, { mode: 0o644, signal });
}

/** Removes what labs of a process that died have left in that folder: no other process may have one under way there. What stays is logged. */
export async function clearLabs(folder: string, log: Logger): Promise<void> {
	try {
		await rm(folder, { recursive: true, force: true });
	} catch (error) {
		log.warn('Left-over labs cannot be removed now', { why: messageOf(error) });
	}
}
