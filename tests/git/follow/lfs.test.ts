import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { ExchangeError } from '../../../src/git/code-host/wire/exchange.ts';
import { connectToFiles, type FileRequest, type OpenFile } from '../../../src/git/code-host/wire/open-file.ts';
import { type FilesOrder, takeFiles } from '../../../src/git/follow/lfs/take-files.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';

const never = new AbortController().signal;
const content = Buffer.from('the real bytes\n');
const sha256 = createHash('sha256').update(content).digest('hex');
const server = {
	...{ kind: 'server' as const, url: 'https://lfs.example.org/acme/app.git/info/lfs', mayBePrivate: true },
	headers: { authorization: 'Basic our-own' },
};
const good = { href: `https://lfs.example.org/f/${sha256}` };

let temp: TempDir;
beforeEach(async () => {
	temp = await tempDir();
});
afterEach(() => temp[Symbol.asyncDispose]());

async function* endless(): AsyncIterable<Uint8Array> {
	for (;;) yield Buffer.alloc(65_536);
}

type Answer = { readonly status: number; readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** A net in which these are the answers; what was asked. */
function net(batch: unknown, file: Answer | Error = { status: 200, body: [content] }) {
	const asked: FileRequest[] = [];
	const open: OpenFile = async (request) => {
		asked.push(request);
		const answer = request.method === 'GET' ? file : batch;
		if (answer instanceof Error) throw answer;
		if (request.method === 'GET') return answer as Awaited<ReturnType<OpenFile>>;
		const whole = typeof answer === 'object' && answer !== null && 'status' in answer;
		return (whole ? answer : { status: 200, body: [Buffer.from(JSON.stringify(answer))] }) as Awaited<
			ReturnType<OpenFile>
		>;
	};
	return { asked, open };
}

const offer = (download: object, more: object = {}) => ({
	transfer: 'basic',
	objects: [{ oid: sha256, size: content.length, actions: { download }, ...more }],
});

async function take(open: OpenFile, more: Partial<FilesOrder> = {}) {
	const order = { pointers: [{ sha256, size: content.length }], servers: [server], most: 1e9, folder: temp.path };
	return (await takeFiles({ ...order, hash: 'sha1', ...more }, open, never)).get(sha256);
}

describe('A file of LFS', () => {
	it('is taken where its server says, with what that says is to be sent there', async () => {
		const { asked, open } = net(offer({ ...good, header: { 'X-Pass': 'sesame' } }));
		const taken = await take(open);
		expect(taken).toMatchObject({ kind: 'taken', oid: createHash('sha1').update(`blob 15\0${content}`).digest('hex') });
		expect(await readFile(join(temp.path, `${sha256}.0`))).toEqual(content);
		expect(asked[0]).toMatchObject({ method: 'POST', url: new URL(`${server.url}/objects/batch`), mayBePrivate: true });
		expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
			...{ operation: 'download', transfers: ['basic'], hash_algo: 'sha256' },
			objects: [{ oid: sha256, size: content.length }],
		});
		expect(asked[1]?.headers).toEqual({
			'x-pass': 'sesame',
			authorization: 'Basic our-own',
			'accept-encoding': 'identity',
		});
	});

	it('may lie at another host, which is told nothing of ours and is at a public address', async () => {
		const { asked, open } = net(
			offer({ href: 'https://store.example.net/f?sig=1', header: { Authorization: 'theirs' } }),
		);
		expect(await take(open)).toMatchObject({ kind: 'taken' });
		expect(asked[1]).toMatchObject({ mayBePrivate: false, headers: { authorization: 'theirs' } });
		const other = net(offer({ href: 'https://lfs.example.org:8443/f' }));
		await take(other.open, { folder: (await tempDir()).path });
		expect(other.asked[1]?.headers).not.toHaveProperty('authorization');
		expect(other.asked[1]?.mayBePrivate).toBe(false);
	});

	it('is asked of the next server where the first has none', async () => {
		const second = { ...server, url: 'https://other.example.org/x/info/lfs', headers: {} };
		const open: OpenFile = async ({ url, method }) => {
			if (url.host === 'lfs.example.org') return { status: 404, body: endless() };
			const right = method === 'GET' ? content : JSON.stringify(offer({ href: 'https://other.example.org/f' }));
			return {
				status: 200,
				body: (async function* () {
					yield Buffer.from(right as string);
				})(),
			};
		};
		expect(await take(open, { servers: [server, second] })).toMatchObject({ kind: 'taken' });
	});
});

test.each([401, 403])('A server that refuses with %i is told of with what our credential lacks', async (status) => {
	const { asked, open } = net({ status, body: [] });
	const lacking = { ...server, headers: {}, lacks: 'the app was taken out of acme/app' };
	expect(await take(open, { servers: [lacking] })).toMatchObject({
		why: 'its server refuses it to us: the app was taken out of acme/app',
	});
	expect(asked[0]?.headers).not.toHaveProperty('authorization');
	const gone = net({ status: 404, body: [] });
	expect(await take(gone.open, { servers: [lacking] })).toMatchObject({ why: 'its server does not have it' });
});

const many = { objects: Array.from({ length: 100_000 }, (_, index) => ({ oid: String(index), size: 1 })) };

