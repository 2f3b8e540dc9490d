import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { hasMarker, withoutMarkers } from '../../../../src/adapters/discord/marker.ts';
import type { Upload } from '../../../../src/adapters/present/surface.ts';
import { readRegularFile } from '../../../../src/store/files/read-regular-file.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { createMemoryOutbox, type MemoryOutbox } from '../../memory-outbox.ts';
import { failureOf } from '../api/open-rest.ts';
import { memoryFile, type OpenUploads, openUploads } from './open-uploads.ts';

const mib = 1024 * 1024;
const messages = 'POST /channels/:id/messages';
const outcomes = (uploads: readonly Upload[]) => uploads.map(({ outcome }) => outcome);
const reasons = (uploads: readonly Upload[]) => uploads.flatMap((one) => ('reason' in one ? [one.reason] : []));

/** Our messages in the thread. */
function handedOver({ discord, channel }: OpenUploads) {
	return discord.messages(channel).filter(({ author }) => author === discord.botUser);
}

describe('files for a thread', () => {
	it('are handed over in one message with a receipt each', async () => {
		await using open = await openUploads();
		expect(outcomes(await open.upload([memoryFile('a.csv'), memoryFile('b_1.csv')]))).toEqual([
			'delivered',
			'delivered',
		]);
		const [message, ...others] = handedOver(open);
		expect(others).toEqual([]);
		expect(message?.attachments.map(({ name, bytes }) => [name, strFromU8(bytes)])).toEqual([
			['a.csv', 'content of a.csv'],
			['b_1.csv', 'content of b_1.csv'],
		]);
		expect(withoutMarkers(message?.content ?? '')).toBe('-# **a.csv**  16 bytes\n-# **b_1.csv**  18 bytes');
		expect(['t1/1/a.csv', 't1/1/b_1.csv'].map((key) => hasMarker(message?.content ?? '', key))).toEqual([true, true]);
		expect(open.outbox.all.map(({ key, id }) => [key, id])).toEqual([
			['t1/1/a.csv', message?.id],
			['t1/1/b_1.csv', message?.id],
		]);
	});

	it('are not refused by a page that is not from Discord, and are there once when it has gone', async () => {
		await using open = await openUploads();
		open.discord.failNext(messages, { status: 403, text: '<html>blocked</html>' });
		await expect(open.upload([memoryFile('a.csv')])).rejects.toThrow();
		expect(outcomes(await open.upload([memoryFile('a.csv')]))).toEqual(['delivered']);
		expect(handedOver(open)).toHaveLength(1);
	});

	it('above ten, or above 25 MiB together, are as few messages as they fit in', async () => {
		await using open = await openUploads();
		await open.upload(Array.from({ length: 23 }, (_, at) => memoryFile(`${at}.txt`)));
		expect(handedOver(open).map(({ attachments }) => attachments.length)).toEqual([10, 10, 3]);
		await using large = await openUploads();
		await large.upload(['a', 'b', 'c', 'd'].map((name) => memoryFile(name, Buffer.alloc(9 * mib))));
		expect(handedOver(large).map(({ attachments }) => attachments.length)).toEqual([2, 2]);
	});

	it('that are empty, or have the same or odd names, are handed over', async () => {
		await using open = await openUploads();
		const names = ['a.txt', '../x/a.txt', 'ü ö.txt', '@everyone <@1>.txt', `${'n'.repeat(300)}.txt`];
		const uploads = await open.upload(names.map((name) => memoryFile(name, '')));
		expect(new Set(outcomes(uploads))).toEqual(new Set(['delivered']));
		const [message] = handedOver(open);
		expect(message?.attachments.map(({ name, bytes }) => [name.slice(0, 12), bytes.length])).toEqual([
			['a.txt', 0],
			['a-2.txt', 0],
			['ü_ö.txt', 0],
			['_everyone__1', 0],
			['nnnnnnnnnnnn', 0],
		]);
		expect(message && open.discord.pings(message)).toEqual([]);
	});

	it('ten of the longest names fit into a message', async () => {
		await using open = await openUploads();
		const names = Array.from({ length: 10 }, (_, at) => `${at}${'*_[~'.repeat(75)}.txt`);
		expect(new Set(outcomes(await open.upload(names.map((name) => memoryFile(name)))))).toEqual(new Set(['delivered']));
	});

	it('too large for the guild are zipped where that helps, and refused with the limit where it does not', async () => {
		await using open = await openUploads();
		const noise = randomBytes(10 * mib + 1);
		const uploads = await open.upload([
			memoryFile('text.log', Buffer.alloc(11 * mib, 'x')),
			memoryFile('noise.bin', noise),
		]);
		expect(outcomes(uploads)).toEqual(['delivered', 'refused']);
		expect(reasons(uploads)).toEqual([
			'Cannot hand over "noise.bin": it has 10 MB, more than the limit of 10 MB that holds here, as a zip too',
		]);
		const [attachment] = handedOver(open)[0]?.attachments ?? [];
		expect(attachment?.name).toBe('text.log.zip');
		const zip = unzipSync(attachment?.bytes ?? new Uint8Array());
		expect(Object.entries(zip).map(([name, bytes]) => [name, bytes.length])).toEqual([['text.log', 11 * mib]]);
	});

	it('may be larger in a guild with boosts, until Discord refuses one for its size', async () => {
		await using open = await openUploads({ premiumTier: 2 });
		const noise = (name: string) => memoryFile(name, randomBytes(12 * mib));
		expect(outcomes(await open.upload([noise('a')]))).toEqual(['delivered']);
		open.discord.setPremiumTier(open.discord.guild, 0);
		expect(outcomes(await open.upload([noise('b'), memoryFile('small')]))).toEqual(['refused', 'delivered']);
		const before = open.discord.calls('POST', messages).length;
		expect(outcomes(await open.upload([noise('c')]))).toEqual(['refused']);
		expect(open.discord.calls('POST', messages)).toHaveLength(before);
	});

	it('above our own limit are refused', async () => {
		await using open = await openUploads({ settings: { maxFileBytes: 10 } });
		expect(reasons(await open.upload([memoryFile('a.csv')]))).toEqual([
			'Cannot hand over "a.csv": it has 16 bytes, more than the limit of 10 bytes',
		]);
	});

	it('that are gone or have changed are refused, and hold up no others', async () => {
		await using dir = await tempDir();
		await using open = await openUploads();
		const at = (name: string) => (inner: AbortSignal) => readRegularFile(join(dir.path, name), inner);
		await writeFile(join(dir.path, 'x'), 'now');
		const sha256 = createHash('sha256').update('was').digest('hex');
		const gone = { key: 'g', name: 'gone', size: 3, content: { sha256, open: at('gone') } };
		const changed = { key: 'c', name: 'changed', size: 3, content: { sha256, open: at('x') } };
		const uploads = await open.upload([gone, changed, memoryFile('a')]);
		expect(outcomes(uploads)).toEqual(['refused', 'refused', 'delivered']);
		expect(reasons(uploads)).toEqual([
			'Cannot hand over "gone": it is gone',
			'Cannot hand over "changed": it has changed since it was collected',
		]);
		expect(open.outbox.all.filter(({ id }) => id === undefined).map(({ key }) => key)).toEqual(['g', 'c']);
	});

	it.each([200000, 240000] as const)(
		'of which AutoMod blocks the name of one (%i) are handed over without it',
		async (code) => {
			await using open = await openUploads({ autoMod: [{ contains: 'rude', code }] });
			const uploads = await open.upload(['a.csv', 'b.csv', 'rude.csv', 'd.csv'].map((name) => memoryFile(name)));
			expect(outcomes(uploads)).toEqual(['delivered', 'delivered', 'refused', 'delivered']);
			expect(handedOver(open).flatMap(({ attachments }) => attachments.map(({ name }) => name))).toEqual([
				'a.csv',
				'b.csv',
				'd.csv',
			]);
		},
	);

	it('that Discord does not let us send are refused with what to do', async () => {
		await using open = await openUploads();
		open.discord.setPermissions(open.discord.channel, 1n << 10n);
		expect(reasons(await open.upload([memoryFile('a')]))[0]).toMatch(
			/^Cannot hand over "a": the bot lacks a permission there\. Give its role .*"Attach Files"/,
		);
	});
});

