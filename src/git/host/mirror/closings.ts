import type { NotDone } from '../../git.ts';
import { MirrorGoneError } from './readers.ts';

/** Repositories that are closed while something goes on with them: whoever closes one waits for nobody's server. */
export interface Closings {
	/** Runs `work`; where the repository is closed meanwhile, its signal fires, and that is a refusal. Rejects as `work` does otherwise. */
	unless<T>(id: string, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T | NotDone>;
	/** Ends what goes on with it. */
	close(id: string): void;
}

export function createClosings(): Closings {
	const open = new Map<string, AbortController>();
	return {
		async unless(id, outer, work) {
			const own = open.get(id) ?? new AbortController();
			open.set(id, own);
			try {
				return await work(AbortSignal.any([outer, own.signal]));
			} catch (error) {
				outer.throwIfAborted();
				if (error instanceof MirrorGoneError) return { kind: 'refused', why: error.message };
				throw error;
			}
		},
		close(id) {
			open.get(id)?.abort(new MirrorGoneError());
			open.delete(id);
		},
	};
}
