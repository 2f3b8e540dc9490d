import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../../src/sandbox/airlock/indexes/crates/crates-door.ts';
import { prefixOf } from '../../../../src/sandbox/airlock/indexes/crates/read-path.ts';
import { startFakeCrates } from '../../../support/fake-index/fake-crates.ts';
import { daysAgo } from '../../../support/fake-index/fake-npm.ts';
import { openIndexesDoor, origin } from './open-indexes-door.ts';

describe('The door to crates', () => {
	it('serves pages, and files whose hash is right', async () => {
		await using crates = await startFakeCrates();
		const bytes = crates.add({ name: 'itoa', version: '1.0.0' });
		const { door, get } = openIndexesDoor({ crates: crates.url });
		expect(JSON.parse((await get('/crates/index/config.json')).text)).toEqual({ dl: `${origin}/crates/dl` });
		expect(JSON.parse((await get('/crates/index/it/oa/itoa')).text)).toMatchObject({ vers: '1.0.0' });
		const file = await get('/crates/dl/itoa/1.0.0/download');
		expect([file.status, file.bytes.equals(bytes)]).toEqual([200, true]);
		expect(door.fetched()).toEqual(['crates: itoa 1.0.0']);
	});

	it('leaves out what is too young or whose age is not told, unless the policy names it', async () => {
		await using crates = await startFakeCrates();
		crates.add({ name: 'itoa', version: '1.0.0' });
		crates.add({ name: 'itoa', version: '1.0.1', pubtime: daysAgo(1.5) });
		crates.add({ name: 'itoa', version: '1.0.2', pubtime: null });
		const { get } = openIndexesDoor({ crates: crates.url });
		const page = await get('/crates/index/it/oa/itoa');
		expect(
			page.text
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line).vers),
		).toEqual(['1.0.0']);
		expect((await get('/crates/dl/itoa/1.0.1/download')).text).toBe(
			'itoa 1.0.1 is 1 day old; at least 7 are asked for\n',
		);
		expect((await get('/crates/dl/itoa/1.0.2/download')).status).toBe(403);
		const open = openIndexesDoor({ crates: crates.url }, { undated: ['itoa'] });
		expect((await open.get('/crates/dl/itoa/1.0.2/download')).status).toBe(200);
	});

	it('never ends a file that is another one, and follows no private address', async () => {
		await using crates = await startFakeCrates();
		crates.add({ name: 'itoa', version: '1.0.0', cksum: '0'.repeat(64) });
		const { get } = openIndexesDoor({ crates: crates.url });
		expect((await get('/crates/dl/itoa/1.0.0/download')).cut).toContain('SHA-256 differs');
		await using astray = await startFakeCrates(() => 'http://10.1.2.3/{crate}');
		astray.add({ name: 'itoa', version: '1.0.0' });
		const led = await openIndexesDoor({ crates: astray.url }).get('/crates/dl/itoa/1.0.0/download');
		expect(led.text).toContain('not on the public internet');
	});

	it.each([
		'/crates/index/it/xx/itoa',
		'/crates/index/',
		'/crates/api/v1/crates',
		'/crates/dl/itoa/../download',
		'/crates/me',
	])('has nothing at %s', async (path) => {
		await using crates = await startFakeCrates();
		expect((await openIndexesDoor({ crates: crates.url }).get(path)).status).toBe(404);
		expect(crates.requests).toEqual([]);
	});
});

it.each([
	['a', '1'],
	['ab', '2'],
	['abc', '3/a'],
	['abcd', 'ab/cd'],
])('a crate named %s lies in %s', (name, prefix) => expect(prefixOf(name)).toBe(prefix));

it('the address of a file follows the markers of the index, and has the usual end without any', () => {
	const version = { version: '1.0.0', sha256: 'ff' };
	expect(addressOf('https://x/dl', 'Itoa', version)).toBe('https://x/dl/Itoa/1.0.0/download');
	expect(addressOf('https://x/{lowerprefix}/{crate}/{version}?{sha256-checksum}', 'Itoa', version)).toBe(
		'https://x/it/oa/Itoa/1.0.0?ff',
	);
});
