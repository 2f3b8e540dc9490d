import type { FileRef } from '../../../chat/inbound.ts';
import type { Earlier } from '../../../chat/past.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Placed } from '../../../sandbox/sandbox.ts';
import type { DispatchDeps } from '../deps.ts';
import { denialOf } from '../rights.ts';

/** Files that came with a message, and which of them are only named. */
export interface SortedFiles {
	readonly allowed: readonly FileRef[];
	readonly refused: Placed['refused'];
}

/** The files of what was said before, each with whoever shared it. Pure. */
export function earlierFiles({ first, newest }: Earlier): FileRef[] {
	return [...first, ...newest].flatMap(({ person = null, files }) =>
		files.map((file) => ({ ...file, by: file.by === undefined ? person : file.by })),
	);
}

/** Whoever may ask for work may bring files; what others have shared is named and not taken in. Pure. */
export function sortFiles(
	files: readonly FileRef[],
	thread: Thread,
	deps: Pick<DispatchDeps, 'roleOf' | 'places'>,
): SortedFiles {
	const reasons = files.map((file) => reasonFor(file, thread, deps));
	return {
		allowed: files.filter((_, index) => reasons[index] === undefined),
		refused: files.flatMap(({ name }, index) => {
			const reason = reasons[index];
			return reason === undefined ? [] : [{ name, reason }];
		}),
	};
}

const mend = 'Who may can share it here themselves';

function reasonFor(
	{ by, ofWords }: FileRef,
	thread: Thread,
	deps: Pick<DispatchDeps, 'roleOf' | 'places'>,
): string | undefined {
	if (by === undefined || ofWords) return undefined;
	if (by === null) return `was shared by an app, or by somebody unknown. ${mend}`;
	const isDenied = denialOf({ type: 'message', person: by, thread }, deps) !== undefined;
	return isDenied ? `was shared by ${by.name}, who may not ask for work here. ${mend}` : undefined;
}
