import { chmod, chown, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../sandbox/files/run.ts';
import type { BotUser } from '../bot-user.ts';
import { maySearch } from './closed-folders.ts';

/** A folder of the bot's for as long as it runs: what a demo plays in, or what it exports to. Disposing removes it. */
export interface PassingFolder extends AsyncDisposable {
	/** The bot's own; the folder that it lies in is root's, and open. */
	readonly data: string;
	/** The data folder of a demo, which the bot makes in it. */
	readonly home: string;
}

export async function createPassingFolder(user: BotUser): Promise<PassingFolder> {
	const there = tmpdir();
	const top = await mkdtemp(join(maySearch(await stat(there), user) ? there : '/tmp', 'threadsmith-'));
	await chmod(top, 0o755);
	const data = join(top, 'own');
	await mkdir(data, { mode: 0o700 });
	await chown(data, user.uid, user.gid);
	return {
		data,
		home: join(data, 'home'),
		async [Symbol.asyncDispose]() {
			// By the user's own rights: what it has put there leads root nowhere.
			const rights = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups', '--no-new-privs'];
			const words = [...rights, '--', 'find', data, '-mindepth', '1', '-delete'];
			await runProgram('setpriv', words, new AbortController().signal).catch(() => undefined);
			for (const folder of [data, top]) await rmdir(folder).catch(() => undefined);
		},
	};
}
