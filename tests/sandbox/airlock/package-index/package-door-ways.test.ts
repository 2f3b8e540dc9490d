import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { usualLimits } from '../../../../src/sandbox/airlock/package-index/door-limits.ts';
import { linkedUrl } from '../../../../src/sandbox/airlock/package-index/linked-url.ts';
import { createUpstream } from '../../../../src/sandbox/airlock/package-index/upstream.ts';
import { startConnectProxy } from '../../../support/fake-index/connect-proxy.ts';
import { type FakeIndex, startFakeIndex } from '../../../support/fake-index/fake-index.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { fileOn, openDoor } from './open-door.ts';

const wheelName = 'humanize-4.9-py3-none-any.whl';
const notPublic = 'the index led to an address that is not on the public internet';

afterEach(() => vi.unstubAllEnvs());

function portOf(index: FakeIndex): number {
	return Number(new URL(index.url).port);
}

test('redirects within the index are followed, five of them', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	for (const step of [1, 2, 3, 4]) {
		index.trouble(`/step/${step}`, { kind: 'redirect', to: step === 4 ? '/simple/real/' : `/step/${step + 1}` });
	}
	index.add({ name: 'real', version: '4.9' });
	index.trouble('/simple/humanize/', { kind: 'redirect', to: '/step/1' });
	expect((await openDoor({ index: index.url }).get('/simple/humanize/')).status).toBe(200);
	index.trouble('/step/4', { kind: 'redirect', to: '/step/1' });
	const { door, get } = openDoor({ index: index.url });
	expect((await get('/simple/humanize/')).status).toBe(502);
	expect(door.denials().at(-1)).toBe('the index redirected too often (asked for the page of humanize)');
});

test.each([
	'http://169.254.169.254/latest/meta-data/',
	'http://2852039166/',
	'http://[::ffff:127.0.0.1]:1/',
	'http://localhost:1/',
	'http://metadata.google.internal/',
])('a redirect to %s is refused', async (to) => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	index.trouble('/simple/humanize/', { kind: 'redirect', to });
	const { door, get } = openDoor({ index: index.url });
	expect((await get('/simple/humanize/')).status).toBe(502);
	expect(door.denials()).toEqual([`${notPublic} (asked for the page of humanize)`]);
});

test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://['])('a redirect to %s is refused', async (to) => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	index.trouble('/simple/humanize/', { kind: 'redirect', to });
	const { door, get } = openDoor({ index: index.url });
	expect((await get('/simple/humanize/')).status).toBe(502);
	expect(door.denials()[0]).toContain('an address that is not http or https');
});

test('a redirect or a link to another port of the index’s own host is refused', async () => {
	await using index = await startFakeIndex();
	await using other = await startFakeIndex();
	other.add({ name: 'humanize', version: '4.9' });
	const url = `${new URL(other.url).origin}/files/${wheelName}`;
	const { sha256 } = index.add({ name: 'humanize', version: '4.9', url });
	const packages = [{ name: 'humanize', version: '4.9', sha256s: [sha256] }];
	const { door, get } = openDoor({ index: index.url, scope: { kind: 'install', packages } });
	expect((await get(fileOn(await get('/simple/humanize/'), wheelName))).status).toBe(502);
	expect(door.denials()).toEqual([`${notPublic} (asked for ${wheelName})`]);
	index.trouble('/simple/humanize/', { kind: 'redirect', to: `${other.url}/humanize/` });
	const next = openDoor({ index: index.url });
	expect((await next.get('/simple/humanize/')).status).toBe(502);
	expect(next.door.denials()).toEqual([`${notPublic} (asked for the page of humanize)`]);
	expect(other.requests).toEqual([]);
});

test('a name that resolves to what is not public is refused when it is connected to', async () => {
	await using index = await startFakeIndex();
	await using other = await startFakeIndex();
	const upstream = createUpstream({
		index: index.url,
		time: usualLimits.time,
		lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
	});
	const url = new URL(`http://files.example:${portOf(other)}/files/x.whl`);
	const asked = upstream.get(url, { what: 'x.whl', accept: '*/*' }, AbortSignal.timeout(10_000));
	await expect(asked).rejects.toThrow(`${notPublic} (asked for x.whl)`);
	expect(other.requests).toEqual([]);
});

test('calling off rejects with its reason', async () => {
	await using index = await startFakeIndex();
	index.trouble('/simple/humanize/', { kind: 'hangs' });
	const upstream = createUpstream({ index: index.url, time: usualLimits.time });
	const stop = new AbortController();
	const asked = upstream.get(upstream.at('humanize/'), { what: 'a page', accept: '*/*' }, stop.signal);
	await waitFor(() => index.requests.length === 1, 'the request');
	stop.abort(new Error('enough'));
	await expect(asked).rejects.toThrow('enough');
});

