import type { FoundFile, WalkEntry } from '../../files/fd-walk.ts';
import type { Answer } from './helper-line.ts';
import { type WalkRequest, walkOpened, walkStepped } from './messages.ts';

/** The part of a line that walks need. */
export interface WalkLine {
	/** Opens a walk. */
	readonly open: (signal: AbortSignal) => Promise<Answer>;
	readonly ask: (request: WalkRequest, signal: AbortSignal) => Promise<Answer>;
}

const neverOff = new AbortController().signal;

/** A walk that a helper makes. */
export async function* walkFar({ open, ask }: WalkLine, signal: AbortSignal): AsyncGenerator<WalkEntry> {
	const { walk } = walkOpened.parse((await open(signal)).done);
	try {
		for (;;) {
			const { entry } = walkStepped.parse((await ask({ verb: 'step', walk }, signal)).done);
			if (entry === undefined) return;
			yield entry.type === 'refused' ? entry : { ...entry, read: readFar(ask, walk) };
		}
	} finally {
		// Of a helper that is gone, the walk is too
		await ask({ verb: 'leave', walk }, neverOff).catch(() => undefined);
	}
}

function readFar(ask: WalkLine['ask'], walk: number): FoundFile['read'] {
	return async function* read(signal) {
		for (let from: 'start' | 'here' = 'start'; ; from = 'here') {
			const { body } = await ask({ verb: 'read', walk, from }, signal);
			if (body.length === 0) return;
			yield body;
		}
	};
}
