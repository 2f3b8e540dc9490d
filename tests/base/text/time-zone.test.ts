import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ownZone, timeIn, zoneNamed, zoneNames } from '../../../src/base/text/time-zone.ts';

const run = promisify(execFile);

describe('zoneNamed()', () => {
	it.each([
		['Europe/Berlin', 'Europe/Berlin'],
		['europe/berlin', 'Europe/Berlin'],
		['utc', 'UTC'],
		['Asia/Kolkata', 'Asia/Kolkata'],
		['asia/kolkata', 'Asia/Kolkata'],
		['america/port-au-prince', 'America/Port-au-Prince'],
		['America/New_York', 'America/New_York'],
	])('knows %s as %s', (given, zone) => expect(zoneNamed(given)).toBe(zone));

	it.each(['', 'Berlin', 'Mars/Olympus', '+02:00', '../etc/passwd', 'x'.repeat(1_000_000), 'Europe/Berlin\n'])(
		'knows no zone %j',
		(given) => expect(zoneNamed(given)).toBeUndefined(),
	);

	it.each([
		['Asia/Tokyo', 'Asia/Tokyo'],
		[':Europe/Paris', 'Europe/Paris'],
		['', 'UTC'],
		['CET-1CEST', 'UTC'],
		['Mars/Olympus', 'UTC'],
		['/usr/share/zoneinfo/Asia/Tokyo', 'UTC'],
	])('takes a machine with TZ=%s for one in %s', async (TZ, zone) => {
		const module = new URL('../../../src/base/text/time-zone.ts', import.meta.url).href;
		const code = `import { ownZone } from ${JSON.stringify(module)}; console.log(ownZone());`;
		const options = { env: { ...process.env, TZ } };
		const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], options);
		expect(stdout).toBe(`${zone}\n`);
	});

	it('knows all that are offered, and that of this machine', () => {
		expect(zoneNames.filter((name) => zoneNamed(name) === undefined)).toEqual([]);
		expect(zoneNamed(ownZone())).toBe(ownZone());
	});
});

describe('timeIn()', () => {
	const evening = new Date('2026-11-29T23:09:30Z');

	it('is the day and the time where somebody is', () => {
		expect(timeIn('UTC', evening)).toBe('Sunday, 29 November 2026, 23:09 (UTC, GMT+00:00)');
		expect(timeIn('Europe/Berlin', evening)).toBe('Monday, 30 November 2026, 00:09 (Europe/Berlin, GMT+01:00)');
		expect(timeIn('Asia/Kolkata', evening)).toBe('Monday, 30 November 2026, 04:39 (Asia/Kolkata, GMT+05:30)');
	});

	it('follows daylight saving time', () => {
		expect(timeIn('Europe/Berlin', new Date('2026-07-01T10:00:00Z'))).toContain('12:00 (Europe/Berlin, GMT+02:00)');
	});
});
