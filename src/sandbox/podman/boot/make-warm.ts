import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import { ensureDisk } from '../../files/disk/disk.ts';
import { ignore } from '../../files/folder.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';
import type { Booted, BootParts, SlotAt } from './boot.ts';
import type { PoolRules } from './pool-rules.ts';
import type { Warm } from './warm-pool.ts';

/** A sandbox that was taken out of the pool. Disposing of `booted.held` ends it. */
export interface Claimed {
	readonly booted: Booted;
	/** Makes its disk, mounted as it is, the session's. False, and nothing is done, where that has one, or wants another size. */
	moveDisk(image: string, bytes: number): Promise<boolean>;
	/** Its disk is nobody's: it is gone when its mount is. */
	dropDisk(): Promise<void>;
}

/** A guest's first command takes longer than those that follow, ms. */
const warmUpMs = 5_000;

/**
 * Starts a sandbox with a formatted disk and nothing of anybody's. Undefined where nothing that is mounted into one that runs would appear there.
 * Rejects as `boot` does, with nothing left.
 */
export async function makeWarm(
	rules: PoolRules,
	parts: BootParts,
	log: Logger,
	signal: AbortSignal,
): Promise<Warm<Claimed> | undefined> {
	if (!(await bindsLate(parts, signal))) return undefined;
	await mkdir(rules.folder, { recursive: true, mode: 0o700 });
	// Loaded when it is needed: it brings the MCP client
	const { boot } = await import('./boot.ts');
	const image = join(rules.folder, `${randomBytes(8).toString('hex')}.img`);
	try {
		const made = ensureDisk(image, rules.diskBytes, signal);
		const fill = async ({ slot, idBase }: SlotAt) => {
			await made;
			await parts.border.mountDisk(slot, image, idBase, signal);
		};
		const [booted] = await settleAll([boot(parts, { label: '', fill, log }, signal), made] as const);
		const watch = { signal: new AbortController().signal, withinMs: warmUpMs };
		await booted.client.call({ tool: 'warm_up', args: {} }, watch);
		return warmOf(booted, image);
	} catch (error) {
		await rm(image, { force: true });
		throw error;
	}
}

async function bindsLate({ service, options }: BootParts, signal: AbortSignal): Promise<boolean> {
	const { runtime = options.runtime } = await service.ready(signal);
	return !hasOwnKernel(runtime);
}

function warmOf(booted: Booted, image: string): Warm<Claimed> {
	return {
		gone: booted.client.gone,
		answers: (withinMs) => booted.client.answers(withinMs),
		given: claimedOf(booted, image),
		async [Symbol.asyncDispose]() {
			try {
				await booted.held.disposeAsync();
			} finally {
				await rm(image, { force: true });
			}
		},
	};
}

function claimedOf(booted: Booted, image: string): Claimed {
	return {
		booted,
		async moveDisk(target, bytes) {
			return (await sizeOf(image)) === bytes && (await moveTo(target, image));
		},
		dropDisk: () => rm(image, { force: true }),
	};
}

async function sizeOf(image: string): Promise<number | undefined> {
	await using handle = await open(image);
	return (await handle.stat()).size;
}

/**
 * False where there is something already, or on another file system. Renamed, not linked: a loop device tells the path of its file as it is now, and of one
 * whose first name is gone nobody would find that it is in use. Nobody else makes a session's disk meanwhile: it has one sandbox at a time.
 */
async function moveTo(target: string, image: string): Promise<boolean> {
	await mkdir(dirname(target), { recursive: true });
	if ((await lstat(target).catch(ignore('ENOENT'))) !== undefined) return false;
	try {
		await rename(image, target);
	} catch (error) {
		if (codeOf(error) === 'EXDEV') return false;
		throw error;
	}
	await using folder = await open(dirname(target));
	await folder.sync();
	return true;
}

/** Removes the images that a process which died has left in the pool's folder. */
export async function sweepWarm({ folder }: Pick<PoolRules, 'folder'>): Promise<void> {
	const names = (await readdir(folder).catch(ignore('ENOENT'))) ?? [];
	for (const name of names) await rm(join(folder, name), { force: true });
}
