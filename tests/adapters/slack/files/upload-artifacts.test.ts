import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { UploadFile } from '../../../../src/adapters/present/surface.ts';
import { awayOr } from '../../../../src/adapters/slack/api/problems/trouble.ts';
import { createUploads } from '../../../../src/adapters/slack/files/upload-artifacts.ts';
import { threadAt } from '../../../../src/adapters/slack/thread-keys.ts';
import { PlatformAwayError } from '../../../../src/base/errors.ts';
import { readRegularFile } from '../../../../src/store/files/read-regular-file.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { createMemoryOutbox, type MemoryOutbox } from '../../memory-outbox.ts';
import type { ApiCall } from '../api/api-server.ts';
import { type FileServerOptions, startFileServer } from './file-server.ts';

const { signal } = new AbortController();
const thread = threadAt({ team: 'T1', channel: 'C1', ts: '100.000001' });
const receipt = ({ name, size }: { name: string; size: number }) => `${name} ${size}`;
const contentAt = (path: string, sha256: string) => ({
	sha256,
	open: (inner: AbortSignal) => readRegularFile(path, inner),
});
const gone = contentAt('/nowhere/gone.csv', '0'.repeat(64));

function memoryFile(name: string, text = `content of ${name}`): UploadFile {
	const bytes = Buffer.from(text);
	return { key: `t1/1/${name}`, name, size: bytes.length, content: { bytes } };
}

async function openUploads(options: FileServerOptions = {}, outbox = createMemoryOutbox()) {
	const slack = await startFileServer(options);
	const upload = (files: readonly UploadFile[], into: MemoryOutbox = outbox) =>
		createUploads({ ...slack.deps, outbox: into, receipt, maxFileBytes: 1000 })(
			{ thread, session: 's', turn: 't1', files },
			signal,
		);
	return { ...slack, outbox, upload };
}

const outcomes = (uploads: Awaited<ReturnType<ReturnType<typeof createUploads>>>) =>
	uploads.map(({ outcome }) => outcome);

