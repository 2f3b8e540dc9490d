import { statSync } from 'node:fs';
import { posix } from 'node:path';
import { asUser, searchPath, type User } from '../run/users.ts';

export interface Wanted {
	readonly argv: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
}

/** A program with its arguments that runs what is wanted in its folder: the change of folder is the user's, as root may not enter it. Throws a sentence. */
export function findProgram({ argv, cwd, env }: Wanted, user: User): readonly [string, ...string[]] {
	const [name = '', ...args] = argv;
	if ([name, cwd, ...args].some((text) => text.includes('\0'))) throw new Error('its command holds a NUL character');
	return asUser(user, () => {
		if (!cwd.startsWith('/') || !isFolder(cwd)) throw new Error(`there is no folder "${cwd}" that it may enter`);
		const found = placesOf(name, cwd, env['PATH'] ?? searchPath).find(isProgram);
		if (found === undefined) throw new Error(`there is no program "${name}"`);
		// https://www.gnu.org/software/coreutils/env: an operand with "=" would be a variable
		if (found.includes('=')) throw new Error('the path of its program holds a "="');
		return ['/usr/bin/env', '-C', cwd, '--', found, ...args];
	});
}

function placesOf(name: string, cwd: string, path: string): readonly string[] {
	if (name === '') return [];
	if (name.includes('/')) return [posix.resolve(cwd, name)];
	return path.split(':').map((folder) => posix.resolve(cwd, folder, name));
}

/** Passing through it takes the right to enter it. */
function isFolder(path: string): boolean {
	return look(`${path}/.`)?.isDirectory() === true;
}

function isProgram(path: string): boolean {
	const found = look(path);
	return found?.isFile() === true && (found.mode & 0o111) !== 0;
}

function look(path: string) {
	try {
		return statSync(path);
	} catch {
		return undefined;
	}
}
