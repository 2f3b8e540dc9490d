import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forgetMirrors } from '../../../src/process/repos/forget-mirrors.ts';
import type { Records } from '../../../src/store/records.ts';
import { tempDir } from '../../support/temp-dir.ts';

const [opened, damaged, left] = ['r-000000000001', 'r-000000000002', 'r-000000000003'];
const values = new Map<string, unknown>([
	[opened, { id: opened }],
	[damaged, { of: 'another version' }],
]);
const records: Pick<Records, 'get'> = {
	get: async (kind, id, schema) => (kind === 'repository' ? schema.safeParse(values.get(id)).data : undefined),
};

it('mirrors of what is opened nowhere go, and nothing else', async () => {
	await using dir = await tempDir();
	const stay = [`${opened}.git`, `${damaged}.git`, 'nowhere.git', 'notes', 'r-1.git'].toSorted();
	for (const name of [...stay, `${left}.git`, `${opened}.git.removed`]) {
		await mkdir(join(dir.path, name, 'objects'), { recursive: true });
		await writeFile(join(dir.path, name, 'objects', 'tmp_pack_a1b2c3'), 'half');
	}
	await forgetMirrors(dir.path, records);
	expect((await readdir(dir.path)).toSorted()).toEqual(stay);
});

it('without any mirror nothing happens', async () => {
	await using dir = await tempDir();
	await forgetMirrors(join(dir.path, 'repos'), records);
	expect(await readdir(dir.path)).toEqual([]);
});
