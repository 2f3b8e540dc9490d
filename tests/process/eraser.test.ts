import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eraserIn } from '../../src/process/eraser.ts';
import { agentsIn } from '../../src/store/session/layout.ts';
import { tempDir } from '../support/temp-dir.ts';

it("the disks of a session's agents go with it, once their boxes have ended", async () => {
	await using dir = await tempDir();
	const disk = join(agentsIn(dir.path)('local-1'), '2', 'disk.img');
	await mkdir(join(disk, '..'), { recursive: true });
	await writeFile(disk, 'work');
	const ended: [string, boolean][] = [];
	await eraserIn(dir.path, async (session) => void ended.push([session, existsSync(disk)])).contents('local-1');
	expect(ended).toEqual([['local-1', true]]);
	expect(existsSync(agentsIn(dir.path)('local-1'))).toBe(false);
});
