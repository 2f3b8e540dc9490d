import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepTool } from '../../../support/kept-tools.ts';
import { openTools } from './open-tools.ts';

it('a tool whose file has become a link is not run, and no path of the host is told', async () => {
	await using tools = await openTools();
	await keepTool(tools.folder);
	const folder = tools.folder.paths.mounts.tools;
	const file = join(folder, 'numbers/double_number/1/tool.py');
	await rm(file);
	await symlink('/etc/hostname', file);
	const { text } = await tools.use({ name: 'double_number', input: { n: 2 } });
	expect(text).toMatch(/^numbers\/double_number version 1 cannot be read: .*tool\.py.*link/);
	expect(text).not.toContain(folder);
	expect(tools.sandboxes.calls).toEqual([]);
});
