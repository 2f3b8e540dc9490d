import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeRepository } from '../../../src/demo/git-server/make-repository.ts';
import { type Attack, got, refused, type Try } from '../attack.ts';
import type { Range } from '../range/range.ts';
import { type Escape, type EscapeGround, type Landed, otherWord } from './escapes.ts';
import { plainClone, pushNaively } from './plain-git.ts';
import { onRepoGround, onServer, openInside, pushOurs, type RepoGround, takeOut } from './repo-ground.ts';

/** In a folder of the sandbox, taken out as it is shipped; its control is a plain clone, copied and pushed by plain git. */
export function escapeAttack(way: Escape): Attack {
	const { name, tried, holds } = way;
	return {
		name: `repo-${name}`,
		tried: `in the folder of a repository: ${tried}`,
		holds,
		pace: 'slow',
		run: async (range) => ({
			attack: await onRepoGround(range, (repo) => fromSandbox(way, range, repo)),
			control: await onRepoGround(range, (repo) => fromClone(way, repo)),
		}),
	};
}

async function groundOf({ ground, folder }: RepoGround): Promise<EscapeGround> {
	const branches = { main: [{ 'private.txt': `${otherWord}\n` }] };
	const other = await makeRepository(folder, { path: 'other/private', branches });
	const blob = await other.git('rev-parse', 'main:private.txt');
	const url = `https://127.0.0.1:${ground.server.port}/acme/app.git`;
	return { touch: `touch ${join(folder, 'ran')}`, other: { objects: join(other.dir, 'objects'), blob }, url };
}

async function fromSandbox(way: Escape, range: Range, repo: RepoGround): Promise<Try> {
	const sandbox = await range.sandbox();
	const folder = await openInside(repo, sandbox);
	const command = `cd /workspace/${folder}\n${way.prepare(await groundOf(repo))}\ntrue`;
	const said = await sandbox.call({ tool: 'bash', args: { command } }, range);
	if (!said.ok) throw new Error(`it could not be prepared: ${said.text}`);
	const made = await takeOut(repo, sandbox, folder);
	const why = await pushOurs(repo, made);
	const shown = made.kind === 'committed' ? made.diff : '';
	return await judged(way, shown, repo, why ?? 'one commit of ours was pushed');
}

async function fromClone(way: Escape, repo: RepoGround): Promise<Try> {
	const plain = await plainClone(repo);
	await plain.sh(way.prepare(await groundOf(repo)));
	const { said } = await pushNaively(plain);
	return await judged(way, said, repo, said.slice(-200));
}

async function judged({ lands }: Escape, shown: string, repo: RepoGround, otherwise: string): Promise<Try> {
	if (existsSync(join(repo.folder, 'ran'))) return got('a program of its own ran on the host');
	const found = await landed(shown, repo);
	const sign = lands?.(found);
	return sign === undefined ? refused(otherwise.replaceAll('\n', ' ')) : got(sign);
}

async function landed(shown: string, repo: RepoGround): Promise<Landed> {
	const main = await repo.ground.served.git('rev-parse', 'refs/heads/main');
	return { server: await onServer(repo), shown, mainIsWhole: main === repo.base };
}
