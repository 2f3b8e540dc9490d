import { causesOf, codeOf } from '../../base/errors.ts';

/** How many files are kept open between uses; the one that was used longest ago is closed for one more. */
export interface OpenHandles {
	/** A file was used and is open now; `close` may be called at any time, and again, until it is used once more. */
	used(path: string, close: () => Promise<void>): void;
	/** Runs `work` and resolves as it does; when it finds no descriptor left, all files are closed, for whoever tries again. */
	during<T>(work: () => Promise<T>): Promise<T>;
}

/** Far below the 1,024 descriptors that a process may usually have open, and within the 128 of a narrow one. */
const usual = 24;

export function createOpenHandles(most = usual): OpenHandles {
	const open = new Map<string, () => Promise<void>>();
	const closeAll = async (): Promise<void> => {
		const closing = [...open.values()];
		open.clear();
		await Promise.allSettled(closing.map((close) => close()));
	};
	return {
		async during(work) {
			try {
				return await work();
			} catch (error) {
				// Not waited for: the one that failed may be in the middle of its own turn.
				if (isOutOfDescriptors(error)) void closeAll();
				throw error;
			}
		},
		used(path, close) {
			open.delete(path);
			open.set(path, close);
			for (const [oldest, closeOldest] of open) {
				if (open.size <= most) return;
				open.delete(oldest);
				// A handle that cannot be closed is not worse than one that stays open.
				closeOldest().catch(() => undefined);
			}
		},
	};
}

function isOutOfDescriptors(error: unknown): boolean {
	return causesOf(error).some((cause) => ['EMFILE', 'ENFILE'].includes(codeOf(cause) ?? ''));
}
