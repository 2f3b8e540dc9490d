import { expect, test } from 'vitest';
import { type FakeIndex, startFakeIndex } from '../../../support/fake-index/fake-index.ts';
import { fileOn, filesOn, openDoor, resolving } from './open-door.ts';

const wheelName = 'humanize-4.9-py3-none-any.whl';
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

function pathsOf(index: FakeIndex): string[] {
	return index.requests.map(({ path }) => path);
}

test('a page is served with links to the door itself, as JSON to those who ask for it and as HTML to others', async () => {
	await using index = await startFakeIndex();
	const { sha256 } = index.add({ name: 'humanize', version: '4.9', requiresPython: '>=3.9,<4' });
	const { get } = openDoor({ index: index.url });

	const json = await get('/simple/humanize/');
	expect(json).toMatchObject({ status: 200, type: 'application/vnd.pypi.simple.v1+json' });
	expect(JSON.parse(json.text)).toMatchObject({
		name: 'humanize',
		files: [
			{ filename: wheelName, hashes: { sha256 }, 'requires-python': '>=3.9,<4', 'upload-time': expect.any(String) },
		],
	});
	expect(fileOn(json, wheelName)).toBe(`/files/${sha256}/${wheelName}`);

	const html = await get('/simple/humanize/', { accept: 'text/html, */*;q=0.1' });
	expect(html.type).toBe('text/html; charset=utf-8');
	expect(html.text).toContain(
		`<a href="../../files/${sha256}/${wheelName}#sha256=${sha256}" data-requires-python="&gt;=3.9,&lt;4"`,
	);
	expect(json.text + html.text).not.toContain(new URL(index.url).host);
});

test('a page in HTML is understood, and its files are of unknown age', async () => {
	await using index = await startFakeIndex({ pages: 'html' });
	index.add({ name: 'humanize', version: '4.9' });
	const careful = openDoor({ index: index.url });
	expect(filesOn(await careful.get('/simple/humanize/'))).toEqual([]);
	expect(careful.door.undated()).toEqual(['humanize']);
	expect(careful.door.denials()).toEqual([]);

	const told = openDoor({ index: index.url, scope: { kind: 'resolve', names: ['humanize'], undated: true } });
	expect(filesOn(await told.get('/simple/humanize/'))).toEqual([wheelName]);
	expect(told.door.undated()).toEqual([]);
	expect(told.door.files()).toMatchObject([{ filename: wheelName, uploadedAt: undefined }]);
});

test('only the wheels that the policy lets through are on the page, and files() tells them', async () => {
	await using index = await startFakeIndex();
	const uploadTime = daysAgo(8);
	const { sha256 } = index.add({ name: 'humanize', version: '4.9', uploadTime });
	index.add({ name: 'humanize', version: '4.8', yanked: 'broken' });
	index.add({ name: 'humanize', version: '4.7', sha256: null });
	index.add({ name: 'humanize', version: '5.0', uploadTime: daysAgo(2) });
	index.addFile('humanize', 'humanize-4.9.tar.gz', Buffer.from('source'));
	const { door, get } = openDoor({ index: index.url });

	expect(filesOn(await get('/simple/humanize/'))).toEqual([wheelName]);
	expect(door.files()).toEqual([
		{ name: 'humanize', version: '4.9', filename: wheelName, sha256, uploadedAt: uploadTime },
	]);
	expect(door.withheld()).toEqual(['humanize 5.0 is 2 days old; at least 7 are asked for']);
	expect(door.denials()).toEqual([]);
});

test('a page of which nothing is left is empty, and the door says why', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'young', version: '4.99', uploadTime: daysAgo(2) });
	index.addFile('oldthing', 'oldthing-1.0.tar.gz', Buffer.from('source'));
	const { door, get } = openDoor({ index: index.url, scope: resolving('young', 'oldthing', 'reqeusts') });

	expect(filesOn(await get('/simple/young/'))).toEqual([]);
	expect(filesOn(await get('/simple/oldthing/'))).toEqual([]);
	expect((await get('/simple/reqeusts/')).status).toBe(404);
	expect((await get('/simple/reqeusts/')).status).toBe(404);
	expect(door.denials()).toEqual([
		'young 4.99 is 2 days old; at least 7 are asked for',
		'oldthing has only source distributions, no wheel',
		'there is no package named reqeusts in the index',
	]);
});

test('a name that nobody asked for never reaches the index', async () => {
	await using index = await startFakeIndex();
	const { door, get } = openDoor({ index: index.url, scope: resolving('humanize') });
	expect(await get('/simple/c2VjcmV0/')).toMatchObject({ status: 403 });
	expect(pathsOf(index)).toEqual([]);
	expect(door.denials()).toEqual(['c2vjcmv0 was not asked for, and nothing that was requires it']);
});

