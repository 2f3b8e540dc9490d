import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedRepository } from '../../../src/demo/git-server/make-repository.ts';
import type { Git } from '../../../src/git/git.ts';
import { accessTo, host, token } from '../../../tests/support/git-server/git-ground.ts';
import { type Attack, got, refused, type Try } from '../attack.ts';
import { startEndlessServer } from './endless-pack.ts';
import { putLargeObject } from './large-object.ts';
import { watchMemory } from './memory-of-git.ts';
import { plainGit } from './plain-git.ts';
import { gitThatReaches, onRepoGround, otherMirrors, type RepoGround } from './repo-ground.ts';

/** What is fetched of one repository where nobody has set another bound: `GIT_MOST_BYTES`. */
const mostBytes = 2 * 2 ** 30;
/** Of a whole refusal. Many times what it takes, as machines are slow and busy. */
const bounds = { ms: 240_000, own: 300e6, gits: 700e6 };

interface Flood {
	readonly name: string;
	readonly tried: string;
	/** Puts it on the default branch. */
	readonly prepare: (served: ServedRepository) => Promise<string>;
}

const who = 'Ada <ada@example.org> 1700000000 +0000';

async function commitOf({ input }: ServedRepository, tree: string): Promise<string> {
	const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nx\n`;
	return await input(['hash-object', '-t', 'commit', '-w', '--stdin'], text);
}

/** A tree with one object under many names. */
function treeOf({ input }: ServedRepository, kind: 'blob' | 'tree', id: string, count: number): Promise<string> {
	const mode = kind === 'blob' ? '100644' : '040000';
	const rows = Array.from({ length: count }, (_, at) => `${mode} ${kind} ${id}\tf${at}\n`);
	return input(['mktree'], rows.join(''));
}

const smallBlob = ({ input }: ServedRepository) => input(['hash-object', '-w', '--stdin'], 'x\n');

const floods: readonly Flood[] = [
	{
		name: 'million-files',
		tried: 'a repository with 1,030,301 files, which are three folders and one file as they are sent',
		async prepare(served) {
			let [kind, id]: ['blob' | 'tree', string] = ['blob', await smallBlob(served)];
			for (let depth = 0; depth < 3; depth += 1) [kind, id] = ['tree', await treeOf(served, kind, id, 101)];
			return await commitOf(served, id);
		},
	},
	{
		name: 'million-names',
		tried: 'a repository with 1,000,001 files in one folder',
		prepare: async (served) => commitOf(served, await treeOf(served, 'blob', await smallBlob(served), 1_000_001)),
	},
	{
		name: 'five-gigabytes',
		tried: 'a repository with a file of 5 GB, which is a few MB as it is sent',
		async prepare(served) {
			const id = await putLargeObject(served, { type: 'blob', head: '', bytes: 5 * 2 ** 30 });
			return await commitOf(served, await treeOf(served, 'blob', id, 1));
		},
	},
	{
		name: 'commit-bomb',
		tried: 'a repository whose commit has a message of 600 MB, which is a few MB as it is sent',
		async prepare(served) {
			const tree = await treeOf(served, 'blob', await smallBlob(served), 1);
			const head = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n`;
			return await putLargeObject(served, { type: 'commit', head, bytes: 600e6 });
		},
	},
];

const inWords = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** Fetches, and looks at what that has taken and left. */
async function fetched(git: Git, { ground, signal }: RepoGround, mirrors: string, port: number): Promise<Try> {
	const access = accessTo('acme/app', port, token);
	const memory = watchMemory();
	const started = performance.now();
	const end = await git.fetch(access, undefined, { signal });
	const ms = performance.now() - started;
	await memory[Symbol.asyncDispose]();
	const { own, gits } = memory.most();
	const took = `${(ms / 1_000).toFixed(1)} s, ${inWords(gits)} of git’s, ${inWords(own)} of the bot’s`;
	if (end.kind !== 'refused') return got(`it was taken (${took})`);
	if (ms > bounds.ms || own > bounds.own || gits > bounds.gits) return got(`it took too much: ${took}`);
	const packs = await readdir(join(mirrors, `${ground.access.repository.id}.git`, 'objects', 'pack')).catch(() => []);
	return packs.length > 0 ? got(`${packs.length} files of it stay`) : refused(`${end.why} (${took})`);
}

function floodAttack({ name, tried, prepare }: Flood): Attack {
	const laid = async ({ ground: { served } }: RepoGround) => {
		await served.git('update-ref', 'refs/heads/main', await prepare(served));
	};
	return {
		name: `repo-${name}`,
		tried,
		holds: `refused in a sentence, within ${bounds.ms / 60_000} minutes and ${inWords(bounds.gits)} of git’s; nothing of it stays`,
		pace: 'heavy',
		run: async (range) => ({
			attack: await onRepoGround(range, async (repo) => {
				await laid(repo);
				await using git = repo.ground.other({ mostBytes });
				return await fetched(git, repo, repo.ground.folders.mirrors, repo.ground.server.port);
			}),
			control: await onRepoGround(range, async (repo) => {
				await laid(repo);
				const { sh, url } = await plainGit(repo);
				const { code, said } = await sh(`git clone -q --bare --depth 1 '${url}' cloned`, repo.folder);
				return code === 0 ? got('it was taken') : refused(said.replaceAll('\n', ' ').slice(-200));
			}),
		}),
	};
}

const endless: Attack = {
	name: 'repo-endless-pack',
	tried: 'a server that sends 5 GB of noise as one file',
	holds: 'left at 2 GB, with a sentence; nothing of it stays',
	pace: 'heavy',
	run: async (range) => ({
		attack: await onRepoGround(range, async (repo) => {
			await using endless = await startEndlessServer(join(repo.folder, 'endless'), 5 * 2 ** 30);
			await using git = gitThatReaches(repo, { privateHosts: [host], caFile: endless.server.caFile, mostBytes });
			const end = await fetched(git, repo, otherMirrors(repo.folder), endless.server.port);
			return endless.sent() > 1.5 * mostBytes ? got(`${inWords(endless.sent())} were taken`) : end;
		}),
		control: await onRepoGround(range, async (repo) => {
			const until = 1.2 * mostBytes;
			await using endless = await startEndlessServer(join(repo.folder, 'endless'), 5 * 2 ** 30, until);
			const { sh } = await plainGit(repo);
			const url = `https://127.0.0.1:${endless.server.port}/acme/app.git`;
			const clone = `GIT_SSL_CAINFO=${endless.server.caFile} git clone -q --bare --depth 1 '${url}' cloned`;
			const { said } = await sh(clone, repo.folder);
			return endless.sent() >= until ? got(`${inWords(endless.sent())} were taken`) : refused(said.slice(-200));
		}),
	}),
};

export const floodAttacks: readonly Attack[] = [...floods.map(floodAttack), endless];
