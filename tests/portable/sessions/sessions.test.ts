import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { runSessions, type SessionsRequest } from '../../../src/portable/sessions/sessions.ts';
import { createControl } from '../../../src/process/control/create-control.ts';
import { listenForControl } from '../../../src/process/control/listen.ts';
import { lockHome } from '../../../src/store/home-lock.ts';
import { holdingAny } from '../../support/holding-any.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, sessionId, type Workbench } from '../../support/workbench.ts';

async function run(home: string, request: SessionsRequest) {
	const texts = { written: '', said: '' };
	const write = (text: string) => {
		texts.written += text;
	};
	const say = (text: string) => {
		texts.said += text;
	};
	const code = await runSessions(request, { home, write, say });
	return { code, ...texts };
}

async function talkIn(dir: TempDir): Promise<Workbench> {
	const brain = scriptedModel([{ text: 'vermilion' }]);
	const bench = openWorkbench({ home: dir.path, brain });
	await bench.say(message('ultramarine'));
	return bench;
}

const words = ['ultramarine', 'vermilion'];
const id = sessionId;

describe('threadsmith sessions', () => {
	it('lists, shows and copies sessions of a data folder that is in use', async () => {
		await using dir = await tempDir();
		await using _lock = await lockHome(dir.path);
		await using _bench = await talkIn(dir);
		expect((await run(dir.path, { action: 'list' })).written).toMatch(/^local-bench {2}.*Ada: ultramarine\n$/);
		expect((await run(dir.path, { action: 'show', id })).written).toContain('Ada (local)');
		const output = join(dir.path, 'copy');
		await run(dir.path, { action: 'export', id, output });
		const text = await readFile(join(output, 'conversation.md'), 'utf8');
		for (const word of words) expect(text).toContain(word);
		await expect(run(dir.path, { action: 'export', id, output })).rejects.toBeInstanceOf(ProblemError);
	});

	it('copies files of any name, and no link, and says where it cannot be', async () => {
		await using dir = await tempDir();
		await using _bench = await talkIn(dir);
		const inputs = join(dir.path, 'sessions', id, 'inputs');
		await mkdir(join(inputs, '..x', '-rf \n'), { recursive: true });
		await writeFile(join(inputs, '..x', '-rf \n', '\u202e*?"'), 'cerulean');
		await symlink('/etc/passwd', join(inputs, 'link'));
		await symlink('/etc', join(inputs, 'folder'));
		await rm(join(dir.path, 'sessions', id, 'outputs'), { recursive: true });
		const output = join(dir.path, 'copy');
		expect((await run(dir.path, { action: 'export', id, output })).code).toBe(0);
		expect(await readdir(join(output, 'inputs'))).toEqual(['..x']);
		expect(await readFile(join(output, 'inputs', '..x', '-rf \n', '\u202e*?"'), 'utf8')).toBe('cerulean');
		for (const taken of [
			output,
			join(dir.path, 'store.db'),
			join(dir.path, 'none', 'copy'),
			join(dir.path, 'store.db', 'copy'),
		])
			await expect(run(dir.path, { action: 'export', id, output: taken })).rejects.toThrow(ProblemError);
	});

	it('deletes nothing without --yes, and names a session that is meant', async () => {
		await using dir = await tempDir();
		await (await talkIn(dir))[Symbol.asyncDispose]();
		expect((await run(dir.path, { action: 'delete', id, yes: false })).code).toBe(1);
		expect((await run(dir.path, { action: 'list' })).written).toContain(id);
		const wrong = run(dir.path, { action: 'delete', id: 'local-bensh', yes: true });
		await expect(wrong).rejects.toThrow('There is no session "local-bensh"');
	});

	it('deletes a session itself where nothing runs', async () => {
		await using dir = await tempDir();
		await (await talkIn(dir))[Symbol.asyncDispose]();
		expect(await run(dir.path, { action: 'delete', id, yes: true })).toMatchObject({
			code: 0,
			said: `Deleted ${id}.\n`,
		});
		expect(await holdingAny(dir.path, words)).toEqual([]);
		expect((await run(dir.path, { action: 'list' })).written).toContain('There is no session');
	});

	it('deletes what a crash has left of one that was being deleted', async () => {
		await using dir = await tempDir();
		await (await talkIn(dir))[Symbol.asyncDispose]();
		await rm(join(dir.path, 'sessions', id, 'session.json'));
		expect((await run(dir.path, { action: 'list' })).written).toContain('There is no session');
		expect(await run(dir.path, { action: 'delete', id, yes: true })).toMatchObject({ code: 0 });
		expect(await holdingAny(dir.path, words)).toEqual([]);
	});

	it('has the process that runs delete it', async () => {
		await using dir = await tempDir();
		await using _lock = await lockHome(dir.path);
		await using bench = await talkIn(dir);
		await using _control = await listenForControl({ home: dir.path, control: createControl(bench), log: silentLogger });
		expect(await run(dir.path, { action: 'delete', id, yes: true })).toMatchObject({
			code: 0,
			said: `Deleted ${id}.\n`,
		});
		expect(await holdingAny(dir.path, words)).toEqual([]);
	});

	it('says so where a process runs that takes no orders', async () => {
		await using dir = await tempDir();
		await using _lock = await lockHome(dir.path);
		await using _bench = await talkIn(dir);
		await expect(run(dir.path, { action: 'delete', id, yes: true })).rejects.toThrow('is running on it');
	});
});