test.each(['beside the wheel', 'in the wheel alone'])('metadata %s opens the names that it requires', async (where) => {
	await using index = await startFakeIndex();
	const metadata = where === 'beside the wheel';
	const requires = ['Lib.One[x]>=1; python_version < "3"', 'lib_two'];
	const wheel = index.add({ name: 'humanize', version: '4.9', requires, metadata });
	index.add({ name: 'lib-one', version: '1.0' });
	index.add({ name: 'lib-two', version: '1.0' });
	const { get } = openDoor({ index: index.url, scope: resolving('Humanize') });

	const page = await get('/simple/humanize/');
	expect((await get('/simple/lib-one/')).status).toBe(403);
	const path = `${fileOn(page, wheelName)}.metadata`;
	expect((await get(path)).text).toBe(wheel.metadata);
	expect((await get(path)).text).toBe(wheel.metadata);
	expect((await get('/simple/Lib_One/')).status).toBe(200);
	expect((await get('/simple/lib-two/')).status).toBe(200);
	expect((await get('/simple/lib-three/')).status).toBe(403);
	const wheels = pathsOf(index).filter((asked) => asked.endsWith('.whl'));
	expect(wheels).toHaveLength(metadata ? 0 : 1);
});

test('no wheel is served while versions are looked for', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	const { get } = openDoor({ index: index.url });
	const path = fileOn(await get('/simple/humanize/'), wheelName);
	expect(await get(path)).toMatchObject({ status: 403 });
	expect(pathsOf(index)).toEqual(['/simple/humanize/']);
});

test('an install gets the files of its lock, whatever their age, and no other file or name', async () => {
	await using index = await startFakeIndex();
	const wheel = index.add({ name: 'humanize', version: '4.9', uploadTime: daysAgo(1), requires: ['lib-one'] });
	const other = index.add({ name: 'humanize', version: '4.8' });
	const packages = [{ name: 'humanize', version: '4.9', sha256s: [wheel.sha256] }];
	const { door, get } = openDoor({ index: index.url, scope: { kind: 'install', packages } });

	const page = await get('/simple/humanize/');
	expect(filesOn(page)).toEqual([wheelName]);
	const path = fileOn(page, wheelName);
	expect((await get(path)).bytes.equals(wheel.bytes)).toBe(true);
	expect(await get(`${path}.metadata`)).toMatchObject({ status: 200, text: wheel.metadata });
	expect((await get('/simple/lib-one/')).status).toBe(403);
	expect((await get(`/files/${other.sha256}/${other.filename}`)).status).toBe(404);
	expect(door.files()).toHaveLength(1);
});

test('an install of a lock whose files are gone says so', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	const packages = [{ name: 'humanize', version: '4.8', sha256s: ['ab'.repeat(32)] }];
	const { door, get } = openDoor({ index: index.url, scope: { kind: 'install', packages } });
	expect(filesOn(await get('/simple/humanize/'))).toEqual([]);
	expect(door.denials()).toEqual(['humanize is in the index, but no file of it has a SHA-256 of the lock']);
});

test('HEAD is answered like GET, without a body and without fetching a file', async () => {
	await using index = await startFakeIndex();
	const { sha256 } = index.add({ name: 'humanize', version: '4.9' });
	const packages = [{ name: 'humanize', version: '4.9', sha256s: [sha256] }];
	const { get } = openDoor({ index: index.url, scope: { kind: 'install', packages } });
	const path = fileOn(await get('/simple/humanize/'), wheelName);
	for (const asked of [path, `${path}.metadata`, '/simple/humanize/']) {
		expect(await get(asked, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
	}
	expect(pathsOf(index)).toEqual(['/simple/humanize/']);
});

test.each(['POST', 'PUT', 'CONNECT', 'DELETE', 'OPTIONS', 'get', ''])('%j is not served', async (method) => {
	await using index = await startFakeIndex();
	const { get } = openDoor({ index: index.url });
	expect((await get('/simple/humanize/', { method })).status).toBe(405);
	expect(index.requests).toEqual([]);
});

test.each([
	'/',
	'/simple/',
	'/simple/..%2fsecret/',
	'/simple/../files/',
	'/simple/humanize/x',
	'/simple/humanize/?q=data',
	'/simple/hum%61nize/',
	'//simple/humanize/',
	'http://127.0.0.1/simple/humanize/',
	'/pypi/humanize/json',
	`/files/${'ab'.repeat(32)}/..%2f..%2fx`,
	`/files/${'ab'.repeat(32)}/%zz`,
	`/files/${'ab'.repeat(32)}/${wheelName}`,
])('%s is not served', async (path) => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	const { get } = openDoor({ index: index.url });
	expect((await get(path)).status).toBe(404);
	expect(index.requests).toEqual([]);
});

test('every request leaves a line in the log', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	const { get, lines } = openDoor({ index: index.url });
	const page = await get('/simple/humanize/');
	await get(`${fileOn(page, wheelName)}.metadata`);
	await get('/simple/other/');
	expect(lines).toMatchObject([
		{
			method: 'GET',
			kind: 'page',
			name: 'humanize',
			bytes: page.bytes.length,
			ms: expect.any(Number),
			outcome: 'served',
		},
		{ kind: 'metadata', name: 'humanize', file: wheelName, outcome: 'served' },
		{ kind: 'page', name: 'other', bytes: 0, outcome: expect.stringContaining('not asked for') },
	]);
});
