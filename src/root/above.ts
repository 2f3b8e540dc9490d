import { basename } from 'node:path';
import type { FilesBeyond } from '../adapters/terminal/hand-in.ts';
import type { HelperEnd } from '../sandbox/podman/container/options.ts';
import type { Desk } from './desk/at-desk.ts';
import type { Opened } from './desk/words.ts';

/** Root's process, where it has started this one: what serves sandboxes, and what else may be asked of it. */
export interface Above extends HelperEnd {
	readonly desk: Desk;
}

/** Files that root reads for a bot that speaks with a person at root's terminal. */
export function filesOf({ ask }: Pick<Desk, 'ask'>): FilesBeyond {
	const opened = async (path: string) => (await ask({ verb: 'open-input', path })).opened;
	return {
		async look(path) {
			const found = await opened(path);
			if (found === undefined || 'missing' in found) return undefined;
			if ('refused' in found) return found;
			await ask({ verb: 'close-input', input: found.input });
			return { size: found.size };
		},
		async *read(path, signal) {
			const input = inputOf(path, await opened(path));
			let isOpen = true;
			try {
				while (isOpen) {
					signal.throwIfAborted();
					const { body } = await ask({ verb: 'next-input', input });
					isOpen = body.length > 0;
					if (isOpen) yield body;
				}
			} finally {
				if (isOpen) await ask({ verb: 'close-input', input }).catch(() => undefined);
			}
		},
	};
}

function inputOf(path: string, found: Opened | undefined): number {
	if (found && 'input' in found) return found.input;
	const why = found && 'refused' in found ? found.refused : 'it is no longer there';
	throw new Error(`Cannot read "${basename(path)}": ${why}`);
}
