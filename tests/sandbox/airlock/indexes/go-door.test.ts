import { describe, expect, it } from 'vitest';
import { startFakeGo } from '../../../support/fake-index/fake-go.ts';
import { daysAgo } from '../../../support/fake-index/fake-npm.ts';
import { openIndexesDoor } from './open-indexes-door.ts';

const at = '/go/example.org/!big/kit/@v';

describe('The door to Go modules', () => {
	it('serves versions and files of those that are old enough', async () => {
		await using go = await startFakeGo();
		go.add('example.org/!big/kit', 'v1.0.0');
		const { door, get } = openIndexesDoor({ go: go.url });
		expect((await get(`${at}/list`)).text).toBe('v1.0.0\n');
		for (const kind of ['info', 'mod', 'zip']) expect((await get(`${at}/v1.0.0.${kind}`)).status).toBe(200);
		expect((await get('/go/example.org/!big/kit/@latest')).status).toBe(200);
		expect(door.fetched()).toEqual(['go: example.org/Big/kit v1.0.0']);
	});

	it.each(['v1.1.0.info', 'v1.1.0.mod', 'v1.1.0.zip'])('does not serve %s while it is too young', async (file) => {
		await using go = await startFakeGo();
		go.add('example.org/!big/kit', 'v1.1.0', daysAgo(3.2));
		const { get } = openIndexesDoor({ go: go.url });
		expect((await get(`${at}/${file}`)).text).toBe(
			'example.org/Big/kit v1.1.0 is 3 days old; at least 7 are asked for\n',
		);
	});

	it('passes tiles of the database of sums on byte by byte', async () => {
		await using go = await startFakeGo();
		const tile = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
		go.put('/sumdb/sum.golang.org/tile/8/0/001', tile);
		const { get } = openIndexesDoor({ go: go.url });
		expect((await get('/go/sumdb/sum.golang.org/tile/8/0/001')).bytes.equals(tile)).toBe(true);
	});

	it('passes the database of sums on, and nothing else', async () => {
		await using go = await startFakeGo();
		const { get } = openIndexesDoor({ go: go.url });
		for (const path of ['supported', 'latest', 'lookup/example.org/!big/kit@v1.0.0', 'tile/8/0/x001/234.p/5'])
			await get(`/go/sumdb/sum.golang.org/${path}`);
		expect(go.requests.map(({ path }) => path)).toEqual([
			'/sumdb/sum.golang.org/supported',
			'/sumdb/sum.golang.org/latest',
			'/sumdb/sum.golang.org/lookup/example.org/!big/kit@v1.0.0',
			'/sumdb/sum.golang.org/tile/8/0/x001/234.p/5',
		]);
	});

	it.each([
		'/go/',
		'/go/example.org/kit',
		'/go/Example.org/kit/@v/list',
		'/go/a/../b/@v/list',
		`${at}/v1.0.0.ziphash`,
		`${at}/a/b.info`,
		'/go/sumdb/x/y',
		`${at}/v1.info/@v/list`,
	])('has nothing at %s', async (path) => {
		await using go = await startFakeGo();
		expect((await openIndexesDoor({ go: go.url }).get(path)).status).toBe(404);
		expect(go.requests).toEqual([]);
	});
});
