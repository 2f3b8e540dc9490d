import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import { makeHome } from '../../../src/store/files/make-home.ts';
import { tempDir } from '../../support/temp-dir.ts';

it('the folder is made with those that it lies in, for its user only; one that is there is left alone', async () => {
	await using dir = await tempDir();
	const home = join(dir.path, 'a', 'b');
	await makeHome(home);
	for (const made of [home, join(dir.path, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
	await makeHome(home);
	const other = join(dir.path, 'other');
	await mkdir(other, { mode: 0o755 });
	await symlink(other, join(dir.path, 'link'));
	await makeHome(join(dir.path, 'link'));
	expect((await stat(other)).mode & 0o777).toBe(0o755);
});

it.each([
	['/proc/x', 'no folder can be made there'],
	['/proc/x/y', 'no folder can be made there'],
	['file', 'something that is no folder stands there'],
	['file/below', 'something that is no folder stands there'],
	['dangling', 'something that is no folder stands there'],
])('a place where none can be is told in one sentence: %s', async (path, why) => {
	await using dir = await tempDir();
	await writeFile(join(dir.path, 'file'), '');
	await symlink(join(dir.path, 'nowhere', 'at', 'all'), join(dir.path, 'dangling'));
	const making = makeHome(path.startsWith('/') ? path : join(dir.path, path));
	const problem = await making.catch((error: unknown) => error);
	expect(problem).toBeInstanceOf(ProblemError);
	expect(problem).toMatchObject({
		message: expect.stringContaining(why),
		mend: expect.stringContaining('THREADSMITH_HOME'),
	});
});
