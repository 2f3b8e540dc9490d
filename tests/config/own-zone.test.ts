import { describe, expect, it } from 'vitest';
import { ownZone } from '../../src/config/own-zone.ts';

describe('ownZone()', () => {
	it.each([
		['Asia/Tokyo', 'Asia/Tokyo'],
		[':Europe/Paris', 'Europe/Paris'],
		['', 'UTC'],
		['CET-1CEST', 'UTC'],
		['Mars/Olympus', 'UTC'],
		['/usr/share/zoneinfo/Asia/Tokyo', 'UTC'],
	])('takes a machine with TZ=%s for one in %s', (TZ, zone) => expect(ownZone(TZ)).toBe(zone));

	it('without one is what Node takes the machine for', () => {
		const { TZ } = process.env;
		const own = ownZone(undefined);
		if (TZ === undefined) expect(own).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
		else expect(own).toMatch(/^[A-Z]/);
	});
});
