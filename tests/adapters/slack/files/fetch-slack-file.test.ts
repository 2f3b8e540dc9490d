import { describe, expect, it } from 'vitest';
import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import { createFetchSlackFile } from '../../../../src/adapters/slack/files/fetch-slack-file.ts';
import { createIsSlack, headersTo } from '../../../../src/adapters/slack/files/open-download.ts';

import { silentLogger } from '../../../../src/base/log.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type Answer, type ApiCall, startApiServer } from '../api/api-server.ts';
import { oneInstallation } from '../api/one-installation.ts';

const { signal } = new AbortController();
const ref = { name: 'data.csv', source: 'T1/F1' };
const body = 'region,total\n';
const loginPage = '<!DOCTYPE html><html><body>Sign in</body></html>';

interface Scene {
	/** What `files.info` says of the file. */
	readonly file?: Readonly<Record<string, unknown>>;
	readonly info?: Answer;
	/** What answers the download, each in its turn; the last one again and again. */
	readonly downloads?: readonly (Answer | Promise<Answer>)[];
}

async function openScene({ file = {}, info, downloads = [{ status: 200, text: body }] }: Scene) {
	let asked = 0;
	const known = () => ({ id: 'F1', name: 'data.csv', size: body.length, mimetype: 'text/csv', ...file });
	const answer = ({ method }: ApiCall): Answer | Promise<Answer> => {
		const url = `${server.origin}/files/data.csv`;
		if (method === 'files.info') return info ?? { json: { ok: true, file: { url_private_download: url, ...known() } } };
		asked += 1;
		return downloads[Math.min(asked, downloads.length) - 1] ?? { status: 404 };
	};
	const server = await startApiServer(answer);
	const installations = oneInstallation();
	const clock = createJumpingClock();
	const calls = createCalls({ installations, apiUrl: server.apiUrl, log: silentLogger, clock });
	const fetchFile = createFetchSlackFile({ calls, installations, apiUrl: server.apiUrl, clock });
	const read = async (from = ref, until = signal) =>
		String(Buffer.concat(await Array.fromAsync(fetchFile(from, until))));
	return { server, read, fetchFile, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('createFetchSlackFile()', () => {
	it('asks for the file, then fetches it with the token', async () => {
		await using scene = await openScene({});
		expect(await scene.read()).toBe(body);
		const [info, download] = scene.server.calls;
		expect(info).toMatchObject({ method: 'files.info', args: { file: 'F1' } });
		expect(download).toMatchObject({ method: '/files/data.csv', authorization: 'Bearer xoxb-first' });
	});

	it.each([
		['was deleted', { mode: 'tombstone' }, 'it was deleted'],
		['is hidden', { mode: 'hidden_by_limit' }, 'hidden by the limit'],
		['is a link', { mode: 'external', is_external: true }, 'another service'],
		['is not for us', { file_access: 'access_denied' }, 'no access'],
		['has no address', { url_private_download: undefined, url_private: '' }, 'no address'],
		['is elsewhere', { url_private_download: 'https://evil.example/f' }, '"evil.example", which is not Slack\'s'],
		[
			'is on a host that looks like Slack',
			{ url_private_download: 'https://files.slack.com.evil.example/f' },
			"not Slack's",
		],
	])('names a file that %s, and why it cannot be had', async (_what, file, reason) => {
		await using scene = await openScene({ file });
		await expect(scene.read()).rejects.toThrow(/^Cannot fetch "data.csv": /);
		await expect(scene.read()).rejects.toThrow(reason);
		expect(scene.server.callsOf('/files/data.csv')).toEqual([]);
	});

	it.each([
		['file_not_found', 'not there'],
		['file_deleted', 'deleted'],
		['missing_scope', 'reinstall the app'],
	])('says what the error %s means', async (error, reason) => {
		await using scene = await openScene({ info: { json: { ok: false, error, needed: 'files:read' } } });
		await expect(scene.read()).rejects.toThrow(/^Cannot fetch "data.csv": /);
		await expect(scene.read()).rejects.toThrow(reason);
	});

	it("names a file that is none of Slack's", async () => {
		await using scene = await openScene({});
		await expect(scene.read({ name: 'gone.csv', source: '/nowhere/gone.csv' })).rejects.toThrow('"gone.csv"');
		expect(scene.server.calls).toEqual([]);
	});

	it.each([
		['by its type', { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text: 'Please sign in' }],
		['by its first bytes', { status: 200, headers: { 'content-type': 'text/plain' }, text: `\n${loginPage}` }],
	])('recognises the page to log in %s, and names files:read', async (_what, page) => {
		await using scene = await openScene({ downloads: [page] });
		await expect(scene.read()).rejects.toThrow(/"data.csv".*files:read.*reinstall/);
	});

	it.each([
		['an HTML file', { name: 'data.html', mimetype: 'text/html' }, 'text/html'],
		['a text that begins as a page', {}, 'text/plain'],
	])('fetches %s as it is', async (_what, file, type) => {
		const headers = { 'content-type': type, 'content-length': `${loginPage.length}` };
		const page = { status: 200, headers, text: loginPage };
		await using scene = await openScene({ file: { ...file, size: loginPage.length }, downloads: [page] });
		expect(await scene.read()).toBe(loginPage);
	});

	it.each([
		['fewer', 20],
		['more', 5],
	])('refuses a file of which Slack sends %s bytes than it says', async (_what, size) => {
		await using scene = await openScene({ file: { size } });
		await expect(scene.read()).rejects.toThrow(/^Cannot fetch "data.csv": it has \d+ bytes, but/);
	});

	it.each([
		['a cut connection', 'cut'],
		['status 503', { status: 503 }],
		['a limit', { status: 429, headers: { 'retry-after': '3' } }],
		['a page of a proxy that waited too long', { status: 408 }],
		['a page of a proxy that wants a login', { status: 407 }],
	] as const)('tries again after %s', async (_what, answer) => {
		await using scene = await openScene({ downloads: [answer, { status: 200, text: body }] });
		expect(await scene.read()).toBe(body);
	});

	it('gives up after three tries, and at once where trying is of no use', async () => {
		await using busy = await openScene({ downloads: [{ status: 503 }] });
		await expect(busy.read()).rejects.toThrow('Cannot fetch "data.csv": Slack answered with status 503');
		expect(busy.server.callsOf('/files/data.csv')).toHaveLength(3);
		await using refused = await openScene({ downloads: [{ status: 403 }] });
		await expect(refused.read()).rejects.toThrow('status 403');
		expect(refused.server.callsOf('/files/data.csv')).toHaveLength(1);
	});

	it('follows to the same host with the token, and nowhere without encryption', async () => {
		const onwards: Answer = { status: 302, headers: { location: '/files/other' } };
		await using scene = await openScene({ downloads: [onwards, { status: 200, text: body }] });
		expect(await scene.read()).toBe(body);
		expect(scene.server.callsOf('/files/other')[0]?.authorization).toBe('Bearer xoxb-first');

		await using other = await startApiServer(() => ({ status: 200, text: 'stolen' }));
		await using leads = await openScene({ downloads: [{ status: 302, headers: { location: `${other.origin}/x` } }] });
		await expect(leads.read()).rejects.toThrow('without encryption');
		expect(other.calls).toEqual([]);
	});

	it("ends with the signal's reason, before and during the download", async () => {
		await using scene = await openScene({ downloads: [new Promise<Answer>(() => {})] });
		await expect(scene.read(ref, AbortSignal.abort(new Error('no longer wanted')))).rejects.toThrow('no longer wanted');
		const controller = new AbortController();
		const reading = scene.read(ref, controller.signal);
		await waitFor(() => scene.server.callsOf('/files/data.csv').length === 1, 'the download');
		controller.abort(new Error('no longer wanted'));
		await expect(reading).rejects.toThrow('no longer wanted');
	});
});

describe('headersTo()', () => {
	it('has the token for Slack alone', () => {
		expect(headersTo(true, 'xoxb-1')).toEqual({ Authorization: 'Bearer xoxb-1' });
		expect(headersTo(false, 'xoxb-1')).toEqual({});
	});
});

describe('createIsSlack()', () => {
	const isSlack = createIsSlack('https://slack-gov.com/api/');
	it.each([
		['https://files.slack.com/f', true],
		['https://slack.com/f', true],
		['https://slack-gov.com/f', true],
		['https://files.slack-gov.com/f', true],
		['http://files.slack.com/f', false],
		['https://files.slack.com:8443/f', false],
		['https://slack.com@evil.example/f', false],
		['https://evil@slack.com/f', false],
		['https://notslack.com/f', false],
	])('says of %s: %s', (url, expected) => {
		expect(isSlack(new URL(url))).toBe(expected);
	});
});
