import { readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CorruptFileError } from '../../src/base/errors.ts';
import { findSource } from '../../src/portable/source.ts';
import { addNumbers, answerWrongly, countLines } from './test-tools.ts';
import { type ToolHome, toolHome } from './tool-home.ts';

/** Everything in a folder, so as to see that nothing was made. */
async function namesIn({ path }: ToolHome): Promise<readonly string[]> {
	return (await readdir(path, { recursive: true })).sort();
}

describe('findSource()', () => {
	it('finds a session and a catalog by their ids, and the session used last without one', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		await home.forge('local-2', countLines);
		// A file system may tell no times apart that lie a hundredth of a second from each other.
		await utimes(join(home.path, 'sessions/local-1/state'), 1, 1);
		await home.share('local', addNumbers);
		expect((await findSource(home.path, 'local-1')).title).toBe('session local-1');
		expect((await findSource(home.path, 'local')).title).toBe('catalog local');
		expect((await findSource(home.path, undefined)).title).toBe('session local-2');
	});

	it('wants to be told which, where a session and a catalog have one id', async () => {
		await using home = await toolHome();
		await home.forge('slack-T1', addNumbers);
		await home.share('slack-T1', countLines);
		await expect(findSource(home.path, 'slack-T1')).rejects.toMatchObject({
			message: '"slack-T1" is a session and a catalog',
			mend: 'Name session:slack-T1 or catalog:slack-T1',
		});
		expect((await findSource(home.path, 'session:slack-T1')).title).toBe('session slack-T1');
		expect((await findSource(home.path, 'catalog:slack-T1')).title).toBe('catalog slack-T1');
	});

	it('says what there is instead of an unknown one', async () => {
		await using home = await toolHome();
		await home.forge('local-2026-01-02', addNumbers);
		const named = (where: string) => findSource(home.path, where);
		await expect(named('local-2026-01-03')).rejects.toMatchObject({ mend: 'Did you mean local-2026-01-02?' });
		await expect(named('x')).rejects.toMatchObject({ mend: 'There are: local-2026-01-02' });
		await expect(named('../local-2026-01-02')).rejects.toThrow('There is no session and no catalog');
	});

	it('says so where there is nothing at all, and makes nothing', async () => {
		await using home = await toolHome();
		await expect(findSource(home.path, undefined)).rejects.toThrow(`There is no session in "${home.path}"`);
		await expect(readdir(home.path)).rejects.toThrow('ENOENT');
	});

	it('reads without making or locking anything', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		await rm(join(home.path, 'sessions/local-1/inputs'), { recursive: true });
		const before = await namesIn(home);
		const source = await findSource(home.path, 'local-1');
		expect((await source.list()).tools).toEqual([
			{ id: 'math/add_numbers', versions: [1], current: 1, quarantined: [] },
		]);
		expect(await namesIn(home)).toEqual(before);
	});

	it('lists what the registry of a session knows, and what a catalog points at', async () => {
		await using home = await toolHome();
		await home.forge('local-1', countLines, addNumbers, addNumbers);
		await home.share('local', addNumbers, addNumbers);
		const [session, catalog] = [await findSource(home.path, 'local-1'), await findSource(home.path, 'local')];
		expect((await session.list()).tools.map(({ id, current }) => [id, current])).toEqual([
			['files/count_lines', 1],
			['math/add_numbers', 2],
		]);
		expect((await catalog.list()).tools).toEqual([
			{ id: 'math/add_numbers', versions: [1, 2], current: 2, quarantined: [] },
		]);
	});

	it('leaves a tool of a catalog out whose current version is not a version, and names it', async () => {
		await using home = await toolHome();
		await home.share('local', addNumbers, answerWrongly);
		const link = join(home.path, 'catalogs/local/misc/answer_wrongly/current');
		await rm(link);
		await symlink('../../../../etc', link);
		const { tools, problems } = await (await findSource(home.path, 'local')).list();
		expect(tools.map(({ id }) => id)).toEqual(['math/add_numbers']);
		expect(problems).toEqual([expect.stringContaining('misc/answer_wrongly was changed by hand')]);
	});

	it('names file and field of a registry that was damaged', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		await writeFile(join(home.path, 'sessions/local-1/state/tool_registry.json'), '{"version":2,"tools":{}}');
		const source = await findSource(home.path, 'local-1');
		await expect(source.list()).rejects.toThrow(CorruptFileError);
		await expect(source.list()).rejects.toThrow('field "tools"');
	});
});
