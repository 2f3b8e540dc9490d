import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { usualIndexLimits } from '../../../../src/sandbox/airlock/indexes/index-limits.ts';
import { daysAgo, startFakeNpm } from '../../../support/fake-index/fake-npm.ts';
import { serveFiles } from '../../../support/fake-index/serve-files.ts';
import { openIndexesDoor, origin } from './open-indexes-door.ts';

const file = '/npm/left-pad/-/left-pad-1.0.0.tgz';

describe('The door to npm', () => {
	it('serves a page whose tarballs lie at the door, and these', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0', more: { dependencies: { other: '1' }, scripts: { install: 'x' } } });
		const { door, get } = openIndexesDoor({ npm: npm.url });
		const page = JSON.parse((await get('/npm/left-pad')).text);
		expect(page).toMatchObject({ name: 'left-pad', 'dist-tags': { latest: '1.0.0' } });
		expect(page.versions['1.0.0']).toMatchObject({ dependencies: { other: '1' }, hasInstallScript: true });
		expect(page.versions['1.0.0'].dist.tarball).toBe(`${origin}${file}`);
		const tarball = await get(file);
		expect([tarball.status, tarball.cut, tarball.bytes.length > 100]).toEqual([200, undefined, true]);
		expect(door.fetched()).toEqual(['npm: left-pad 1.0.0']);
	});

	it('says of a page in gzip, which was not asked for, what is wrong with it', async () => {
		const page = gzipSync(JSON.stringify({ name: 'left-pad', versions: {} }));
		await using registry = await serveFiles(() => ({ type: 'application/json', body: page }));
		const { get } = openIndexesDoor({ npm: registry.origin });
		const { status, text } = await get('/npm/left-pad');
		const why = 'the index answered in a compression that was not asked for (asked for the page of left-pad)\n';
		expect([status, text]).toEqual([502, why]);
	});

	it('serves a tarball of which no page was asked for, wherever a lock file says it lies', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: '@acme/kit', version: '2.0.0' });
		const { get } = openIndexesDoor({ npm: npm.url });
		for (const path of [
			'/@acme/kit/-/kit-2.0.0.tgz',
			'/npm/@acme%2fkit/-/kit-2.0.0.tgz',
			'/npm/mirror/npm/@acme/kit/-/kit-2.0.0.tgz',
		])
			expect((await get(path)).status).toBe(200);
		expect((await get('/npm/@acme%2fkit')).status).toBe(200);
		expect((await get('/npm/@acme/kit/-/kit-3.0.0.tgz')).status).toBe(404);
	});

	it('leaves out versions that are too young, by the times of the long page, and lets "latest" lead to the newest that is left', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.2.0' });
		npm.add({ name: 'left-pad', version: '1.10.0' });
		npm.add({ name: 'left-pad', version: '2.0.0', publishedAt: daysAgo(2.5) });
		const { door, get } = openIndexesDoor({ npm: npm.url });
		const page = JSON.parse((await get('/npm/left-pad')).text);
		expect([Object.keys(page.versions), page['dist-tags']]).toEqual([['1.2.0', '1.10.0'], { latest: '1.10.0' }]);
		const young = await get('/npm/left-pad/-/left-pad-2.0.0.tgz');
		expect([young.status, young.text]).toEqual([403, 'left-pad 2.0.0 is 2 days old; at least 7 are asked for\n']);
		expect(door.denials()).toEqual(['left-pad 2.0.0 is 2 days old; at least 7 are asked for']);
		expect(npm.requests.map(({ accept }) => accept.includes('install-v1'))).toContain(false);
	});

	it('asks for no long page where nothing of the package has changed for long enough', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0' });
		const { get } = openIndexesDoor({ npm: npm.url });
		await get(file);
		expect(npm.requests.map(({ path }) => path)).toEqual(['/left-pad', '/left-pad/-/left-pad-1.0.0.tgz']);
	});

	it('serves nothing whose age the registry does not tell, unless the policy names it', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0', publishedAt: null });
		const denied = await openIndexesDoor({ npm: npm.url }).get('/npm/left-pad');
		expect([denied.status, denied.text]).toEqual([
			404,
			'left-pad is not served: its index does not tell how old it is\n',
		]);
		for (const undated of [['left-pad'], ['*']])
			expect((await openIndexesDoor({ npm: npm.url }, { undated }).get('/npm/left-pad')).status).toBe(200);
	});

	it.each([
		['is another file', { integrity: `sha512-${Buffer.alloc(64).toString('base64')}` }],
		[
			'has a weak hash beside a strong wrong one',
			{ integrity: `sha1-x sha512-${Buffer.alloc(64, 1).toString('base64')}` },
		],
	])('never ends a tarball that %s', async (_what, facts) => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0', ...facts });
		const { door, get } = openIndexesDoor({ npm: npm.url });
		expect((await get(file)).cut).toContain('SHA-512 differs');
		expect(door.denials()).toEqual(['left-pad-1.0.0.tgz is not what the index says it is: its SHA-512 differs']);
	});

	it('serves nothing without a strong hash', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0', integrity: null });
		const { get } = openIndexesDoor({ npm: npm.url });
		expect((await get(file)).text).toContain('no strong hash');
	});

	it('cuts a tarball that the registry cuts, and one that leads to a private address is not followed', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0' });
		npm.add({ name: 'left-pad', version: '1.1.0', tarball: 'http://10.0.0.8/left-pad-1.1.0.tgz' });
		const { get } = openIndexesDoor({ npm: npm.url });
		npm.trouble('/left-pad/-/left-pad-1.0.0.tgz', { kind: 'cut' });
		expect((await get(file)).cut).toContain('ended the connection early');
		npm.trouble('/left-pad/-/left-pad-1.0.0.tgz', { kind: 'redirect', to: 'http://169.254.169.254/latest' });
		expect((await get(file)).text).toContain('not on the public internet');
		expect((await get('/npm/left-pad/-/left-pad-1.1.0.tgz')).text).toContain('not on the public internet');
	});

	it('reads no page without end, and pays for every byte of its budget', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0' });
		npm.trouble('/left-pad', { kind: 'padded', bytes: 3_000_000 });
		const limits = { ...usualIndexLimits, page: 2 ** 20 };
		const large = await openIndexesDoor({ npm: npm.url }, { limits }).get('/npm/left-pad');
		expect([large.status, large.text]).toEqual([502, 'the page of left-pad is larger than 1 MB\n']);
		const poor = await openIndexesDoor({ npm: npm.url }, { bytes: 2_000_000 }).get('/npm/left-pad');
		expect(poor.text).toContain('does not fit into what this session may still download');
	});

	it.each([
		['POST', '/npm/-/npm/v1/security/advisories/bulk'],
		['POST', '/npm/-/npm/v1/security/audits/quick'],
		['PUT', '/npm/left-pad'],
		['PUT', '/npm/-/user/org.couchdb.user:smith'],
		['GET', '/npm/-/whoami'],
		['GET', '/npm/-/v1/search?text=x'],
		['GET', '/npm/left-pad/1.0.0'],
		['GET', '/npm/../left-pad'],
		['GET', '/npm/%2e%2e/-/x.tgz'],
		['GET', '/pypi/simple/humanize/'],
		['GET', '/etc/passwd'],
	])('has nothing for %s %s', async (method, path) => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0' });
		expect((await openIndexesDoor({ npm: npm.url }).get(path, method)).status).toBe(404);
		expect(npm.requests).toEqual([]);
	});

	it('keeps its password to the registry', async () => {
		await using npm = await startFakeNpm('smith:secret');
		npm.add({ name: 'left-pad', version: '1.0.0' });
		const url = npm.url.replace('http://', 'http://smith:secret@');
		const page = await openIndexesDoor({ npm: url }).get('/npm/left-pad');
		expect([page.status, page.text.includes('secret')]).toEqual([200, false]);
	});
});
