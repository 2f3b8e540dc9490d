import { describe, expect, it } from 'vitest';
import { createFetchDiscordFile } from '../../../../src/adapters/discord/files/fetch-discord-file.ts';
import { fileRefOf } from '../../../../src/adapters/discord/files/file-refs.ts';
import type { FileRef } from '../../../../src/chat/inbound.ts';
import type { SeenAttachment } from '../../../support/fake-discord/seen.ts';
import { failureOf, type OpenRest, openRest } from '../api/open-rest.ts';

const attachments = 'GET /attachments/**';
const day = 24 * 3_600_000;

interface Sent {
	readonly ref: FileRef;
	readonly message: string;
	readonly attachment: SeenAttachment;
}

/** A file that Ada sends; `loose`: as one of a command, attached to no message. */
async function sent(
	{ discord }: OpenRest,
	{ name = 'a.csv', text = 'a,b\n1,2\n', contentType = 'text/csv', loose = false } = {},
): Promise<Sent> {
	const bytes = Buffer.from(text);
	const files = [{ name, bytes, contentType }];
	const message = await discord.as(discord.ada).say(discord.channel, 'Here', { files });
	const [attachment] = discord.message(message)?.attachments ?? [];
	if (!attachment) throw new Error('There is no attachment');
	const { id, url } = attachment;
	const where = loose ? undefined : { channel: discord.channel, message };
	return { ref: fileRefOf({ id, filename: name, size: bytes.length, url }, where), message, attachment };
}

/** By the fake's clock, so that links end. */
function fetcher(open: OpenRest, changes: { readonly apiUrl?: string; readonly maxFileBytes?: number } = {}) {
	const clock = { now: open.discord.now, after: open.clock.after };
	const fetchFile = createFetchDiscordFile({ ...open, clock, settings: { ...open.settings, ...changes } });
	return async (ref: FileRef, signal = open.signal) =>
		Buffer.concat(await Array.fromAsync(fetchFile(ref, signal))).toString();
}

