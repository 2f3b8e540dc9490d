import type { NoteFolders } from '../../store/notes.ts';
import type { KeepFacts } from '../session/past/fact.ts';
import { forgetWhere, keep } from './keep.ts';
import { cleanText, mostBytes, mostMemories } from './memory.ts';
import { inForce, type MemoryEntry, type MemoryIndex, readIndex } from './memory-index.ts';
import { theHistory } from './recalled-head.ts';

/** Tells memories that were kept so at a time or later: each may be of any words that stood there then, whatever turn it names. Pure. */
export function isKeptSince(at: string): (entry: MemoryEntry) => boolean {
	return (entry) => entry.from === theHistory && entry.person === undefined && entry.at >= at;
}

/**
 * Keeps facts as memories of a session, equal ones once. Those that say nothing are left out, longer ones are cut, and where there are too many the
 * oldest that were kept so go. Rejects as a disk does, and with the signal's reason.
 */
export function createKeepFacts(notes: NoteFolders): KeepFacts {
	return async ({ id }, facts, signal) => {
		const folder = notes.open({ kind: 'session', session: id });
		for (const fact of facts) {
			signal.throwIfAborted();
			const index = await readIndex(folder);
			const oldest = inForce(index).length < mostMemories ? undefined : oldestKept(index);
			if (oldest !== undefined) await forgetWhere((entry) => entry.id === oldest, folder);
			const { fromTurn: turn } = fact;
			const about = cleanText(fact.about ?? '').slice(0, 100) || undefined;
			const at = new Date().toISOString();
			const origin = { at, from: theHistory, session: id, turn, source: 'kept', about } as const;
			await keep({ ...origin, letter: 'm', text: cutBytes(fact.text), supersedes: sameAbout(about, index) }, folder);
		}
	};
}

function oldestKept(index: MemoryIndex): string | undefined {
	return inForce(index).findLast(({ person, turn }) => person === undefined && turn !== undefined)?.id;
}

function sameAbout(about: string | undefined, index: MemoryIndex): string[] {
	const key = (one: string | undefined) => one?.toLowerCase().replaceAll(/\s+/g, ' ').trim();
	return about === undefined
		? []
		: inForce(index).flatMap((entry) => (key(entry.about) === key(about) ? [entry.id] : []));
}

/** A text cut within its bytes, between two characters. Pure. */
function cutBytes(text: string): string {
	const clean = cleanText(text.slice(0, mostBytes * 2));
	if (Buffer.byteLength(clean) <= mostBytes) return clean;
	const decoder = new TextDecoder();
	return `${decoder.decode(Buffer.from(clean).subarray(0, mostBytes - 6)).replace(/\uFFFD+$/, '')}…`;
}
