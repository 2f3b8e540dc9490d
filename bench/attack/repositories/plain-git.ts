import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { token } from '../../../tests/support/git-server/git-ground.ts';
import type { RepoGround } from './repo-ground.ts';

/** How a program ended, with all that it printed. */
export interface PlainEnd {
	readonly code: number;
	readonly said: string;
}

/** Git as anybody on this host has it, with a home of its own. */
export interface PlainGit {
	/** With the token in it, as many write it. */
	readonly url: string;
	/** Without. */
	readonly bareUrl: string;
	/** Where its clone lies. */
	readonly work: string;
	/** Runs a script of `sh` in the clone, or elsewhere. Never rejects for its end. */
	sh(script: string, cwd?: string): Promise<PlainEnd>;
}

const configuration = `[user]\n\tname = Smith\n\temail = smith@example.org\n[init]\n\tdefaultBranch = main\n`;

/** A clone of the repository by plain git, on a branch `work`. */
export async function plainClone(repo: RepoGround): Promise<PlainGit> {
	const plain = await plainGit(repo);
	const { code, said } = await plain.sh(
		`git clone -q '${plain.url}' work && cd work && git checkout -q -b work`,
		repo.folder,
	);
	if (code !== 0) throw new Error(`plain git could not clone: ${said}`);
	return plain;
}

/** As `plainClone`, without the clone. */
export async function plainGit({ ground: { server }, folder, signal }: RepoGround): Promise<PlainGit> {
	const home = join(folder, 'home');
	await mkdir(home, { recursive: true });
	await writeFile(join(home, '.gitconfig'), configuration);
	const env = {
		PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
		HOME: home,
		GIT_SSL_CAINFO: server.caFile,
		GIT_TERMINAL_PROMPT: '0',
		GIT_CONFIG_NOSYSTEM: '1',
	};
	const work = join(folder, 'work');
	const bareUrl = `https://127.0.0.1:${server.port}/acme/app.git`;
	const sh = (script: string, cwd = work): Promise<PlainEnd> => {
		const { promise, resolve } = Promise.withResolvers<PlainEnd>();
		execFile('sh', ['-c', script], { env, cwd, signal, timeout: 300_000 }, (error, out, err) => {
			resolve({ code: error ? Number(error.code ?? 1) || 1 : 0, said: `${out}${err}` });
		});
		return promise;
	};
	return { url: bareUrl.replace('https://', `https://x-access-token:${token}@`), bareUrl, work, sh };
}

/** A folder that somebody has worked in, copied and pushed: each step as one would do it by hand. */
export async function pushNaively({ sh, work }: PlainGit): Promise<PlainEnd> {
	const copied = `${work}-copied`;
	const steps = [
		`cp -a '${work}' '${copied}' && cd '${copied}'`,
		'git status >/dev/null; git add -A; git commit -q -m "Change it"',
		'git diff HEAD~ HEAD; git push -q origin work',
	];
	return await sh(steps.join('\n'));
}
