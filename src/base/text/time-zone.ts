/** Longer names are none: the longest of the IANA database is below it, and what is looked up came from outside. */
const longestName = 64;

/** The names of zones that can be offered: https://tc39.es/ecma402/#sec-intl.supportedvaluesof */
export const zoneNames: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The zone as its database spells it, however it is capitalised; undefined: there is none of that name. Pure. */
export function zoneNamed(name: string): string | undefined {
	if (name.length > longestName || !/^[A-Za-z]/.test(name)) return undefined;
	try {
		return spelt(name, formatIn(name).resolvedOptions().timeZone);
	} catch {
		return undefined;
	}
}

/** ICU answers some zones by a name of long ago, for which people would not thank us: the one that was given stays. */
function spelt(given: string, resolved: string): string {
	if (given.toLowerCase() === resolved.toLowerCase()) return resolved;
	return given.replaceAll(/(?<=^|[/_-])[a-z]/g, (letter) => letter.toUpperCase());
}

/** The zone of this machine. Of a `TZ` that ICU does not understand, such as the path of a zone's file, Node tells none. */
export function ownZone(): string {
	const { timeZone = 'UTC' }: { readonly timeZone?: string } = Intl.DateTimeFormat().resolvedOptions();
	return zoneNamed(timeZone) ?? 'UTC';
}

/** `Sunday, 29 November 2026, 11:09 (Europe/Berlin, GMT+01:00)`. Throws a `RangeError` for a zone that `zoneNamed` does not know. Pure. */
export function timeIn(zone: string, at: Date): string {
	const parts = new Map(
		formatIn(zone)
			.formatToParts(at)
			.map(({ type, value }) => [type, value]),
	);
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
	const day = `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`;
	return `${day}, ${part('hour')}:${part('minute')} (${zone}, ${part('timeZoneName')})`;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hourCycle: 'h23',
		...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
		timeZoneName: 'longOffset',
	});
}
