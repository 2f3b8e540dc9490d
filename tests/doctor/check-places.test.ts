import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { checkPlaces } from '../../src/doctor/check-places.ts';

const gigabyte = 2 ** 30;

it('says how much runs at once, and where memory lets less of it begin', () => {
	const config = loadConfig({ SANDBOX_MOST: '40', TURNS_MOST: '80', SANDBOX_POOL: '2' });
	expect(checkPlaces(config, 1, 64 * gigabyte).value).toBe('80 turns and 40 sandboxes; 2 ready for new threads');
	expect(checkPlaces(config, 1, 4 * gigabyte).value).toBe(
		"80 turns and 40 sandboxes, of which this machine's memory lets about 16 begin; 2 ready for new threads",
	);
	expect(checkPlaces(loadConfig({ SANDBOX_MOST: '4', TURNS_MOST: '8' }), 1, 64 * gigabyte).value).toBe(
		'8 turns and 4 sandboxes; 1 ready for new threads',
	);
});

it('is told when more are to stand ready than may run', () => {
	expect(() => loadConfig({ SANDBOX_MOST: '1', SANDBOX_POOL: '2' })).toThrow(
		'SANDBOX_POOL must not be above SANDBOX_MOST',
	);
});
