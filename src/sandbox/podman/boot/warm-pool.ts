import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, messageOf } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import { settleAll } from '../../../base/settle.ts';
import { ensureDisk } from '../../files/disk/disk.ts';
import { ignore } from '../../files/folder.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';
import type { Booted, BootParts, SlotAt } from './boot.ts';
import type { PoolRules } from './pool-rules.ts';

/** A sandbox that was taken out of the pool. Disposing of `booted.held` ends it. */
export interface Claimed {
	readonly booted: Booted;
	/** Makes its disk, mounted as it is, the session's. False, and nothing is done, where that has one, or wants another size. */
	moveDisk(image: string, bytes: number): Promise<boolean>;
	/** Its disk is nobody's: it is gone when its mount is. */
	dropDisk(): Promise<void>;
}

/** Sandboxes that wait, started, with a formatted disk and nothing of anybody's. Disposing ends them. */
export interface WarmPool extends AsyncDisposable {
	/** Takes one that answers out of the pool for good; undefined: none waits. Rejects with the signal's reason. */
	claim(signal: AbortSignal): Promise<Claimed | undefined>;
	/** Starts what is missing as soon as the machine is calm, in the background. */
	refill(): void;
	/** Ends those that wait: whatever they were made of has changed, or others need their place. */
	drop(): Promise<void>;
	readonly waiting: () => number;
}

export interface WarmPoolOptions {
	readonly rules: PoolRules | undefined;
	readonly parts: BootParts;
	readonly log: Logger;
	/** Between two looks at whether the machine is calm, ms. */
	readonly lookMs?: number;
}

/** One that waits. */
interface Warm {
	readonly booted: Booted;
	readonly image: string;
}

/** A guest's first command takes longer than those that follow, ms. */
const warmUpMs = 5_000;
/** An answer takes about a millisecond, ms. */
const answerMs = 1_000;
const usualLookMs = 2_000;

export function createWarmPool({ rules, parts, log, lookMs = usualLookMs }: WarmPoolOptions): WarmPool {
	const ready: Warm[] = [];
	const ending = new Set<Promise<void>>();
	const disposed = new AbortController();
	let filling: Promise<void> | undefined;
	let timer: NodeJS.Timeout | undefined;
	let generation = 0;
	let isSwept = false;

	function refill(): void {
		if (!rules || disposed.signal.aborted || filling || ready.length >= rules.size) return;
		filling = fill(rules)
			.catch((error: unknown) => {
				if (!disposed.signal.aborted) log.warn('No sandbox can be kept ready now', { why: messageOf(error) });
			})
			.finally(() => {
				filling = undefined;
				lookLater();
			});
	}

	/** As long as some are missing. */
	function lookLater(): void {
		clearTimeout(timer);
		if (ready.length < (rules?.size ?? 0) && !disposed.signal.aborted) timer = setTimeout(refill, lookMs).unref();
	}

	async function fill(given: PoolRules): Promise<void> {
		if (!isSwept) await sweepFolder(given.folder);
		isSwept = true;
		while (ready.length < given.size && (await given.isCalm()) && (await bindsLate(parts, disposed.signal))) {
			disposed.signal.throwIfAborted();
			const born = generation;
			const warm = await make(given, parts, disposed.signal, log);
			if (born === generation && !disposed.signal.aborted) add(warm);
			else await endOf(warm);
		}
	}

	/** One that dies while it waits is nobody's any more. */
	function add(warm: Warm): void {
		ready.push(warm);
		void warm.booted.client.gone.then(() => {
			if (!take(warm)) return;
			log.info('A waiting sandbox has ended');
			void endOf(warm);
			refill();
		});
	}

	/** False where somebody else has it. */
	function take(warm: Warm): boolean {
		const at = ready.indexOf(warm);
		if (at !== -1) ready.splice(at, 1);
		return at !== -1;
	}

	function endOf({ booted, image }: Warm): Promise<void> {
		const ended = booted.held
			.disposeAsync()
			.catch((error: unknown) => log.error('A waiting sandbox cannot be removed', { err: error }))
			.then(() => rm(image, { force: true }))
			.finally(() => ending.delete(ended));
		ending.add(ended);
		return ended;
	}

	async function drop(): Promise<void> {
		generation += 1;
		await settleAll(ready.splice(0).map(endOf));
	}

	return {
		async claim(signal) {
			for (let warm = ready.shift(); warm; warm = ready.shift()) {
				const isWell = await warm.booted.client.answers(answerMs);
				if (isWell && !signal.aborted) {
					// Not before the session has its first answer
					lookLater();
					return claimedOf(warm);
				}
				void endOf(warm);
				signal.throwIfAborted();
			}
			return undefined;
		},
		refill,
		drop,
		waiting: () => ready.length,
		async [Symbol.asyncDispose]() {
			disposed.abort(new Error('Cannot keep sandboxes ready: Threadsmith is ending'));
			clearTimeout(timer);
			await filling;
			await drop();
			await Promise.all(ending);
		},
	};
}

/** Else nothing that is mounted into one that runs would appear there. */
async function bindsLate({ service, options }: BootParts, signal: AbortSignal): Promise<boolean> {
	const { runtime = options.runtime } = await service.ready(signal);
	return !hasOwnKernel(runtime);
}

/** Images that a process which died has left. */
async function sweepFolder(folder: string): Promise<void> {
	const names = (await readdir(folder).catch(ignore('ENOENT'))) ?? [];
	for (const name of names) await rm(join(folder, name), { force: true });
}

async function make(rules: PoolRules, parts: BootParts, signal: AbortSignal, log: Logger): Promise<Warm> {
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
		await booted.client.call(
			{ tool: 'warm_up', args: {} },
			{ signal: new AbortController().signal, withinMs: warmUpMs },
		);
		return { booted, image };
	} catch (error) {
		await rm(image, { force: true });
		throw error;
	}
}

function claimedOf({ booted, image }: Warm): Claimed {
	return {
		booted,
		async moveDisk(target, bytes) {
			const isMoved = (await sizeOf(image)) === bytes && (await linkAt(image, target));
			if (isMoved) await rm(image, { force: true });
			return isMoved;
		},
		dropDisk: () => rm(image, { force: true }),
	};
}

async function sizeOf(image: string): Promise<number | undefined> {
	await using handle = await open(image);
	return (await handle.stat()).size;
}

/** False where there is something already, or on another file system. */
async function linkAt(image: string, target: string): Promise<boolean> {
	await mkdir(dirname(target), { recursive: true });
	try {
		await link(image, target);
	} catch (error) {
		if (['EEXIST', 'EXDEV'].includes(codeOf(error) ?? '')) return false;
		throw error;
	}
	await using folder = await open(dirname(target));
	await folder.sync();
	return true;
}