describe('createUploads()', () => {
	it('hands files over in one message with a receipt each', async () => {
		await using open = await openUploads();
		expect(outcomes(await open.upload([memoryFile('a.csv'), memoryFile('b.csv')]))).toEqual(['delivered', 'delivered']);
		expect(open.shown().map(({ name, bytes }) => [name, String(bytes)])).toEqual([
			['a.csv', 'content of a.csv'],
			['b.csv', 'content of b.csv'],
		]);
		expect(new Set(open.shown().map(({ comment }) => comment))).toEqual(new Set(['a.csv 16\nb.csv 16']));
		expect(open.server.callsOf('files.completeUploadExternal')).toHaveLength(1);
	});

	it('stores the id of a file before it completes the upload, and that of the message after', async () => {
		const stored: (string | undefined)[] = [];
		const outbox = createMemoryOutbox();
		const note = () => void stored.push(outbox.all.find(({ key }) => key === 't1/1/a.csv/upload')?.id);
		await using open = await openUploads(
			{ instead: ({ method }) => void (method === 'files.completeUploadExternal' && note()) },
			outbox,
		);
		await open.upload([memoryFile('a.csv')]);
		expect(stored).toEqual(['F1']);
		expect(outbox.all.map(({ key, id }) => [key, id])).toEqual([
			['t1/1/a.csv', '300.F1'],
			['t1/1/a.csv/upload', 'F1'],
		]);
	});

	it('resolves only when Slack shows the file', async () => {
		await using open = await openUploads({ polls: 4 });
		expect(outcomes(await open.upload([memoryFile('a.csv')]))).toEqual(['delivered']);
		expect(open.server.callsOf('files.info')).toHaveLength(5);
	});

	it('says which file Slack has taken but does not show', async () => {
		await using open = await openUploads({ polls: 1000 });
		const [upload] = await open.upload([memoryFile('a.csv')]);
		expect(upload).toMatchObject({ outcome: 'late', reason: expect.stringContaining('"a.csv"') });
		expect(open.outbox.all.every(({ id }) => id !== undefined)).toBe(true);
	});

	it('reads host files, and refuses each that is empty, too large, gone or changed by its name', async () => {
		await using dir = await tempDir();
		await using open = await openUploads();
		const hostFile = async (name: string, text: string, sha256 = createHash('sha256').update(text).digest('hex')) => {
			const path = join(dir.path, name);
			await writeFile(path, text);
			return { key: `t1/1/${name}`, name, size: text.length, content: contentAt(path, sha256) };
		};
		const files = [
			await hostFile('good.csv', 'good'),
			await hostFile('empty.csv', ''),
			await hostFile('large.csv', 'x'.repeat(1001)),
			await hostFile('changed.csv', 'new', '0'.repeat(64)),
			{ key: 't1/1/gone', name: 'gone.csv', size: 1, content: gone },
		];
		const uploads = await open.upload(files);
		expect(outcomes(uploads)).toEqual(['delivered', 'refused', 'refused', 'refused', 'refused']);
		const reasons = uploads.flatMap((upload) => ('reason' in upload ? [upload.reason] : []));
		expect(reasons).toEqual([
			expect.stringMatching(/^Cannot hand over "empty.csv": it is empty/),
			expect.stringMatching(/^Cannot hand over "large.csv": it has 1001 bytes/),
			expect.stringMatching(/^Cannot hand over "changed.csv": it has changed/),
			expect.stringMatching(/^Cannot hand over "gone.csv": it is gone/),
		]);
		expect(open.shown().map(({ name }) => name)).toEqual(['good.csv']);
	});

	it('hands over the others when Slack refuses one of them', async () => {
		await using open = await openUploads();
		const uploads = await open.upload([memoryFile('a.csv'), memoryFile('b.exe'), memoryFile('c.csv')]);
		expect(outcomes(uploads)).toEqual(['delivered', 'refused', 'delivered']);
		expect(uploads[1]).toMatchObject({ reason: expect.stringMatching(/"b.exe": the workspace does not allow/) });
		expect(open.shown().map(({ name }) => name)).toEqual(['a.csv', 'c.csv']);
	});

	it.each([
		['the upload fails on its way', '/upload/F1', 'cut'],
		['Slack answers the upload with an error', '/upload/F1', { status: 500 }],
		['the address is not given', 'files.getUploadURLExternal', 'cut'],
	] as const)('begins anew when %s', async (_what, method, answer) => {
		await using open = await openUploads({
			instead: (call, nth) => (call.method === method && nth === 1 ? { answer } : undefined),
		});
		expect(outcomes(await open.upload([memoryFile('a.csv')]))).toEqual(['delivered']);
		expect(open.shown()).toHaveLength(1);
	});

	it.each([true, false])('shares a file once when the answer is lost (it happened: %s)', async (does) => {
		await using open = await openUploads({
			polls: 2,
			instead: ({ method }, nth) =>
				method === 'files.completeUploadExternal' && nth === 1 ? { answer: 'cut', does } : undefined,
		});
		expect(outcomes(await open.upload([memoryFile('a.csv')]))).toEqual(['delivered']);
		expect(open.server.callsOf('files.completeUploadExternal')).toHaveLength(does ? 1 : 2);
	});

	it.each([
		['files.getUploadURLExternal', 403],
		['files.getUploadURLExternal', 404],
		['/upload/F1', 408],
		['files.completeUploadExternal', 403],
		['files.completeUploadExternal', 407],
		['files.completeUploadExternal', 404],
	])('refuses nothing when a proxy answers %s with its page, status %i', async (method, status) => {
		let isProxied = true;
		const instead = (call: ApiCall) =>
			isProxied && call.method.startsWith(method.replace(/F1$/, ''))
				? { answer: { status, text: '<html></html>' } }
				: undefined;
		await using open = await openUploads({ instead });
		const files = [memoryFile('a.csv'), memoryFile('b.csv')];
		const error = await open.upload(files).catch((cause: unknown) => cause);
		expect(awayOr(error)).toBeInstanceOf(PlatformAwayError);
		isProxied = false;
		expect(outcomes(await open.upload(files))).toEqual(['delivered', 'delivered']);
		expect(open.shown().map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
	});

	it('makes one zip of more than ten, with a receipt for each', async () => {
		await using open = await openUploads();
		const files = Array.from({ length: 12 }, (_, index) => memoryFile(`${index % 2}/part.csv`, `part ${index}`));
		const distinct = files.map((file, index) => ({ ...file, key: `t1/1/${index}` }));
		expect(new Set(outcomes(await open.upload(distinct)))).toEqual(new Set(['delivered']));
		const [zip, ...others] = open.shown();
		expect(others).toEqual([]);
		expect(zip?.name).toBe('artifacts.zip');
		expect(zip?.comment?.split('\n')).toHaveLength(12);
		const entries = unzipSync(zip?.bytes ?? Buffer.alloc(0));
		expect(Object.values(entries).map((bytes) => strFromU8(bytes))).toEqual(files.map((_, index) => `part ${index}`));
		expect(Object.keys(entries).slice(0, 3)).toEqual(['part.csv', 'part-2.csv', 'part-3.csv']);
	});

	it('hands over nothing twice when everything was delivered before', async () => {
		await using open = await openUploads();
		const files = [memoryFile('a.csv'), memoryFile('b.csv')];
		await open.upload(files);
		const before = open.server.calls.length;
		expect(outcomes(await open.upload(files))).toEqual(['delivered', 'delivered']);
		expect(open.server.calls).toHaveLength(before);
	});

	it("rejects with the signal's reason", async () => {
		await using open = await openUploads();
		const upload = createUploads({ ...open.deps, outbox: open.outbox, receipt, maxFileBytes: 1000 });
		const batch = { thread, session: 's', turn: 't1', files: [memoryFile('a.csv')] };
		await expect(upload(batch, AbortSignal.abort(new Error('no longer wanted')))).rejects.toThrow('no longer wanted');
	});
});

describe('createUploads() after a crash', () => {
	const batches = [
		['two files', [memoryFile('a.csv'), memoryFile('b.csv')]],
		['a zip', Array.from({ length: 11 }, (_, index) => memoryFile(`${index}.csv`))],
	] as const;

	it.each(batches)('hands over %s once, wherever the crash came', { timeout: 60_000 }, async (_what, files) => {
		for (let point = 1; ; point += 1) {
			let calls = 0;
			let alive = false;
			const outbox = createMemoryOutbox(() => {
				calls += 1;
				if (!alive && calls === point) throw new Error('crash');
			});
			await using open = await openUploads({ polls: 1 }, outbox);
			const crashed = await open.upload(files).then(
				() => false,
				() => true,
			);
			alive = true;
			expect(new Set(outcomes(await open.upload(files)))).toEqual(new Set(['delivered']));
			const shown = open.shown().map(({ name }) => name);
			expect(shown, `crash at call ${point}`).toEqual(files.length > 10 ? ['artifacts.zip'] : ['a.csv', 'b.csv']);
			expect(outbox.all.every(({ id }) => id !== undefined)).toBe(true);
			if (!crashed) return;
		}
	});
});
