import { chown, readFile, realpath, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { codeOf } from '../base/errors.ts';
import type { Environment } from '../config/config.ts';
import { fileProblem } from '../store/files/file-problem.ts';
import { writeAtomically } from '../store/files/write-atomically.ts';
import { type Changes, withSettings } from './dot-env-text.ts';

/** The file of settings beside the launcher, and what the environment sets over it. */
export interface SettingsFile {
	readonly path: string;
	/** The settings of both, the environment's first. Empty ones count as not given. */
	read(): Promise<Environment>;
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
		async write(changes) {
			const text = withSettings(await textOf(path), changes);
			const target = await realpath(path).catch(() => path);
			const before = await stat(target).catch(() => undefined);
			await writeAtomically(target, text);
			// Whoever it belongs to goes on reading it, also when root has written it.
			if (before !== undefined) await chown(target, before.uid, before.gid).catch(() => undefined);
			return Object.keys(changes).filter((name) => given[name] !== undefined && given[name] !== (changes[name] ?? ''));
		},
	};
}

async function textOf(path: string): Promise<string> {
	return await readFile(path, 'utf8').catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return '';
		throw fileProblem(error, path, 'read');
	});
}
