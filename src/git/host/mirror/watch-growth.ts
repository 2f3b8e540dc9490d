import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface GrowthBounds {
	/** Bytes by which the folder may grow. */
	readonly most: number;
	/** Without a byte and without a word for so long, it has died. */
	readonly stallMs: number;
	/** It is looked at so often. */
	readonly everyMs: number;
}

/** Watches a folder while somebody writes into it. Disposing ends the watch. */
export interface GrowthWatch extends AsyncDisposable {
	/** Fires with the outer signal, and when a bound is met. */
	readonly signal: AbortSignal;
	/** The bound that was met. */
	met(): 'too-big' | 'stalled' | undefined;
	/** Bytes by which it has grown until now. */
	grown(): Promise<number>;
	/** There was a word. */
	heard(): void;
}

export async function watchGrowth(dir: string, bounds: GrowthBounds, outer: AbortSignal): Promise<GrowthWatch> {
	const before = await sizeOf(dir);
	const own = new AbortController();
	const over = new AbortController();
	const signal = AbortSignal.any([outer, own.signal]);
	let met: 'too-big' | 'stalled' | undefined;
	let last = performance.now();
	const stop = (why: 'too-big' | 'stalled') => {
		met ??= why;
		own.abort(new Error('A bound was met'));
	};
	const watch = async () => {
		let size = before;
		while (await delay(bounds.everyMs, true, { signal: over.signal }).catch(() => false)) {
			const now = await sizeOf(dir);
			if (now !== size) last = performance.now();
			size = now;
			if (now - before > bounds.most) stop('too-big');
			else if (performance.now() - last > bounds.stallMs) stop('stalled');
		}
	};
	const watching = watch();
	return {
		signal,
		met: () => met,
		grown: async () => (await sizeOf(dir)) - before,
		heard: () => {
			last = performance.now();
		},
		async [Symbol.asyncDispose]() {
			over.abort();
			await watching;
		},
	};
}

/** Bytes of the files that are there; some go while they are looked at. */
export async function sizeOf(dir: string): Promise<number> {
	const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map((file) =>
			stat(join(file.parentPath, file.name)).then(
				({ size }) => size,
				() => 0,
			),
		),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}
