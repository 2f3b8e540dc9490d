import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { usualLimits } from '../../../../src/sandbox/airlock/package-index/door-limits.ts';
import type { DoorScope } from '../../../../src/sandbox/airlock/package-index/scope.ts';
import { startFakeIndex } from '../../../support/fake-index/fake-index.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { fileOn, openDoor } from './open-door.ts';

const wheelName = 'humanize-4.9-py3-none-any.whl';
const wheelPath = `/files/${wheelName}`;
const impatient = { ...usualLimits, time: { connect: 500, headers: 300, chunk: 300 } };
/** Enough for some chunks on the wire; noise, so that it stays as large when packed. */
const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(600_000));
const large = { 'noise.bin': noise };

function installing(sha256: string): DoorScope {
	return { kind: 'install', packages: [{ name: 'humanize', version: '4.9', sha256s: [sha256] }] };
}

test('a wheel that is not what the index says is cut before its end', async () => {
	await using index = await startFakeIndex();
	const wrong = 'cd'.repeat(32);
	const { bytes } = index.add({ name: 'humanize', version: '4.9', files: large, sha256: wrong });
	const { door, get, lines } = openDoor({ index: index.url, scope: installing(wrong) });
	const got = await get(fileOn(await get('/simple/humanize/'), wheelName));
	expect(got.cut).toContain('its SHA-256 differs');
	expect(got.bytes.length).toBeGreaterThan(0);
	expect(got.bytes.length).toBeLessThan(bytes.length);
	expect(door.denials()).toEqual([`${wheelName} is not what the index says it is: its SHA-256 differs`]);
	expect(lines.at(-1)).toMatchObject({ file: wheelName, bytes: got.bytes.length, outcome: door.denials()[0] });
});

test('a small wheel that is not what the index says is cut before its first byte', async () => {
	await using index = await startFakeIndex();
	const wrong = 'cd'.repeat(32);
	index.add({ name: 'humanize', version: '4.9', sha256: wrong });
	const { get } = openDoor({ index: index.url, scope: installing(wrong) });
	const got = await get(fileOn(await get('/simple/humanize/'), wheelName));
	expect(got).toMatchObject({ text: '', cut: expect.stringContaining('SHA-256') });
});

test('a wheel whose metadata is wanted and that is not what the index says opens no name', async () => {
	await using index = await startFakeIndex();
	const requires = ['lib-one'];
	index.add({ name: 'humanize', version: '4.9', requires, metadata: false, sha256: 'cd'.repeat(32) });
	const { get } = openDoor({ index: index.url });
	const path = fileOn(await get('/simple/humanize/'), wheelName);
	expect(await get(`${path}.metadata`)).toMatchObject({
		status: 502,
		text: expect.stringContaining('SHA-256 differs'),
	});
	expect((await get('/simple/lib-one/')).status).toBe(403);
});

test('metadata that is not what the index says opens no name', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9', requires: ['lib-one'] });
	const { get } = openDoor({ index: index.url });
	const path = fileOn(await get('/simple/humanize/'), wheelName);
	index.trouble(`${wheelPath}.metadata`, { kind: 'padded', bytes: 1 });
	expect(await get(`${path}.metadata`)).toMatchObject({
		status: 502,
		text: expect.stringContaining('SHA-256 differs'),
	});
	expect((await get('/simple/lib-one/')).status).toBe(403);
});

test('metadata that the index promised and does not have is taken from the wheel', async () => {
	await using index = await startFakeIndex();
	const { metadata } = index.add({ name: 'humanize', version: '4.9' });
	const { get } = openDoor({ index: index.url });
	const path = fileOn(await get('/simple/humanize/'), wheelName);
	index.trouble(`${wheelPath}.metadata`, { kind: 'status', status: 404 });
	expect((await get(`${path}.metadata`)).text).toBe(metadata);
});

test.each([
	['a page', '/simple/humanize/', { ...usualLimits, page: 10_000 }, 'the page of humanize is larger than 9.8 KB'],
	[
		'metadata',
		`${wheelPath}.metadata`,
		{ ...usualLimits, metadata: 10_000 },
		`${wheelName}.metadata is larger than 9.8 KB`,
	],
])('%s that is too large is not served', async (_what, path, limits, reason) => {
	await using index = await startFakeIndex();
	const { sha256 } = index.add({ name: 'humanize', version: '4.9' });
	index.trouble(path, { kind: 'padded', bytes: 20_000 });
	const { door, get } = openDoor({ index: index.url, limits });
	await get('/simple/humanize/');
	if (path.endsWith('.metadata')) await get(`/files/${sha256}/${wheelName}.metadata`);
	expect(door.denials()).toEqual([reason]);
});

test('a wheel that is too large is cut, whatever its length was said to be', async () => {
	await using index = await startFakeIndex();
	const { sha256 } = index.add({ name: 'humanize', version: '4.9', files: large });
	const { get } = openDoor({ index: index.url, scope: installing(sha256), limits: { ...usualLimits, wheel: 100_000 } });
	const got = await get(fileOn(await get('/simple/humanize/'), wheelName));
	expect(got.cut).toContain('is larger than 98 KB');
	expect(got.bytes.length).toBeLessThanOrEqual(100_000);
});