test('nothing leaves https for http', () => {
	const page = new URL('https://index.example/simple/a/');
	expect(linkedUrl('http://files.example/a.whl', page)).toBeUndefined();
	expect(linkedUrl('https://ada:secret@files.example/a.whl?t=1#x', page)?.href).toBe('https://files.example/a.whl?t=1');
	expect(linkedUrl('https://files.example/a.whl', new URL('http://index.example/'))?.protocol).toBe('https:');
});

test('credentials in the index’s URL go to the index, and are in no answer and no log', async () => {
	await using index = await startFakeIndex({ credentials: 'ada:love@lace' });
	index.add({ name: 'humanize', version: '4.9' });
	const url = index.url.replace('//', '//ada:love%40lace@');
	const { door, get, lines } = openDoor({ index: url });
	const page = await get('/simple/humanize/');
	expect(page.status).toBe(200);
	const metadata = await get(`${fileOn(page, wheelName)}.metadata`);
	expect(metadata.status).toBe(200);
	index.trouble('/simple/humanize/', { kind: 'redirect', to: 'http://10.0.0.1/' });
	const denied = await get('/simple/humanize/');
	const seen = JSON.stringify([page, metadata, denied, lines, door.denials(), door.files()]);
	for (const secret of ['love', 'lace', Buffer.from('ada:love@lace').toString('base64')]) {
		expect(seen).not.toContain(secret);
	}
});

test('an index that wants other credentials is an answer', async () => {
	await using index = await startFakeIndex({ credentials: 'ada:lovelace' });
	const { door, get } = openDoor({ index: index.url });
	await get('/simple/humanize/');
	expect(door.denials()).toEqual(['the index answered 401 (asked for the page of humanize)']);
});

test('a proxy is gone through, to the index with its credentials and to other hosts without', async () => {
	await using index = await startFakeIndex({ credentials: 'ada:lovelace' });
	await using files = await startFakeIndex();
	const wheel = files.add({ name: 'humanize', version: '4.9' });
	index.add({ name: 'humanize', version: '4.9', url: `http://files.example/files/${wheelName}` });
	await using proxy = await startConnectProxy({ 'index.example': portOf(index), 'files.example': portOf(files) });
	vi.stubEnv('http_proxy', proxy.url);
	vi.stubEnv('no_proxy', '');
	const packages = [{ name: 'humanize', version: '4.9', sha256s: [wheel.sha256] }];
	const { get } = openDoor({
		index: 'http://ada:lovelace@index.example/simple/',
		scope: { kind: 'install', packages },
	});
	const got = await get(fileOn(await get('/simple/humanize/'), wheelName));
	expect(got.bytes.equals(wheel.bytes)).toBe(true);
	expect(proxy.asked).toEqual(['index.example:80', 'files.example:80']);
	expect(index.requests).toMatchObject([{ authorization: expect.stringContaining('Basic') }]);
	expect(files.requests).toMatchObject([{ authorization: undefined }]);
});

test('a proxy is not asked for what is not public', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	await using proxy = await startConnectProxy({ 'index.example': portOf(index), '127.0.0.1': portOf(index) });
	vi.stubEnv('http_proxy', proxy.url);
	vi.stubEnv('no_proxy', '');
	index.trouble('/simple/humanize/', { kind: 'redirect', to: 'http://127.0.0.1/' });
	const { get } = openDoor({ index: 'http://index.example/simple' });
	expect((await get('/simple/humanize/')).status).toBe(502);
	expect(proxy.asked).toEqual(['index.example:80']);
});

test('NO_PROXY excepts the index', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	await using proxy = await startConnectProxy({});
	vi.stubEnv('http_proxy', proxy.url);
	vi.stubEnv('no_proxy', '127.0.0.1');
	const { get } = openDoor({ index: index.url });
	expect((await get('/simple/humanize/')).status).toBe(200);
	expect(proxy.asked).toEqual([]);
});

test('an index that never takes the connection is an answer', async () => {
	// What is listened to and never accepted is connected by the kernel; the headers never come.
	const deaf = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => deaf.once('listening', resolve));
	const address = deaf.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	const limits = { ...usualLimits, time: { connect: 300, headers: 300, chunk: 300 } };
	const { door, get } = openDoor({ index: `http://127.0.0.1:${port}/simple`, limits });
	await get('/simple/humanize/');
	expect(door.denials()[0]).toContain('did not answer in time');
	deaf.close();
});