/** The same rows, for a process that comes after. */
async function copyOf(outbox: MemoryOutbox): Promise<MemoryOutbox> {
	const copy = createMemoryOutbox();
	for (const { id, ...row } of outbox.all) {
		await copy.intend(row);
		if (id !== undefined) await copy.sent(row.session, row.key, id);
	}
	return copy;
}

describe('files for a thread, over crashes and lost answers', () => {
	it('are there once when the answer was lost', async () => {
		await using open = await openUploads();
		open.discord.failNext(messages, 'drop-response', 3);
		await open.upload([memoryFile('a'), memoryFile('b')]);
		expect(handedOver(open)).toHaveLength(1);
	});

	it('are there once wherever the process ends', async () => {
		const files = [memoryFile('a'), memoryFile('b'), memoryFile('c')];
		for (let at = 1; ; at += 1) {
			await using open = await openUploads();
			let calls = 0;
			const outbox = createMemoryOutbox(() => {
				calls += 1;
				if (calls === at) throw new Error('crash');
			});
			const failure = await failureOf(open.upload(files, outbox));
			if (failure.message !== 'crash') break;
			// More than the minutes in which Discord knows a nonce.
			open.discord.advance(20 * 60_000);
			const again = await copyOf(outbox);
			expect(outcomes(await open.upload(files, again)), `crash at call ${at}`).toEqual(Array(3).fill('delivered'));
			const names = handedOver(open).flatMap(({ attachments }) => attachments.map(({ name }) => name));
			expect(names, `crash at call ${at}`).toEqual(['a', 'b', 'c']);
			expect(again.all.every(({ id }) => id !== undefined)).toBe(true);
		}
	});

	it('that were delivered before are so again, without a request', async () => {
		await using open = await openUploads();
		await open.upload([memoryFile('a')]);
		const before = open.discord.calls().length;
		expect(outcomes(await open.upload([memoryFile('a')]))).toEqual(['delivered']);
		expect(open.discord.calls()).toHaveLength(before);
	});

	it('reject, and are neither delivered nor refused, where Discord cannot be reached', async () => {
		await using open = await openUploads();
		open.discord.failNext(messages, 'drop-request', 9);
		await failureOf(open.upload([memoryFile('a')]));
		expect(open.outbox.all.map(({ id }) => id)).toEqual([undefined]);
	});
});
