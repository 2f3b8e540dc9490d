import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CorruptFileError, ProblemError } from '../../../src/base/errors.ts';
import { snapshotSchema } from '../../../src/store/journal.ts';
import { sessionPathsIn } from '../../../src/store/session/layout.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import type { SessionFolder } from '../../../src/store/store.ts';
import { startChild } from '../../support/child.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { noSmallDisk, smallDisk } from '../small-disk.ts';

const id = 'local-a';
const snapshot = {
	version: 1,
	seq: 3,
	messages: [{ role: 'user', text: 'hi\u2028"' }],
	artifacts: { 'a.csv': 'x' },
	notes: [],
	refused: [],
};

/** Runs a test on a new session's folder and its path. */
async function onSession(test: (folder: SessionFolder, root: string, home: string) => Promise<void>): Promise<void> {
	await using dir = await tempDir();
	await using sessions = openSessions(dir.path);
	await test(await sessions.open(id), join(dir.path, 'sessions', id), dir.path);
}

describe('session folder', () => {
	it('has the documented layout, the mind private and what is mounted readable', () =>
		onSession(async (_folder, root, home) => {
			const modes: Record<string, string> = {};
			for (const name of await readdir(root)) modes[name] = ((await stat(join(root, name))).mode & 0o777).toString(8);
			const secret = { state: '700', histories: '700', logs: '700', outputs: '700' };
			expect(modes).toEqual({ ...secret, inputs: '755', forged_tools: '755', memories: '755' });
			expect((await stat(root)).mode & 0o777).toBe(0o700);
			expect(sessionPathsIn(home)(id)).toEqual({
				disk: join(root, 'disk.img'),
				trees: { inputs: join(root, 'inputs'), tools: join(root, 'forged_tools'), memories: join(root, 'memories') },
				outputs: join(root, 'outputs'),
				seen: join(root, 'seen'),
			});
		}));

	it('leaves modes alone that were changed since', () =>
		onSession(async (_folder, root, home) => {
			await chmod(join(root, 'outputs'), 0o711);
			await openSessions(home).open(id);
			expect((await stat(join(root, 'outputs'))).mode & 0o777).toBe(0o711);
		}));

	it.each(['', '..', '../x', 'a/b', '.x', 'a\u0000b', '/etc', 'a\n', 'x'.repeat(300)])(
		'is refused for the id %j',
		async (bad) => {
			await using dir = await tempDir();
			await expect(openSessions(dir.path).open(bad)).rejects.toThrow(TypeError);
			expect(await readdir(dir.path)).toEqual([]);
		},
	);

	it('is one object however often it is opened, so that its appends are in one order', async () => {
		await using dir = await tempDir();
		await using sessions = openSessions(join(dir.path, 'made', 'when missing'));
		const [one, two] = await Promise.all([sessions.open(id), sessions.open(id)]);
		expect(one).toBe(two);
	});

	it('says that a folder cannot be made, and tries again the next time', async () => {
		await using dir = await tempDir();
		await writeFile(join(dir.path, 'sessions'), '');
		await using sessions = openSessions(dir.path);
		await expect(sessions.open(id)).rejects.toThrow(/sessions/);
		await expect(sessions.open(id)).rejects.toThrow(/sessions/);
	});

	it('is there once it was opened, and is not made by asking', async () => {
		await using dir = await tempDir();
		await using sessions = openSessions(dir.path);
		for (const before of [false, false]) expect(await sessions.has('local-a')).toBe(before);
		await sessions.open('local-a');
		expect(await sessions.has('local-a')).toBe(true);
	});

	it('is listed, the last used first, and nothing else is', async () => {
		await using dir = await tempDir();
		await using sessions = openSessions(dir.path);
		expect(await sessions.list()).toEqual([]);
		for (const name of ['local-a', 'local-b', 'local-c']) await sessions.open(name);
		await mkdir(join(dir.path, 'sessions', '.trash'));
		await writeFile(join(dir.path, 'sessions', 'note.txt'), '');
		const folder = await sessions.open('local-a');
		for (const name of ['local-b', 'local-c'])
			await utimes(join(dir.path, 'sessions', name, 'state'), 1, name === 'local-b' ? 2 : 1);
		await folder.journal.append({ session: 'local-a', token: 1 }, { type: 'resumed', turn: 't' });
		expect(await sessions.list()).toEqual(['local-a', 'local-b', 'local-c']);
	});
});

