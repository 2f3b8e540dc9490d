import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { botUserRows } from '../../../scripts/doctor/bot-user.mjs';
import { tempDir } from '../../support/temp-dir.ts';

const passwd = 'root:x:0:0::/root:/bin/sh\nthreadsmith:x:64001:64002::/nonexistent:/usr/sbin/nologin\n';
const group = 'sudo:x:27:ada\nthreadsmith:x:64002:\n';

describe.skipIf(process.getuid?.() !== 0)('botUserRows()', () => {
	it('says as whom the bot runs, and finds nothing wrong', async () => {
		await using dir = await tempDir();
		await chown(dir.path, 64_001, 64_002);
		await writeFile(join(dir.path, 'checked-images.json'), '{}');
		const rows = botUserRows(dir.path, { passwd, group });
		expect(rows.map(({ name, met }) => [name, met])).toEqual([
			['bot runs as', true],
			['data folder’s owner', true],
			['program is readable', true],
		]);
	});

	it('finds a user that can become root', () => {
		const [row] = botUserRows('/nonexistent', { passwd, group: group.replace('ada', 'ada,threadsmith') });
		expect(row).toMatchObject({ met: false, mend: 'Run: gpasswd --delete threadsmith sudo' });
	});

	it('finds a data folder of another user, and things of root’s in the bot’s own', async () => {
		await using dir = await tempDir();
		await chown(dir.path, 64_003, 0);
		expect(botUserRows(dir.path, { passwd, group })[1]).toMatchObject({ met: false });
		await chown(dir.path, 64_001, 0);
		await mkdir(join(dir.path, 'sessions'));
		const [, row] = botUserRows(dir.path, { passwd, group });
		expect(row).toMatchObject({ met: false, value: 'threadsmith, but these are root’s: sessions' });
	});
});
