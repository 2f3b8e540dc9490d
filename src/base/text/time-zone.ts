import { withinZone } from './within-zone.ts';

/** Longer names are none: the longest of the IANA database is below it, and what is looked up came from outside. */
const longestName = 64;

/** The names of zones that can be offered: https://tc39.es/ecma402/#sec-intl.supportedvaluesof */
export const zoneNames: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

const spellings = new Map(zoneNames.map((name) => [name.toLowerCase(), name]));

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const months = 'January February March April May June July August September October November December'.split(' ');

/** The zone as its database spells it, however it is capitalised; undefined: there is none of that name. Pure. */
export function zoneNamed(name: string): string | undefined {
	if (name.length > longestName || !/^[A-Za-z]/.test(name)) return undefined;
	const offered = spellings.get(name.toLowerCase());
	if (offered !== undefined) return offered;
	const zone = capitalised(name);
	return isPlace(zone) || isForIntl(name) ? zone : undefined;
}

function capitalised(name: string): string {
	return name.replaceAll(/(?<=^|[/_-])[a-z]/g, (letter) => letter.toUpperCase());
}

/** Whether `Date` knows it, such as `Asia/Kolkata`, which is offered by a name of long ago: of any other it says nothing but the offset zero. */
function isPlace(zone: string): boolean {
	return (
		/^[A-Z][a-z]+(?:\/[A-Z][A-Za-z_-]+)+$/.test(zone) &&
		!withinZone(zone, () => `${new Date()}`.endsWith('(GMT+00:00)'))
	);
}

function isForIntl(timeZone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
	} catch {
		return false;
	}
}

/** `Sunday, 29 November 2026, 11:09 (Europe/Berlin, GMT+01:00)`. Throws a `RangeError` for a zone that `zoneNamed` does not know. Pure. */
export function timeIn(zone: string, at: Date): string {
	if (zoneNamed(zone) === undefined) throw new RangeError(`There is no time zone "${zone}"`);
	return withinZone(zone, () => {
		const day = `${weekdays[at.getDay()]}, ${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;
		const [, hour, minute, hours, minutes] = /(\d\d):(\d\d):\d\d GMT([+-]\d\d)(\d\d)/.exec(`${at}`) ?? [];
		return `${day}, ${hour}:${minute} (${zone}, GMT${hours}:${minutes})`;
	});
}
