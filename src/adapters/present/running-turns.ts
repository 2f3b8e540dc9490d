import type { Person, Thread } from '../../chat/thread.ts';

/** A turn that is being shown. */
export interface RunningTurn {
	readonly thread: Thread;
	readonly turn: string;
	/** The request that began it; undefined: that was not told yet. */
	readonly request: RunningRequest | undefined;
}

export interface RunningRequest {
	/** The message's key. */
	readonly of: string;
	readonly by: Person;
}

/** Which turns run, and where people find them: for ❌ and Stop. */
export interface RunningTurns {
	/** The newest one that is found under a key. */
	at(key: string): RunningTurn | undefined;
	all(): readonly RunningTurn[];
	/** A turn of the thread runs until the answer is disposed of. */
	begin(thread: Thread, turn: string): BegunTurn;
}

export interface BegunTurn extends Disposable {
	/** It is found under this key too: that of a message which shows it, or has begun it. */
	add(key: string): void;
	/** Notes the request that began it; later ones count for nothing. */
	asked(of: string, by: Person): void;
}

export function createRunningTurns(): RunningTurns {
	const running: { readonly keys: Set<string>; turn: RunningTurn }[] = [];
	return {
		at: (key) => running.findLast(({ keys }) => keys.has(key))?.turn,
		all: () => running.map(({ turn }) => turn),
		begin(thread, turn) {
			const one = { keys: new Set<string>(), turn: { thread, turn, request: undefined } as RunningTurn };
			running.push(one);
			return {
				add: (key) => void one.keys.add(key),
				asked(of, by) {
					one.turn = { ...one.turn, request: one.turn.request ?? { of, by } };
				},
				[Symbol.dispose]() {
					const at = running.indexOf(one);
					if (at !== -1) running.splice(at, 1);
				},
			};
		},
	};
}
