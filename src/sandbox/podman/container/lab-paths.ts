import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import { ignore } from '../../files/folder.ts';
import { labIn } from '../../lab-home.ts';
import { type SandboxHome, treeNames } from '../../sandbox.ts';
import type { HostPaths, Passing } from './options.ts';

/** Where labs are kept, and what tells them from sessions. */
export interface LabFolders {
	/** Among the sessions: by its mounts a tool sees where the host keeps what it is given, and must not know a lab by it. */
	readonly sessions: string;
	/** A file for each lab there is, by its id. */
	readonly markers: string;
}

/** Where sandboxes find what is theirs: those of sessions as `pathsOf` says, each lab in a folder of its own. */
export function withLabs(pathsOf: (session: string) => HostPaths, folders: LabFolders): (session: string) => HostPaths {
	return (session) => {
		const lab = labIn(session);
		return lab === undefined ? pathsOf(session) : pathsBelow(passingOf(lab, folders));
	};
}

function passingOf(lab: string, { sessions, markers }: LabFolders): Passing {
	return { folder: join(sessions, lab), marker: join(markers, lab) };
}

function pathsBelow(passing: Passing): HostPaths {
	const below = (name: string) => join(passing.folder, name);
	const trees = { inputs: below('inputs'), tools: below('forged_tools'), memories: below('memories') };
	return { disk: below('disk.img'), trees, outputs: below('outputs'), seen: below('seen'), passing };
}

/** Makes the folder of a lab, which nobody may have: it throws where there is one. Whoever is answered removes it. */
export async function claimLab({ folder, marker }: Passing): Promise<void> {
	await settleAll([folder, marker].map((path) => mkdir(dirname(path), { recursive: true, mode: 0o700 })));
	await writeFile(marker, '');
	await mkdir(folder, { mode: 0o755 }).catch(async (error: unknown) => {
		await rm(marker, { force: true });
		throw error;
	});
}

/** Removes a lab. A folder that is a session's stays, whatever is said of it. */
export async function removeLab({ folder, marker }: Passing): Promise<void> {
	const isSession = await settleAll(['state', 'session.json'].map((name) => isThere(join(folder, name))));
	if (!isSession.includes(true)) await rm(folder, { recursive: true, force: true });
	await rm(marker, { force: true });
}

async function isThere(path: string): Promise<boolean> {
	return (await stat(path).catch(ignore('ENOENT'))) !== undefined;
}

/** Fills the folders of a lab with what its home holds. They look as old as those of a session may be. */
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
			await age(trees[name]);
		}),
	);
}

async function write(path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
	await mkdir(dirname(path), { recursive: true, mode: 0o755 });
	await writeFile(path, content, { mode: 0o644, signal });
	await age(path);
}

/** Up to a month, milliseconds. */
const oldest = 30 * 86_400_000;

async function age(path: string): Promise<void> {
	// Of most sessions the files are of this hour: the logarithm is even, from a second on
	const at = new Date(Date.now() - 1000 * (oldest / 1000) ** Math.random());
	await utimes(path, at, at);
}

/** Removes what labs of a process that died have left: no other process may have one under way there. What stays is logged. */
export async function clearLabs(folders: LabFolders, log: Logger): Promise<void> {
	try {
		const labs = (await readdir(folders.markers).catch(ignore('ENOENT'))) ?? [];
		await settleAll(labs.map((lab) => removeLab(passingOf(lab, folders))));
	} catch (error) {
		log.warn('Left-over labs cannot be removed now', { why: messageOf(error) });
	}
}
