import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NotAFileError } from '../../../src/base/errors.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { tempDir } from '../../support/temp-dir.ts';

const never = new AbortController().signal;

async function openOutputs() {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const sessions = building.use(openSessions(dir.path));
	const { files } = await sessions.open('local-a');
	const parts = building.move();
	return {
		at: (name: string) => join(dir.path, 'sessions/local-a/outputs', name),
		read: async (name: string, signal = never) =>
			String(Buffer.concat(await Array.fromAsync(files.openArtifact(name, signal)))),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

describe('openArtifact()', () => {
	it('gives the bytes of what was handed over, by its name, however many they are', async () => {
		await using outputs = await openOutputs();
		await mkdir(outputs.at('sub'));
		const text = Array.from({ length: 40_000 }, (_, line) => `line ${line}`).join('\n');
		await writeFile(outputs.at('sub/..b.txt'), text);
		expect(await outputs.read('sub/..b.txt')).toBe(text);
	});

	it('gives each chunk to be kept', async () => {
		await using dir = await tempDir();
		await using sessions = openSessions(dir.path);
		const { files } = await sessions.open('local-a');
		const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
		await writeFile(join(dir.path, 'sessions/local-a/outputs/b'), bytes);
		const chunks = await Array.fromAsync(files.openArtifact('b', never));
		expect(chunks.length).toBeGreaterThan(1);
		expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
	});

	it.each(['', '..', '../session.json', 'a/../../session.json', '/etc/passwd', 'a//b', './a', 'a\0b'])(
		'leads nowhere else by the name %j',
		async (name) => {
			await using outputs = await openOutputs();
			await expect(outputs.read(name)).rejects.toThrow(TypeError);
		},
	);

	it('gives nothing of what is missing, a link or not a file', async () => {
		await using outputs = await openOutputs();
		await symlink('/etc/passwd', outputs.at('link'));
		execFileSync('mkfifo', [outputs.at('pipe')]);
		await expect(outputs.read('gone')).rejects.toMatchObject({ code: 'ENOENT' });
		await expect(outputs.read('link')).rejects.toMatchObject({ code: 'ELOOP' });
		await expect(outputs.read('pipe')).rejects.toThrow(NotAFileError);
	});

	it('rejects with the reason it is called off for', async () => {
		await using outputs = await openOutputs();
		await writeFile(outputs.at('a'), 'a');
		const reason = new Error('not any more');
		await expect(outputs.read('a', AbortSignal.abort(reason))).rejects.toBe(reason);
	});
});
