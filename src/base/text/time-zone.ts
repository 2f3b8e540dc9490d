import { readlinkSync } from 'node:fs';

// biome-ignore lint/style/noProcessEnv: TZ is the system's, and no setting of ours
const system = process.env;

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
		/^[A-Z][a-z]+(?:\/[A-Z][A-Za-z_-]+)+$/.test(zone) && !within(zone, () => `${new Date()}`.endsWith('(GMT+00:00)'))
	);
}

function isForIntl(timeZone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
	} catch {
		return false;
	}
}

/** The zone of this machine. Of a `TZ` that is no zone's name, such as the path of a zone's file, it is UTC. */
export function ownZone(): string {
	const { TZ } = system;
	if (TZ !== undefined) return zoneNamed(TZ.replace(/^:/, '')) ?? 'UTC';
	return zoneOfLink() ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
}

/** The zone that `/etc/localtime` leads to (localtime(5)). */
function zoneOfLink(): string | undefined {
	try {
		const [, name = ''] = readlinkSync('/etc/localtime').split('/zoneinfo/');
		return zoneNamed(name.replace(/^Etc\/UTC$/, 'UTC'));
	} catch {
		return undefined;
	}
}

/** `Sunday, 29 November 2026, 11:09 (Europe/Berlin, GMT+01:00)`. Throws a `RangeError` for a zone that `zoneNamed` does not know. Pure. */
export function timeIn(zone: string, at: Date): string {
	if (zoneNamed(zone) === undefined) throw new RangeError(`There is no time zone "${zone}"`);
	return within(zone, () => {
		const day = `${weekdays[at.getDay()]}, ${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;
		const [, hour, minute, hours, minutes] = /(\d\d):(\d\d):\d\d GMT([+-]\d\d)(\d\d)/.exec(`${at}`) ?? [];
		return `${day}, ${hour}:${minute} (${zone}, GMT${hours}:${minutes})`;
	});
}

/**
 * Reads a `Date` by the clocks of a zone, within this call: a new `TZ` is in force at once (20 µs). The first use of `Intl.DateTimeFormat` reads
 * something of every language, and brings 10 MB, this 2.
 */
function within<T>(zone: string, read: () => T): T {
	const { TZ } = system;
	system['TZ'] = zone;
	try {
		return read();
	} finally {
		if (TZ === undefined) delete system['TZ'];
		else system['TZ'] = TZ;
	}
}
