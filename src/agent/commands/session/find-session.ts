import type { SessionRecord } from '../../session/session-record.ts';

/** The sessions that somebody may mean by a word: the one with this id; else those whose id begins so; else those with a word in the title that does. Pure. */
export function sessionsMeant(meant: string, records: readonly SessionRecord[]): readonly SessionRecord[] {
	const wanted = meant.toLowerCase();
	const ways: readonly ((record: SessionRecord) => boolean)[] = [
		({ id }) => id === meant,
		({ id }) => id.toLowerCase().startsWith(wanted),
		({ title }) =>
			title
				.toLowerCase()
				.split(/\s+/)
				.some((word) => word.startsWith(wanted)),
	];
	return ways.map((way) => records.filter(way)).find((found) => found.length > 0) ?? [];
}
