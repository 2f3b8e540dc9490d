import { access, chown, constants, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { codeOf, ProblemError } from '../base/errors.ts';
import { dotEnvText } from '../config/dot-env.ts';
import type { Environment } from '../config/environment.ts';
import { fileProblem } from '../store/files/file-problem.ts';
import { writeAtomically } from '../store/files/write-atomically.ts';
import { type Changes, withSettings } from './dot-env-text.ts';

/** The file of settings beside the launcher, and what the environment sets over it. */
export interface SettingsFile {
	readonly path: string;
	/** The settings of both, the environment's first. Empty ones count as not given. */
	read(): Promise<Environment>;
	/** Rejects with `ProblemError` where it cannot be written: better before a person has answered everything. */
	mayWrite(): Promise<void>;
	/** Writes settings, readable for the file's user alone. Answers the names that the environment sets otherwise, which wins. */
	write(changes: Changes): Promise<readonly string[]>;
}

export function createSettingsFile(path: string, given: Environment): SettingsFile {
	return {
		path,
		async read() {
			const all = { ...parseEnv(await textOf(path)), ...given };
			return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''));
		},
		async mayWrite() {
			await textOf(path);
			const folder = dirname(await targetOf(path));
			await access(folder, constants.W_OK).catch((cause: unknown) => {
				const mend =
					'Make its folder writable for this user, or set in the environment what deploy/example.env explains';
				throw new ProblemError(`Cannot write ${path} (${codeOf(cause)})`, mend, { cause });
			});
		},
		async write(changes) {
			const text = withSettings(await textOf(path), changes);
			const target = await targetOf(path);
			// Whoever it belongs to, or the clone, goes on reading it, also when root has written it.
			const { uid, gid } = await stat(target).catch(() => stat(dirname(target)));
			await writeAtomically(target, text);
			await chown(target, uid, gid).catch(() => undefined);
			return Object.keys(changes).filter((name) => given[name] !== undefined && given[name] !== (changes[name] ?? ''));
		},
	};
}

/** A link is followed: what it leads to is replaced. */
async function targetOf(path: string): Promise<string> {
	return await realpath(path).catch(() => path);
}

async function textOf(path: string): Promise<string> {
	const bytes = await readFile(path).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return new Uint8Array();
		throw fileProblem(error, path, 'read');
	});
	return dotEnvText(bytes);
}
