import type { Snapshot } from '../../store/journal.ts';
import { emptyHistory, type History } from './history.ts';

/** The history that a snapshot holds; no turn is open in it. */
export function fromSnapshot(snapshot: Snapshot): History {
	const {
		version: _version,
		seq,
		messages,
		artifacts: known,
		refused: named,
		undelivered: left = {},
		...rest
	} = snapshot;
	const { notes, last, uncollected = 0, window = emptyHistory.window, ...more } = rest;
	const artifacts = new Map(Object.entries(known));
	const refused = new Set(named);
	const undelivered = new Map(Object.entries(left));
	const later = Object.keys(more).length > 0 && { more };
	const files = { artifacts, refused, undelivered, uncollected };
	return { ...emptyHistory, seq, messages, ...files, notes, window, ...(last && { last }), ...later };
}

/** The snapshot of a history without an open turn. */
export function toSnapshot(history: History): Snapshot {
	const { seq, messages, notes, last, more } = history;
	const artifacts = Object.fromEntries(history.artifacts);
	const refused = [...history.refused];
	const undelivered = history.undelivered.size > 0 && { undelivered: Object.fromEntries(history.undelivered) };
	const left = history.uncollected > 0 && { uncollected: history.uncollected };
	const known = { version: 1 as const, seq, messages: [...messages], artifacts, refused, notes: [...notes] };
	const window = Object.keys(history.window).length > 1 || history.window.times > 0 ? { window: history.window } : {};
	return { ...more, ...known, ...undelivered, ...left, ...window, ...(last && { last }) };
}