test.each([
	['an http address', offer({ href: `http://lfs.example.org/f` }), 'no https leads'],
	['a file of this machine', offer({ href: 'file:///etc/passwd' }), 'no https leads'],
	['no address', offer({ href: 'here' }), 'does not say where'],
	['no action', { objects: [{ oid: sha256 }] }, 'does not say where'],
	['a password', offer({ href: 'https://me:it@lfs.example.org/f' }), 'a password'],
	['a header Host', offer({ ...good, header: { Host: 'metadata' } }), 'headers'],
	['a header for the proxy', offer({ ...good, header: { 'Proxy-Authorization': 'x' } }), 'headers'],
	['a header with two lines', offer({ ...good, header: { 'X-A': 'a\r\nHost: b' } }), 'headers'],
	['a name with two lines', offer({ ...good, header: { 'X-A\r\nHost': 'a' } }), 'headers'],
	['a header that is none', offer({ ...good, header: { 'X-A': 1 } }), 'form'],
	[
		'1,000 headers',
		offer({ ...good, header: Object.fromEntries(Array.from({ length: 999 }, (_, n) => [`x${n}`, ''])) }),
		'headers',
	],
	['100,000 objects', many, 'says more than is read'],
	['1,001 objects', { objects: many.objects.slice(0, 1_001) }, 'form'],
	['another file', { objects: [{ oid: 'f'.repeat(64), actions: { download: good } }] }, 'says nothing of it'],
	[
		'an error',
		offer(good, { error: { code: 404, message: 'No\u202e "such"\nobject' } }),
		`its server says "No\\u202e 'such'`,
	],
	['an error without words', offer(good, { error: { code: 404, message: '' } }), 'its server does not say why'],
	['another transfer', { ...offer(good), transfer: 'multipart' }, 'transfer that is not made'],
	['a page', { status: 200, body: [Buffer.from('<html>')] }, 'form'],
	['no end', { status: 200, body: endless() }, 'says more than is read'],
	['a redirect', { status: 302, body: [] }, 'leads to another address'],
	['401', { status: 401, body: endless() }, 'an operator gives a credential'],
	['404', { status: 404, body: [] }, 'does not have it'],
	['500', { status: 500, body: [] }, 'status 500'],
	['nothing', new ExchangeError('unreachable'), 'cannot be reached'],
	['a private address', new ExchangeError('private'), 'not on the public internet'],
])('A server that answers with %s costs the file alone, and is told of', async (_name, batch, why) => {
	const { asked, open } = net(batch);
	expect(await take(open)).toMatchObject({ kind: 'not-had', why: expect.stringContaining(why) });
	expect(asked).toHaveLength(1);
});

test.each([
	['endless', { status: 200, body: endless() }, 'more than its pointer says'],
	['cut', { status: 200, body: [content.subarray(1)] }, 'less than its pointer says'],
	['empty', { status: 200, body: [] }, 'less than its pointer says'],
	['other bytes', { status: 200, body: [Buffer.from('the evil bytes\n')] }, 'not what its pointer says'],
	['elsewhere', { status: 302, body: [] }, 'leads to another address'],
	['gone', { status: 410, body: endless() }, 'does not have it'],
	['broken off', new ExchangeError('unreachable'), 'broke off'],
])('A file that is %s is not taken', async (_name, file, why) => {
	const { open } = net(offer(good), file);
	expect(await take(open)).toMatchObject({ kind: 'not-had', why: expect.stringContaining(why) });
});

test('Pointers to more than may be fetched are not asked for', async () => {
	const { asked, open } = net(offer(good));
	expect(await take(open, { pointers: [{ sha256, size: 1e18 }] })).toMatchObject({ why: 'it is larger than 100 MB' });
	expect(await take(open, { most: 14 })).toMatchObject({ why: expect.stringContaining('more than is fetched') });
	const others = Array.from({ length: 5_000 }, (_, n) => ({ sha256: n.toString(16).padStart(64, '0'), size: 0 }));
	expect(await take(open, { pointers: [...others, { sha256, size: 15 }], servers: [] })).toMatchObject({
		why: 'there are more than 5000 of them',
	});
	expect(asked).toEqual([]);
	expect(await readdir(temp.path)).toEqual([]);
});

test('A server that does not answer is asked once, whatever is wanted of it', async () => {
	const { asked, open } = net(new ExchangeError('too-long'));
	const pointers = Array.from({ length: 250 }, (_, n) => ({ sha256: n.toString(16).padStart(64, '0'), size: 1 }));
	const became = await takeFiles(
		{ pointers, servers: [server], most: 1e9, folder: temp.path, hash: 'sha1' },
		open,
		never,
	);
	expect(asked).toHaveLength(1);
	expect(became.size).toBe(250);
});

test('Calling it off rejects with the reason', async () => {
	const off = new AbortController();
	const open: OpenFile = async () => {
		off.abort(new Error('Called off'));
		throw new ExchangeError('unreachable');
	};
	const order = {
		pointers: [{ sha256, size: 15 }],
		servers: [server],
		most: 1e9,
		folder: temp.path,
		hash: 'sha1',
	} as const;
	await expect(takeFiles(order, open, off.signal)).rejects.toThrow('Called off');
});

describe('connectToFiles()', () => {
	const at = (url: string, mayBePrivate: boolean) =>
		({ method: 'GET', url: new URL(url), headers: {}, mayBePrivate }) as const;

	it.each([
		['https://127.0.0.1:4443/f', 'private'],
		['https://[::1]:4443/f', 'private'],
		['https://169.254.169.254/latest', 'private'],
		['https://[::ffff:10.0.0.1]/f', 'private'],
		['https://git.lan:4443/f', 'private'],
		['http://git.example.org/f', 'led-away'],
	])('does not connect to %s', async (url, failure) => {
		await using files = connectToFiles({
			privateHosts: ['git.lan'],
			lookup: (_name, { all }, done) =>
				all ? done(null, [{ address: '10.0.0.7', family: 4 }]) : done(null, '10.0.0.7', 4),
		});
		await expect(files.open(at(url, false), never)).rejects.toMatchObject({ failure });
	});
});