describe('a file of Discord', () => {
	it('is fetched without the token', async () => {
		await using open = await openRest();
		const { ref } = await sent(open);
		expect(await fetcher(open)(ref)).toBe('a,b\n1,2\n');
		expect(open.discord.calls().filter(({ headers }) => headers['authorization'] !== undefined)).toEqual([]);
	});

	it.each([
		[
			'of a message, by the message',
			false,
			(id: string) => expect.stringMatching(`^GET /channels/\\d+/messages/${id}$`),
		],
		['of a command, by its address', true, () => 'POST /attachments/refresh-urls'],
	] as const)('%s, is fetched though its link is over', async (_what, loose, asked) => {
		await using open = await openRest();
		const { ref, message } = await sent(open, { loose });
		open.discord.advance(day + 1000);
		expect(await fetcher(open)(ref)).toBe('a,b\n1,2\n');
		const requests = open.discord.calls().map(({ method, path }) => `${method} ${path}`);
		expect(requests.filter((request) => !request.startsWith('GET /attachments/'))).toEqual([asked(message)]);
	});

	it('is asked for anew once when its link does not work', async () => {
		await using open = await openRest();
		const { ref } = await sent(open);
		open.discord.failNext(attachments, { status: 403 });
		expect(await fetcher(open)(ref)).toBe('a,b\n1,2\n');
		open.discord.failNext(attachments, { status: 404 }, 2);
		expect((await failureOf(fetcher(open)(ref))).message).toBe(
			'Cannot fetch "a.csv": it is not there any more. Send it again',
		);
	});

	it('whose message is gone is found by its address', async () => {
		await using open = await openRest();
		const { ref, message } = await sent(open);
		await open.discord.as(open.discord.ada).remove(message);
		open.discord.failNext(attachments, { status: 404 });
		expect(await fetcher(open)(ref)).toBe('a,b\n1,2\n');
	});

	it('is tried again when Discord or the network fails', async () => {
		await using open = await openRest();
		const { ref } = await sent(open);
		open.discord.failNext(attachments, { status: 503 });
		open.discord.failNext(attachments, 'drop-request');
		expect(await fetcher(open)(ref)).toBe('a,b\n1,2\n');
		open.discord.failNext(attachments, { status: 503 }, 3);
		expect((await failureOf(fetcher(open)(ref))).message).toBe(
			'Cannot fetch "a.csv": Discord answered with status 503',
		);
	});

	it.each([
		['of another host', 'https://evil.test/attachments/1/2/a.csv', 'its address leads to "evil.test"'],
		['of a host that looks like it', 'https://cdn.discordapp.com.evil.test/a', 'cdn.discordapp.com.evil.test'],
		['without TLS', 'http://cdn.discordapp.com/attachments/1/2/a.csv', 'which is not Discord'],
		['with a name in it', 'https://user@cdn.discordapp.com/attachments/1/2/a.csv', 'which is not Discord'],
		['of the machine', 'http://127.0.0.1:1/latest/meta-data', '127.0.0.1:1'],
	])('%s is not fetched', async (_what, url, reason) => {
		await using open = await openRest();
		const ref = fileRefOf({ id: '1', filename: 'a.csv', size: 3, url });
		expect((await failureOf(fetcher(open)(ref))).message).toContain(reason);
	});

	it('is not fetched where Discord leads elsewhere', async () => {
		await using open = await openRest();
		const { ref } = await sent(open);
		open.discord.failNext(attachments, { status: 302, headers: { location: 'http://127.0.0.1:1/' } });
		expect((await failureOf(fetcher(open)(ref))).message).toContain('"127.0.0.1:1", which is not Discord\'s');
	});

	it('above the limit is refused, whatever its size is said to be', async () => {
		await using open = await openRest();
		const { ref } = await sent(open, { text: 'x'.repeat(3000) });
		const fetchFile = fetcher(open, { maxFileBytes: 1024 });
		expect((await failureOf(fetchFile(ref))).message).toBe(
			'Cannot fetch "a.csv": it has 2.9 KB, more than the limit of 1 KB',
		);
		const { size: _, ...unsized } = ref;
		expect((await failureOf(fetchFile(unsized))).message).toContain('it has more than the limit of 1 KB');
	});

	it.each([5, 5000])('that has not the %i bytes that were said is refused', async (size) => {
		await using open = await openRest();
		const { ref } = await sent(open);
		expect((await failureOf(fetcher(open)({ ...ref, size }))).message).toMatch(/but Discord sent .+\. Send it again$/);
	});

	it('is no web page that somebody sends instead of it', async () => {
		await using open = await openRest();
		const { ref } = await sent(open);
		const page = { status: 200, text: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
		open.discord.failNext(attachments, page);
		expect((await failureOf(fetcher(open)(ref))).message).toContain('a web page came instead of it');
	});

	it('may be empty', async () => {
		await using open = await openRest();
		const { ref } = await sent(open, { text: '' });
		expect(await fetcher(open)(ref)).toBe('');
	});

	it('may be a web page', async () => {
		await using open = await openRest();
		const { ref } = await sent(open, { name: 'page.html', text: '<html></html>', contentType: 'text/html' });
		expect(await fetcher(open)(ref)).toBe('<html></html>');
	});

	it('that hangs ends with the signal', async () => {
		await using open = await openRest();
		const { ref } = await sent(open);
		open.discord.failNext(attachments, 'hang');
		const signal = AbortSignal.timeout(50);
		expect(await failureOf(fetcher(open)(ref, signal))).toBe(signal.reason);
	});

	it('is none when its reference is of another kind', async () => {
		await using open = await openRest();
		for (const source of ['T1/F1', '{}', '"x"', '{"url":1}']) {
			expect((await failureOf(fetcher(open)({ name: 'a', source }))).message).toBe(
				'Cannot fetch "a": it is not a file of Discord',
			);
		}
	});
});