describe('session documents', () => {
	it('are undefined when missing, and read back as written', () =>
		onSession(async ({ documents }) => {
			expect(await documents.read('current_history', snapshotSchema)).toBeUndefined();
			await documents.write('current_history', snapshot);
			expect(await documents.read('current_history', snapshotSchema)).toEqual(snapshot);
		}));

	it('stand where DESIGN says, indented and for their user only', () =>
		onSession(async ({ documents }, root) => {
			for (const name of ['session', 'current_history', 'tool_registry', 'memory_registry'] as const) {
				await documents.write(name, { a: 1 });
			}
			expect((await readdir(join(root, 'state'))).sort()).toEqual([
				'current_history.json',
				'memory_registry.json',
				'tool_registry.json',
			]);
			expect(await readFile(join(root, 'session.json'), 'utf8')).toBe('{\n\t"a": 1\n}\n');
			expect((await stat(join(root, 'session.json'))).mode & 0o777).toBe(0o600);
		}));

	it.each([
		['emptied', '', '(all of it)'],
		['cut', '{"version":1,"seq":3,"mess', '(all of it)'],
		['no object', '[]', '(all of it)'],
		['with a wrong value', JSON.stringify({ ...snapshot, seq: 'three' }), 'seq'],
		[
			'with a wrong value deep inside',
			JSON.stringify({ ...snapshot, messages: [{ role: 'user', text: 7 }] }),
			'messages[0].text',
		],
		['with an unknown role', JSON.stringify({ ...snapshot, messages: [{ role: 'me', text: '' }] }), 'messages[0].role'],
		['with a field too few', JSON.stringify({ ...snapshot, artifacts: undefined }), 'artifacts'],
	])('that are %s give an error with file and field, and stay as they are', (_what, text, field) =>
		onSession(async ({ documents }, root) => {
			const file = join(root, 'state', 'current_history.json');
			await writeFile(file, text);
			const refused = documents.read('current_history', snapshotSchema);
			await expect(refused).rejects.toThrow(CorruptFileError);
			await expect(refused).rejects.toMatchObject({ file, field });
			expect(await readFile(file, 'utf8')).toBe(text);
		}),
	);

	it('of the forge stand in a folder of their own, made with the first of them', () =>
		onSession(async ({ documents }, root) => {
			const run = z.strictObject({ tries: z.number() });
			expect(await documents.read('forge/call_1.a-b', run)).toBeUndefined();
			expect(await readdir(root)).not.toContain('forge');
			await documents.write('forge/call_1.a-b', { tries: 2 });
			expect(await documents.read('forge/call_1.a-b', run)).toEqual({ tries: 2 });
			expect(await readdir(join(root, 'forge'))).toEqual(['call_1.a-b.json']);
			expect((await stat(join(root, 'forge'))).mode & 0o777).toBe(0o700);
			expect(await documents.backup('forge/call_1.a-b')).toMatch(/^forge-call_1\.a-b-/);
		}));

	it.each(['forge/', 'forge/../session', 'forge/a/b', `forge/${'x'.repeat(121)}`, 'forge/a\n'] as const)(
		'named %j are refused',
		(name) =>
			onSession(async ({ documents }, root) => {
				await expect(documents.write(name, {})).rejects.toThrow(TypeError);
				await expect(documents.read(name, z.unknown())).rejects.toThrow(TypeError);
				expect(await readdir(root)).not.toContain('forge');
			}),
	);

	it('keep the last of many writes at once', () =>
		onSession(async ({ documents }, root) => {
			await Promise.all(
				Array.from({ length: 20 }, (_, seq) => documents.write('current_history', { ...snapshot, seq })),
			);
			expect(await documents.read('current_history', snapshotSchema)).toMatchObject({ seq: 19 });
			expect(await readdir(join(root, 'state'))).toEqual(['current_history.json']);
		}));

	it('are whole after kill -9 at any moment of a write, and are written over what it left', () =>
		onSession(async ({ documents }, _root, home) => {
			for (let round = 0; round < 3; round++) {
				await using child = startChild(join(import.meta.dirname, '../documents-child.ts'), [home, id]);
				await child.printed('done 5');
				await child.kill();
				const found = await documents.read('current_history', snapshotSchema);
				expect(found?.seq).toBeGreaterThanOrEqual(child.lines().length - 1);
				expect(found?.messages).toHaveLength(2000);
			}
			await documents.write('current_history', snapshot);
		}));

	it('are copied into histories, as they are, each under a name of its own', () =>
		onSession(async ({ documents }, root) => {
			await expect(documents.backup('current_history')).rejects.toThrow(/no such file/);
			await writeFile(join(root, 'state', 'current_history.json'), 'damaged');
			const names = await Promise.all([documents.backup('current_history'), documents.backup('current_history')]);
			expect(names[0]).toMatch(/^current_history-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/);
			expect((await readdir(join(root, 'histories'))).sort()).toEqual([...new Set(names)].sort());
			expect(names[1]).not.toBe(names[0]);
			for (const name of names) expect(await readFile(join(root, 'histories', name), 'utf8')).toBe('damaged');
		}));

	it('keep the old content when the disk is full', async ({ skip }) => {
		skip(noSmallDisk !== undefined, noSmallDisk);
		await using disk = await smallDisk(128);
		await using sessions = openSessions(disk.path);
		const { documents } = await sessions.open(id);
		await documents.write('current_history', snapshot);
		await disk.fill();
		const refused = documents.write('current_history', {
			...snapshot,
			messages: [{ role: 'user', text: 'x'.repeat(200_000) }],
		});
		await expect(refused).rejects.toThrow(ProblemError);
		await expect(refused).rejects.toThrow(/current_history\.json": the disk is full$/);
		expect(await documents.read('current_history', snapshotSchema)).toEqual(snapshot);
		expect(await readdir(join(disk.path, 'sessions', id, 'state'))).toEqual(['current_history.json']);
	});
});

describe('the files of a session', () => {
	it('hold what was shown apart from what is listed, and from what a sandbox is given', () =>
		onSession(async ({ files }, root, home) => {
			await mkdir(sessionPathsIn(home)(id).seen);
			await writeFile(join(root, 'seen', 'a.png.shown.png'), 'x');
			expect((await Array.fromAsync(files.seen.entries())).map(({ name }) => name)).toEqual(['a.png.shown.png']);
			expect([...(await files.list('inputs')), ...(await files.list('outputs'))]).toEqual([]);
			for (const tree of Object.values(files.trees)) expect(await Array.fromAsync(tree.entries())).toEqual([]);
		}));

	it('are listed by name with their sizes, links and folders left out', () =>
		onSession(async ({ files }, root) => {
			expect(await files.list('outputs')).toEqual([]);
			await mkdir(join(root, 'outputs', 'sub'));
			await writeFile(join(root, 'outputs', 'sub', 'b.txt'), 'four');
			await writeFile(join(root, 'outputs', 'a.txt'), '');
			await symlink('/etc/passwd', join(root, 'outputs', 'c.txt'));
			expect(await files.list('outputs')).toEqual([
				{ name: 'a.txt', size: 0 },
				{ name: 'sub/b.txt', size: 4 },
			]);
		}));
});
