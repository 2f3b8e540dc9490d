import { chmod, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CorruptFileError, ProblemError } from '../../../src/base/errors.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { readProblem } from '../../../src/store/files/damaged.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { withoutRights } from '../without-rights.ts';

const id = 'local-a';
const schema = z.object({ a: z.number() });

describe('a session whose files may not be read', () => {
	it.each(['state/journal.jsonl', 'state/current_history.json', 'session.json'])(
		'is told of by %s, left as it is, and whole when that is mended',
		async (name) => {
			await using dir = await tempDir();
			const root = join(dir.path, 'sessions', id);
			const now = Date.now;
			await using sessions = openSessions(dir.path, { now, log: silentLogger });
			const before = await sessions.open(id);
			await before.journal.append({ session: id, token: 7 }, { type: 'resumed', turn: 't' });
			await before.documents.write('current_history', { a: 1 });
			await before.documents.write('session', { a: 1 });
			for (const folder of ['', 'sessions', root, join(root, 'state')]) await chmod(resolve(dir.path, folder), 0o777);
			await chmod(join(root, name), 0o000);
			const names = await readdir(root, { recursive: true });
			await using again = openSessions(dir.path, { now, log: silentLogger });
			const { journal, documents } = await again.open(id);
			const rebuild = async () => undefined;
			const uses: Readonly<Record<string, readonly (() => Promise<unknown>)[]>> = {
				'state/journal.jsonl': [() => journal.after(0), () => journal.highestLease(), () => journal.repair()],
				'state/current_history.json': [() => documents.read('current_history', schema, rebuild)],
				'session.json': [() => documents.read('session', schema, rebuild)],
			};
			for (const use of uses[name] ?? []) {
				const refused = withoutRights(use);
				await expect(refused).rejects.toThrow(ProblemError);
				await expect(refused).rejects.toThrow(`Cannot read "${join(root, name)}": permission denied`);
			}
			expect(await readdir(root, { recursive: true })).toEqual(names);
			await chmod(join(root, name), 0o600);
			expect(await journal.highestLease()).toBe(7);
			for (const use of uses[name] ?? []) await use();
			expect(await readdir(root, { recursive: true })).toEqual(names);
		},
	);

	it.each(['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ESTALE', 'ENOMEM', 'ETIMEDOUT', 'ENOTCONN', undefined])(
		'does not count as damaged by %s',
		(code) => {
			const problem = readProblem(Object.assign(new Error('no'), { code }), '/home/x/journal.jsonl');
			expect(problem).not.toBeInstanceOf(CorruptFileError);
		},
	);
});
