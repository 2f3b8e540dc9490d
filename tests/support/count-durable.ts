import type { NoteFolder, NoteFolders } from '../../src/store/notes.ts';

/** Names of what changes something on the disk. */
const lasting = new Set([
	'append',
	'write',
	'put',
	'add',
	'finish',
	'intend',
	'sent',
	'bind',
	'rebind',
	'by',
	'rewrite',
	'closeSegment',
	'contents',
	'copies',
	'files',
	'scrub',
	'change',
	'erase',
	'remove',
	'backup',
]);

/** Counts durable operations, and kills its process with SIGKILL right before that of number `killAt` (0: never). */
export function countDurable(killAt: number) {
	const operations: string[] = [];

	/** Counts one durable operation, and dies before it when its number is up. */
	function durable(name: string): void {
		operations.push(name);
		if (operations.length === killAt) process.kill(process.pid, 'SIGKILL');
	}

	/** `inner`, each of its methods counted as a durable operation. */
	function counted<T extends object>(inner: T): T {
		return new Proxy(inner, {
			get: (target, name) => {
				const member: unknown = Reflect.get(target, name);
				if (typeof member !== 'function') return member;
				return (...args: unknown[]) => {
					if (lasting.has(String(name))) durable(String(name));
					return member.apply(target, args);
				};
			},
		});
	}

	/** For the same notes it stays one object. */
	function countedNotes(notes: NoteFolders): NoteFolders {
		const opened = new Map<NoteFolder, NoteFolder>();
		return {
			open(of) {
				const folder = notes.open(of);
				const known = opened.get(folder) ?? { ...folder, memories: counted(folder.memories), own: counted(folder.own) };
				opened.set(folder, known);
				return known;
			},
			list: (place) => notes.list(place),
		};
	}

	return { operations, durable, counted, countedNotes };
}
