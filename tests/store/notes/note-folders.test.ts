import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CorruptFileError } from '../../../src/base/errors.ts';
import { openNotes } from '../../../src/store/notes/note-folders.ts';
import type { NotesOf } from '../../../src/store/notes.ts';
import { tempDir } from '../../support/temp-dir.ts';

const session: NotesOf = { kind: 'session', session: 'local-a' };
const channel: NotesOf = { kind: 'channel', place: 'slack-T1', channel: 'slack-T1-C1' };
const person: NotesOf = { kind: 'person', place: 'slack-T1', person: 'slack-T1-U1' };

describe('the notes of a data folder', () => {
	it('stand in the folder of their session, place, channel or person', async () => {
		await using dir = await tempDir();
		const notes = openNotes(dir.path);
		await notes.open(session).memories.write('m-1.md', 'one');
		await notes.open(session).own.write('memory_registry.json', '{}');
		await notes.open(channel).own.write('AGENTS.md', 'two');
		await notes.open(person).memories.write('p-1.md', 'three');
		const read = (path: string) => readFile(join(dir.path, path), 'utf8');
		expect(await read('sessions/local-a/memories/m-1.md')).toBe('one');
		expect(await read('sessions/local-a/state/memory_registry.json')).toBe('{}');
		expect(await read('places/slack-T1/channels/slack-T1-C1/AGENTS.md')).toBe('two');
		expect(await read('places/slack-T1/people/slack-T1-U1/memories/p-1.md')).toBe('three');
		expect(await notes.list()).toEqual([channel, person]);
		expect(await notes.list('slack-T2')).toEqual([]);
	});

	it('are readable for the users of a sandbox where they are a session’s, else for their owner alone', async () => {
		await using dir = await tempDir();
		const notes = openNotes(dir.path);
		await notes.open(session).memories.write('m-1.md', 'one');
		await notes.open(person).memories.write('p-1.md', 'three');
		const modeOf = async (path: string) => ((await stat(join(dir.path, path))).mode & 0o777).toString(8);
		expect(await modeOf('sessions/local-a/memories/m-1.md')).toBe('644');
		expect(await modeOf('sessions/local-a/memories')).toBe('755');
		expect(await modeOf('places/slack-T1/people/slack-T1-U1/memories/p-1.md')).toBe('600');
		expect(await modeOf('places')).toBe('700');
	});

	it('are erased as a whole, and only theirs', async () => {
		await using dir = await tempDir();
		const notes = openNotes(dir.path);
		await notes.open(person).memories.write('p-1.md', 'three');
		await notes.open(channel).own.write('AGENTS.md', 'two');
		await notes.open(person).erase();
		await notes.open(person).erase();
		expect(await notes.list()).toEqual([channel]);
	});

	it.each(['../x.md', 'a/b.md', '.hidden.md', 'x.txt', '', `${'a'.repeat(90)}.md`, 'a\0.md'])(
		'take no file of the name %j',
		async (name) => {
			await using dir = await tempDir();
			const { memories } = openNotes(dir.path).open(session);
			await expect(memories.write(name, 'x')).rejects.toThrow(TypeError);
			await expect(memories.read(name)).rejects.toThrow(TypeError);
		},
	);

	it.each(['..', '.', '', 'a/b', 'a b', '-a'])('take no folder of the name %j', (name) => {
		const notes = openNotes('/nowhere');
		expect(() => notes.open({ kind: 'person', place: name, person: 'a' })).toThrow(TypeError);
		expect(() => notes.open({ kind: 'person', place: 'a', person: name })).toThrow(TypeError);
		expect(() => notes.open({ kind: 'session', session: name })).toThrow(TypeError);
	});

	it('follow no link, and read nothing that is too large', async () => {
		await using dir = await tempDir();
		const { memories } = openNotes(dir.path).open(session);
		const folder = join(dir.path, 'sessions', 'local-a', 'memories');
		await mkdir(folder, { recursive: true });
		await writeFile(join(dir.path, 'secret.md'), 'secret');
		await symlink(join(dir.path, 'secret.md'), join(folder, 'link.md'));
		await writeFile(join(folder, 'large.md'), 'x'.repeat(256 * 1024 + 1));
		expect((await memories.list()).map(({ name }) => name)).toEqual(['large.md']);
		await expect(memories.read('link.md')).rejects.toThrow(CorruptFileError);
		await expect(memories.read('large.md')).rejects.toThrow(CorruptFileError);
	});

	it('have another stamp after every change, also by hand', async () => {
		await using dir = await tempDir();
		const { memories } = openNotes(dir.path).open(session);
		const stamp = async () => (await memories.list())[0]?.stamp;
		await memories.write('a.md', 'one');
		const stamps = [await stamp()];
		await writeFile(join(dir.path, 'sessions', 'local-a', 'memories', 'a.md'), 'two');
		stamps.push(await stamp());
		await memories.remove('a.md');
		stamps.push(await stamp());
		await memories.write('a.md', 'two');
		expect(new Set([...stamps, await stamp()]).size).toBe(4);
	});
});
