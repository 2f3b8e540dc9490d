import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeIn, zoneNamed, zoneNames } from '../../../src/base/text/time-zone.ts';

function isForIntl(timeZone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
	} catch {
		return false;
	}
}

function byIntl(timeZone: string, at: Date): string {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hourCycle: 'h23',
		...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
		timeZoneName: 'longOffset',
	});
	const { weekday, day, month, year, hour, minute, timeZoneName } = Object.fromEntries(
		format.formatToParts(at).map(({ type, value }) => [type, value]),
	);
	return `${weekday}, ${day} ${month} ${year}, ${hour}:${minute} (${timeZone}, ${timeZoneName})`;
}

describe('zoneNamed()', () => {
	it.each([
		['Europe/Berlin', 'Europe/Berlin'],
		['europe/berlin', 'Europe/Berlin'],
		['utc', 'UTC'],
		['Asia/Kolkata', 'Asia/Kolkata'],
		['asia/kolkata', 'Asia/Kolkata'],
		['america/port-au-prince', 'America/Port-au-Prince'],
		['America/New_York', 'America/New_York'],
		['US/Eastern', 'US/Eastern'],
		['america/nuuk', 'America/Nuuk'],
		['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
		['EST', 'EST'],
		['Etc/GMT+5', 'Etc/GMT+5'],
	])('knows %s as %s', (given, zone) => expect(zoneNamed(given)).toBe(zone));

	it.each([
		'',
		'Berlin',
		'Mars/Olympus',
		'+02:00',
		'../etc/passwd',
		'posix/Europe/Berlin',
		'CET-1CEST',
		'x'.repeat(1_000_000),
		'Europe/Berlin\n',
	])('knows no zone %j', (given) => expect(zoneNamed(given)).toBeUndefined());

	it('knows all that are offered', () => {
		expect(zoneNames.filter((name) => zoneNamed(name) === undefined)).toEqual([]);
	});

	it('says of every word, as Intl does, whether it is one', () => {
		const letters = fc.stringMatching(/^[A-Za-z]{1,9}$/);
		const word = fc.oneof(letters, fc.constantFrom(...zoneNames, 'Asia', 'Etc', 'GMT'));
		fc.assert(
			fc.property(fc.array(word, { minLength: 1, maxLength: 2 }), (words) => {
				const name = words.join('/');
				expect(zoneNamed(name) !== undefined).toBe(isForIntl(name));
			}),
		);
	});
});

describe('timeIn()', () => {
	const evening = new Date('2026-11-29T23:09:30Z');

	it('is the day and the time where somebody is', () => {
		expect(timeIn('UTC', evening)).toBe('Sunday, 29 November 2026, 23:09 (UTC, GMT+00:00)');
		expect(timeIn('Europe/Berlin', evening)).toBe('Monday, 30 November 2026, 00:09 (Europe/Berlin, GMT+01:00)');
		expect(timeIn('Asia/Kolkata', evening)).toBe('Monday, 30 November 2026, 04:39 (Asia/Kolkata, GMT+05:30)');
	});

	it('is what Intl says, in every zone at every time, and leaves the zone of the process as it is', () => {
		const at = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
		const before = [process.env['TZ'], new Date().getTimezoneOffset()];
		fc.assert(
			fc.property(fc.constantFrom(...zoneNames, 'Asia/Kolkata', 'Europe/Kyiv'), at, (zone, date) => {
				expect(timeIn(zone, date)).toBe(byIntl(zone, date));
			}),
		);
		expect([process.env['TZ'], new Date().getTimezoneOffset()]).toEqual(before);
	});

	it('is of no zone that there is not', () => {
		expect(() => timeIn('Mars/Olympus', evening)).toThrow(RangeError);
	});

	it('follows daylight saving time', () => {
		expect(timeIn('Europe/Berlin', new Date('2026-07-01T10:00:00Z'))).toContain('12:00 (Europe/Berlin, GMT+02:00)');
	});
});
