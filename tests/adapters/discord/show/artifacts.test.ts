import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { answer, done, play, started, taken } from './events.ts';
import { openShow } from './open-show.ts';

describe('artifacts in Discord', () => {
	it('come together below the answer, the refused ones with the reason', async () => {
		await using dir = await tempDir();
		await using opened = await openShow({ artifacts: dir.path });
		const artifact = async (name: string, bytes: Uint8Array): Promise<AgentEvent> => {
			await writeFile(join(dir.path, name), bytes);
			const sha256 = createHash('sha256').update(bytes).digest('hex');
			return { type: 'artifact', key: `t1-x/${name}`, name, size: bytes.length, sha256 };
		};
		const { thread, key } = await opened.root();
		const events = [
			started,
			taken(key),
			answer('Here they are.'),
			await artifact('one.csv', Buffer.from('a,b\n')),
			await artifact('two.csv', Buffer.from('c,d\n')),
			{ type: 'artifact', key: 't1-x/gone', name: 'gone.csv', size: 1, sha256: '0'.repeat(64) },
			done,
		] satisfies readonly AgentEvent[];
		await opened.until(opened.show(thread, play(...events)));
		const files = opened.shown(thread).map(({ attachments }) => attachments.map(({ name }) => name));
		expect(files).toEqual([[], ['one.csv', 'two.csv'], []]);
		expect(opened.texts(thread)[2]).toMatch(/⚠️.*gone\.csv/);
		expect(opened.outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
		const calls = opened.discord.calls('POST').length;
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(...events), rows));
		expect(opened.shown(thread)).toHaveLength(3);
		expect(opened.discord.calls('POST').filter(({ path }) => !path.endsWith('/typing'))).toHaveLength(
			opened.discord
				.calls('POST')
				.slice(0, calls)
				.filter(({ path }) => !path.endsWith('/typing')).length,
		);
	});
});