test('what comes is paid for by the budget, and nothing comes when it is used up', async () => {
	await using index = await startFakeIndex();
	const { sha256, bytes } = index.add({ name: 'humanize', version: '4.9', files: large });
	const { budget, door, get } = openDoor({ index: index.url, scope: installing(sha256), bytes: bytes.length + 5_000 });
	const path = fileOn(await get('/simple/humanize/'), wheelName);
	const afterPage = budget.left();
	expect(afterPage).toBeLessThan(bytes.length + 5_000);
	expect((await get(path)).bytes.equals(bytes)).toBe(true);
	expect(budget.left()).toBe(afterPage - bytes.length);
	expect((await get(path)).cut).toContain('does not fit into what this session may still download');
	expect(door.denials()).toHaveLength(1);
});

test.each([
	[{ kind: 'status', status: 500 }, 'the index answered 500 (asked for the page of humanize)'],
	[{ kind: 'hangs' }, 'the index did not answer in time (asked for the page of humanize)'],
	[{ kind: 'stalls' }, 'the index did not answer in time (asked for the page of humanize)'],
	[{ kind: 'cut' }, 'the index ended the connection early (asked for the page of humanize)'],
] as const)('an index that has trouble (%j) is an answer, not a failure', async (trouble, reason) => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	index.trouble('/simple/humanize/', trouble);
	const { door, get } = openDoor({ index: index.url, limits: impatient });
	const got = await get('/simple/humanize/');
	expect(got.status).toBeGreaterThanOrEqual(500);
	expect(door.denials()).toEqual([reason]);
	expect(got.text).toBe(`${reason}\n`);
});

test.each(['stalls', 'cut'] as const)('a wheel that %s in the middle is cut at the door', async (kind) => {
	await using index = await startFakeIndex();
	const { sha256 } = index.add({ name: 'humanize', version: '4.9', files: large });
	index.trouble(wheelPath, { kind });
	const { get } = openDoor({ index: index.url, scope: installing(sha256), limits: impatient });
	const got = await get(fileOn(await get('/simple/humanize/'), wheelName));
	expect(got.cut).toContain(kind === 'cut' ? 'ended the connection early' : 'did not answer in time');
});

test('an index that is not there is an answer', async () => {
	const index = await startFakeIndex();
	await index[Symbol.asyncDispose]();
	const { door, get } = openDoor({ index: index.url });
	expect((await get('/simple/humanize/')).status).toBe(502);
	expect(door.denials()).toEqual(['the index cannot be reached: ECONNREFUSED (asked for the page of humanize)']);
});

test('calling off rejects with its reason, and is nobody’s fault', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	index.trouble('/simple/humanize/', { kind: 'hangs' });
	const { door, lines } = openDoor({ index: index.url });
	const stop = new AbortController();
	const answer = door.answer({ method: 'GET', path: '/simple/humanize/', accept: '' }, stop.signal);
	await waitFor(() => index.requests.length === 1, 'the request');
	stop.abort(new Error('enough'));
	await expect(answer).rejects.toThrow('enough');
	expect(door.denials()).toEqual([]);
	expect(lines).toMatchObject([{ outcome: 'called off' }]);
});

test('calling off in the middle of a wheel ends it with the reason', async () => {
	await using index = await startFakeIndex();
	const { sha256 } = index.add({ name: 'humanize', version: '4.9', files: large });
	const { door, get, lines } = openDoor({ index: index.url, scope: installing(sha256) });
	const path = fileOn(await get('/simple/humanize/'), wheelName);
	index.trouble(wheelPath, { kind: 'stalls' });
	const stop = new AbortController();
	const { body } = await door.answer({ method: 'GET', path, accept: '' }, stop.signal);
	const read = Array.fromAsync(body as AsyncIterable<Uint8Array>, () => stop.abort(new Error('enough')));
	await expect(read).rejects.toThrow('enough');
	expect(door.denials()).toEqual([]);
	expect(lines.at(-1)).toMatchObject({ outcome: 'called off' });
});

test('a page that is asked for many times at once is fetched once, and again only after a failure', async () => {
	await using index = await startFakeIndex();
	index.add({ name: 'humanize', version: '4.9' });
	const { door, get, budget } = openDoor({ index: index.url, limits: impatient });
	index.trouble('/simple/humanize/', { kind: 'status', status: 503 });
	expect((await get('/simple/humanize/')).status).toBe(502);
	index.trouble('/simple/humanize/', undefined);
	const calledOff = new AbortController();
	const request = { method: 'GET', path: '/simple/humanize/', accept: 'text/html' };
	const first = door.answer(request, calledOff.signal).catch(() => 'called off');
	const others = Array.from({ length: 30 }, () => get('/simple/humanize/'));
	calledOff.abort();
	expect(await first).toBe('called off');
	expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(30).fill(200));
	const left = budget.left();
	expect((await get('/simple/humanize/')).status).toBe(200);
	expect(budget.left()).toBe(left);
	expect(index.requests.length).toBeLessThanOrEqual(3);
});
