import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { partsOfRun, runOf } from '../../boxes.ts';
import type { SandboxHome } from '../../sandbox.ts';
import type { HostPaths } from '../container/options.ts';

/** Where the runs of a session's agents are kept on this host: a folder, absolute. Throws for what is no session's id. */
export type AgentsOf = (session: string) => string;

/** The folder of a run's own. Throws a `TypeError` for what is not the id of a run. */
export function runFolder(run: string, agentsOf: AgentsOf): string {
	const parts = partsOfRun(run);
	if (parts === undefined) throw new TypeError(`"${run}" is not the id of a run`);
	return join(agentsOf(parts.session), String(parts.count));
}

/** Where boxes find what is theirs, by their names. It throws for every other sandbox's: no box is ever given what is a session's. */
export function boxPathsIn(agentsOf: AgentsOf): (name: string) => HostPaths {
	return (name) => {
		const folder = runFolder(runOf(name) ?? '', agentsOf);
		const below = (part: string) => join(folder, part);
		const trees = { inputs: below('inputs'), tools: below('forged_tools'), memories: below('memories') };
		return { disk: below('disk.img'), trees, outputs: below('outputs'), seen: below('seen') };
	};
}

/** Has a box' `/inputs` hold what its home names, and nothing else. Rejects with the signal's reason. */
export async function fillBox(
	{ trees }: Pick<HostPaths, 'trees'>,
	home: Pick<SandboxHome, 'trees'>,
	signal: AbortSignal,
): Promise<void> {
	await rm(trees.inputs, { recursive: true, force: true });
	await mkdir(trees.inputs, { recursive: true, mode: 0o755 });
	await addToBox({ trees }, home, signal);
}

/** Has the `/inputs` of a box that runs hold what its home names, too, and none of it by half. What lies there stays. Rejects with the signal's reason. */
export async function addToBox(
	{ trees }: Pick<HostPaths, 'trees'>,
	home: Pick<SandboxHome, 'trees'>,
	signal: AbortSignal,
): Promise<void> {
	const coming = join(trees.inputs, comingName);
	for await (const entry of home.trees.inputs.entries()) {
		const path = join(trees.inputs, entry.name);
		if (entry.kind !== 'file' || (await isThere(path))) continue;
		await mkdir(dirname(path), { recursive: true, mode: 0o755 });
		await writeFile(coming, entry.read(signal), { mode: 0o644, signal });
		await rename(coming, path);
	}
}

/** No input has this name: theirs begin with no full stop. */
const comingName = '.coming';

async function isThere(path: string): Promise<boolean> {
	const code = await lstat(path).then(() => undefined, codeOf);
	return code !== 'ENOENT';
}
