import { withinZone } from '../../base/text/within-zone.ts';

/** A day of a zone: `2026-11-29`. */
export type Day = string;

/** The day that it is in a zone at a time, milliseconds since 1970. Pure. */
export function dayIn(zone: string, at: number): Day {
	return withinZone(zone, () => {
		const time = new Date(at);
		return new Date(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate())).toISOString().slice(0, 10);
	});
}

/** So many days up to this one, oldest first. Pure. */
export function daysUpTo(day: Day, count: number): readonly Day[] {
	const last = Date.parse(`${day}T00:00:00Z`);
	return Array.from({ length: count }, (_, at) =>
		new Date(last - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
	);
}
