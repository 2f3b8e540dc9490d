import { describe, expect, it } from 'vitest';
import type { UploadFile } from '../../../../src/adapters/present/surface.ts';
import { createFetchSlackFile } from '../../../../src/adapters/slack/files/fetch-slack-file.ts';
import { createNameSlackFile } from '../../../../src/adapters/slack/files/name-files.ts';
import { createUploads } from '../../../../src/adapters/slack/files/upload-artifacts.ts';
import { threadAt } from '../../../../src/adapters/slack/thread-keys.ts';
import { PlatformAwayError } from '../../../../src/base/errors.ts';
import type { FakeSlackOptions } from '../../../support/fake-slack/options.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { openOnFakeSlack } from '../api/on-fake-slack.ts';

const { signal } = new AbortController();

describe('a file that somebody shared', () => {
	const read = async (open: Awaited<ReturnType<typeof openOnFakeSlack>>, id: string) => {
		const file = { name: 'sales.csv', source: `T1/${id}` };
		return String(Buffer.concat(await Array.fromAsync(createFetchSlackFile(open.deps)(file, signal))));
	};

	it('is fetched, also when the message tells only its id', async () => {
		await using open = await openOnFakeSlack();
		const id = open.slack.addFile('U1', { name: 'sales.csv', bytes: 'a,b\n', access: 'check_file_info' });
		open.slack.failNext('download', { status: 503 });
		expect(await read(open, id)).toBe('a,b\n');
	});

	it.each([
		['tombstone', 'deleted'],
		['hidden_by_limit', 'hidden by the limit'],
		['external', 'another service'],
	] as const)('that is %s is refused by its name', async (mode, reason) => {
		await using open = await openOnFakeSlack();
		const id = open.slack.addFile('U1', { name: 'sales.csv', bytes: 'a,b\n', mode });
		await expect(read(open, id)).rejects.toThrow(new RegExp(`"sales.csv".*${reason}`));
	});

	it('is refused, naming files:read, when the app lacks that scope', async () => {
		await using open = await openOnFakeSlack();
		const id = open.slack.addFile('U1', { name: 'sales.csv', bytes: 'a,b\n' });
		open.slack.setScopes(['chat:write']);
		await expect(read(open, id)).rejects.toThrow(/"sales.csv".*files:read.*reinstall/);
	});
});

describe('the name of a file that its message did not tell', () => {
	const unnamed = (id: string) => ({ name: id, source: `T1/${id}` });

	it('is asked for, with its size', async () => {
		await using open = await openOnFakeSlack();
		const id = open.slack.addFile('U1', { name: 'sales.csv', bytes: 'a,b\n', access: 'check_file_info' });
		expect(await createNameSlackFile(open.deps)(unnamed(id), signal)).toEqual({
			name: 'sales.csv',
			size: 4,
			source: `T1/${id}`,
		});
	});

	it('is not asked for where the message has told it', async () => {
		await using open = await openOnFakeSlack();
		const told = { name: 'sales.csv', source: 'T1/F1' };
		expect(await createNameSlackFile(open.deps)(told, signal)).toEqual(told);
		expect(open.slack.calls('files.info')).toEqual([]);
	});

	it('cannot be known while Slack is away, which is told from a file that is gone', async () => {
		await using open = await openOnFakeSlack();
		const id = open.slack.addFile('U1', { name: 'sales.csv', bytes: 'a,b\n' });
		{
			using _away = open.slack.away('reset');
			await expect(createNameSlackFile(open.deps)(unnamed(id), signal)).rejects.toBeInstanceOf(PlatformAwayError);
		}
		await expect(createNameSlackFile(open.deps)(unnamed('F999'), signal)).rejects.not.toBeInstanceOf(PlatformAwayError);
	});
});

describe('files for the thread', () => {
	const files: readonly UploadFile[] = ['a.csv', 'b.csv'].map((name) => {
		const bytes = Buffer.from(`content of ${name}`);
		return { key: `t1/1/${name}`, name, size: bytes.length, content: { bytes } };
	});

	async function openThread(options?: FakeSlackOptions, outbox = createMemoryOutbox()) {
		const open = await openOnFakeSlack(options);
		const ts = open.root();
		const thread = threadAt({ team: 'T1', channel: 'C1', ts });
		const receipt = ({ name }: { readonly name: string }) => `*${name}*`;
		const upload = (batch = files) =>
			createUploads({ ...open.deps, outbox, receipt, maxFileBytes: 1000 })(
				{ thread, session: 's', turn: 't1', files: batch },
				signal,
			);
		const shown = () => open.slack.messages('C1', ts).filter(({ botId }) => botId !== undefined);
		return { ...open, outbox, upload, shown };
	}

	it('come in one message with receipts, and are there when it resolves', async () => {
		await using open = await openThread({ sharePolls: 3 });
		expect((await open.upload()).map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
		const [message, ...others] = open.shown();
		expect(others).toEqual([]);
		expect(message?.text).toBe('*a.csv*\n*b.csv*');
		expect(message?.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
			['a.csv', 'content of a.csv'],
			['b.csv', 'content of b.csv'],
		]);
		expect(open.outbox.all.find(({ key }) => key === 't1/1/a.csv')?.id).toBe(message?.ts);
	});

	it.each(['drop-response', 'drop-request', 'internal_error'])('come once when completing meets %s', async (fault) => {
		await using open = await openThread({ sharePolls: 1 });
		open.slack.failNext('files.completeUploadExternal', fault);
		expect((await open.upload()).map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
		expect(open.shown()).toHaveLength(1);
	});

	it.each(['file_uploads_disabled', 'storage_limit_reached', 'posting_to_channel_denied'])(
		'are refused, each by its name, when Slack answers %s',
		async (error) => {
			await using open = await openThread();
			open.slack.failNext('files.getUploadURLExternal', error, 2);
			const uploads = await open.upload();
			for (const [index, upload] of uploads.entries()) {
				expect(upload).toMatchObject({
					outcome: 'refused',
					reason: expect.stringContaining(`"${files[index]?.name}"`),
				});
			}
			expect(open.shown()).toEqual([]);
		},
	);

	it.each(['account_inactive', 'token_revoked'])(
		'are not taken for delivered when Slack answers %s, and come once when the app is back',
		async (code) => {
			await using open = await openThread();
			open.slack.failNext('files.info', code, 2);
			await expect(open.upload()).rejects.toThrow(code);
			await expect(open.upload()).rejects.toThrow(code);
			expect((await open.upload()).map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
			expect(open.shown()).toHaveLength(1);
		},
	);

	it('are late, not lost, when the app may not ask about them', async () => {
		await using open = await openThread({ scopes: ['chat:write', 'files:write', 'channels:history'] });
		expect((await open.upload()).map(({ outcome }) => outcome)).toEqual(['late', 'late']);
		expect(open.shown()).toHaveLength(1);
		expect((await open.upload()).map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
		expect(open.shown()).toHaveLength(1);
	});

	it('come once, wherever a crash came', { timeout: 60_000 }, async () => {
		for (let point = 1; ; point += 1) {
			let calls = 0;
			let alive = false;
			const outbox = createMemoryOutbox(() => {
				calls += 1;
				if (!alive && calls === point) throw new Error('crash');
			});
			await using open = await openThread({ sharePolls: 1 }, outbox);
			const went = await open.upload().then(
				() => true,
				() => false,
			);
			alive = true;
			await open.upload();
			expect(
				open.shown().map((message) => message.files.length),
				`crash at call ${point}`,
			).toEqual([2]);
			if (went) return;
		}
	});
});
